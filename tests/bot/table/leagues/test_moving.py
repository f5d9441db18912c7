"""A league that moves to another database, and on PostgreSQL's way through a backup."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.backup import back_up, restore
from bot.host.data.verify import verify
from bot.match.league.actions import SignUp
from bot.match.league.season import FixtureState, Season, Stage
from bot.table.delivery import Delivery
from tests.bot.kit import CHANNEL, FakePoster, Seated
from tests.bot.table.leagues.kit import FIRST, SHORT, LeagueTable, actor


@pytest.fixture
def elsewhere(elsewhere: Seated) -> LeagueTable:
    poster = FakePoster()
    outbox = Delivery(elsewhere.database, poster, clock=elsewhere.clock, jitter=lambda: 1.0)
    return LeagueTable(elsewhere, outbox, poster)


def numbered_anew(season: Season) -> Season:
    """Without what is another one elsewhere."""
    fixtures = tuple(replace(fixture, game_id=None) for fixture in season.fixtures)
    return replace(season, id=0, revision=0, fixtures=fixtures)


async def test_a_season_goes_on_where_it_is_imported(
    league: LeagueTable, elsewhere: LeagueTable
) -> None:
    await league.begin(5, SHORT)
    await league.play_all()
    archive = await export_channel(league.seated.database, CHANNEL)
    await import_channel(elsewhere.seated.database, archive, league.seated.clock.now)
    [listed] = await elsewhere.seated.table.leagues.in_server(1, FIRST, 5)
    season = await elsewhere.season(listed.season.id)
    assert numbered_anew(season) == numbered_anew(await league.season())
    elsewhere.season_id = season.id
    over = await elsewhere.play_to_the_end()
    assert over.stage is Stage.OVER
    assert {fixture.state for fixture in over.fixtures} == {FixtureState.DECIDED}
    assert [line async for line in verify(elsewhere.seated.database)] == []


async def test_a_sign_up_is_announced_again(league: LeagueTable, elsewhere: LeagueTable) -> None:
    await league.open(SHORT)
    await league.sign_up(3)
    archive = await export_channel(league.seated.database, CHANNEL)
    await import_channel(elsewhere.seated.database, archive, league.seated.clock.now)
    await elsewhere.settle()
    assert elsewhere.news() == ["announced"]
    [(season, _)] = await elsewhere.seated.table.leagues.in_server(1, FIRST, 5)
    await elsewhere.seated.table.leagues.act(actor(FIRST + 5), season.id, SignUp())


async def test_a_backup_holds_every_season(
    league: LeagueTable, elsewhere: LeagueTable, tmp_path: Path
) -> None:
    await league.begin(4, SHORT)
    await back_up(league.seated.database, tmp_path / "backup")
    await restore(elsewhere.seated.database, tmp_path / "backup", overwrite=True)
    assert await elsewhere.season(league.season_id) == await league.season()
