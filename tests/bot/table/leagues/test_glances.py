"""The post of a game of a season says how its players stand, at next to no cost."""

from collections.abc import Mapping

import pytest

from bot.match.league.season import Season
from bot.match.league.view import Glance, glance_at
from tests.bot.rounds import TURNS
from tests.bot.table.leagues.kit import SHORT, LeagueTable


async def test_before_the_first_result_there_is_only_the_season(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    glance = await league.seated.table.leagues.glance(await league.game_of(season.fixtures[0]))
    assert glance is not None
    assert (glance.season.id, glance.division, glance.ranks) == (season.id, None, ())


async def test_a_game_knows_how_its_players_stand(league: LeagueTable) -> None:
    await league.begin(7, SHORT)
    for _ in range(TURNS):
        await league.play_all()
    await league.settle()
    view = await league.seated.table.leagues.view(league.season_id)
    for fixture in await league.running():
        glance = await league.seated.table.leagues.glance(await league.game_of(fixture))
        assert glance is not None
        assert [(rank.entrant.number, rank.place, rank.points) for rank in glance.ranks] == [
            (row.entrant.number, row.standing.place, row.standing.performance.points)
            for player in fixture.players
            for row in view.divisions[fixture.division].rows
            if row.entrant.number == player
        ]


async def test_a_season_is_read_again_only_when_it_changes(
    league: LeagueTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await league.begin(4, SHORT)
    made = list[int]()

    def count(season: Season) -> Mapping[int, Glance]:
        made.append(season.id)
        return glance_at(season)

    monkeypatch.setattr("bot.table.leagues.glance_at", count)
    leagues = league.seated.table.leagues
    game = await league.game_of(season.fixtures[0])
    for _ in range(3):
        await leagues.glance(game)
    assert made == [season.id]
    for _ in range(TURNS):
        await league.play_all(but=0)
    await league.settle()
    await leagues.glance(game)
    assert made == [season.id] * 2


async def test_a_decided_game_has_no_ranks(league: LeagueTable) -> None:
    season = await league.begin(4, SHORT)
    game = await league.game_of(season.fixtures[0])
    for _ in range(TURNS):
        await league.play_all()
    await league.settle()
    glance = await league.seated.table.leagues.glance(game)
    assert glance is not None
    assert glance.ranks == ()
