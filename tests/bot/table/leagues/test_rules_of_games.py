"""Games that belong to a season: their clocks, and what is not possible in them."""

import pytest

from bot.match.actions import (
    Action,
    Claim,
    Done,
    Halt,
    HandOver,
    Propose,
    Rematch,
    Resign,
    Stop,
    Undo,
    Wait,
)
from bot.match.errors import Why
from bot.match.game import Game, Status
from bot.match.league.season import Entry, FixtureState, Reason, Terms
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.process.clock import DAY, HOUR
from tests.bot.kit import CHANNEL, OTHER_CHANNEL, refusal_of
from tests.bot.table.leagues.kit import SHORT, LeagueTable, actor


async def first_game(league: LeagueTable) -> tuple[Game, int, int]:
    """Begin a season: its first game, and who plays in it."""
    await league.begin(4, SHORT)
    game = await league.game_of(await league.fixture(0))
    first, second = (seat.user_id for seat in game.seats)
    assert first is not None
    assert second is not None
    return game, first, second


@pytest.mark.parametrize(
    "action",
    [
        Propose("end"),
        Propose("adjourn"),
        Propose("time"),
        Claim(),
        Wait(),
        Stop(),
        Halt(),
        HandOver(701, 9, "Nina"),
        Rematch(OTHER_CHANNEL),
    ],
)
async def test_nobody_takes_a_game_out_of_its_season(league: LeagueTable, action: Action) -> None:
    game, first, _ = await first_game(league)
    if isinstance(action, Rematch):
        await league.ask(first, game, Resign())
    assert (await refusal_of(league.ask(first, game, action, "end"))).why is Why.LEAGUE_GAME


async def test_there_are_no_hints_and_the_game_is_rated(league: LeagueTable) -> None:
    game, _, _ = await first_game(league)
    assert (game.has_hints, game.rated) == (False, True)


async def test_a_move_that_showed_nothing_can_be_taken_back(league: LeagueTable) -> None:
    game, first, _ = await first_game(league)
    await league.play(game, first, "1")
    await league.ask(first, game, Undo())
    assert (await league.game_of(await league.fixture(0))).ply == 0


async def test_what_was_shown_is_not_taken_back(league: LeagueTable) -> None:
    game, first, _ = await first_game(league)
    await league.play(game, first, "3")
    await league.settle()
    assert (await refusal_of(league.ask(first, game, Undo()))).why is Why.LEAGUE_GAME


async def test_whoever_is_a_day_late_loses_by_itself(league: LeagueTable) -> None:
    game, _, _ = await first_game(league)
    started = game.waiting_since
    await league.wait_until(started + 6 * DAY - HOUR, step=HOUR)
    assert (await league.game_of(await league.fixture(0))).status is Status.RUNNING
    await league.wait_until(started + 6 * DAY + HOUR, step=HOUR)
    ended = await league.game_of(await league.fixture(0))
    fixture = await league.fixture(0)
    assert (ended.status, ended.winners) == (Status.ABANDONED, (1,))
    assert (fixture.state, fixture.reason) == (FixtureState.DECIDED, Reason.LATE)
    assert fixture.places == (2, 1)
    notices = [message for _, message, _ in league.poster.posted if isinstance(message, Notice)]
    mine = [notice.done for notice in notices if notice.game_id == game.id]
    assert [done for done in mine if done is not Done.REMINDED] == [
        Done.STARTED,
        Done.WARNED,
        Done.WARNED,
        Done.WARNED,
        Done.TIMED_OUT,
        Done.LOST_ON_TIME,
    ]


async def test_lateness_adds_up_over_a_game(league: LeagueTable) -> None:
    """Twenty hours late once leave four."""
    game, first, second = await first_game(league)
    for _ in range(5):
        await league.play_all(but=0)
        await league.wait_until(league.seated.clock.now + DAY)
    await league.wait_until(game.waiting_since + 5 * DAY + 20 * HOUR)
    await league.play(game, first)
    game = await league.game_of(await league.fixture(0))
    await league.play(game, second)
    game = await league.game_of(await league.fixture(0))
    assert game.time_limit is not None
    assert game.time_limit.late == (20 * HOUR, 0)
    until = game.waiting_since + 12 * HOUR + 4 * HOUR
    await league.wait_until(until - HOUR, step=HOUR)
    assert (await league.game_of(await league.fixture(0))).status is Status.RUNNING
    await league.wait_until(until + HOUR, step=HOUR)
    assert (await league.game_of(await league.fixture(0))).status is Status.ABANDONED


async def test_nobody_loses_unwarned_after_an_outage(league: LeagueTable) -> None:
    game, first, _ = await first_game(league)
    league.seated.clock.turn(9 * DAY)
    await league.settle()
    game = await league.game_of(await league.fixture(0))
    assert game.status is Status.RUNNING
    await league.play(game, first)


async def test_losing_on_time_twice_takes_somebody_out(league: LeagueTable) -> None:
    season = await league.begin(5, SHORT)
    gone = season.entrants[0].user_id
    for _ in range(20):
        for fixture in await league.running():
            game = await league.game_of(fixture)
            user = None if game.to_act is None else game.seats[game.to_act].user_id
            if user not in (None, gone):
                await league.play(game, user or 0)
        await league.wait_until(league.seated.clock.now + 10 * HOUR)
    season = await league.season()
    assert season.entrants[0].entry is Entry.WITHDRAWN
    assert season.entrants[0].late == 2
    assert not any(fixture.undecided for fixture in season.fixtures_of(0))
    assert "taken_out" in league.news()


async def test_absences_stop_clocks_for_two_weeks_a_season(league: LeagueTable) -> None:
    game, first, _ = await first_game(league)
    now = league.seated.clock.now
    away = Away(now, now + 20 * DAY)
    await league.seated.table.people.go_away(actor(first), away)
    game = await league.game_of(await league.fixture(0))
    assert game.seats[0].preferences.aways == (Away(now, now + 14 * DAY),)


async def test_a_table_plays_on_without_somebody_late(league: LeagueTable) -> None:
    await league.begin(4, Terms(seats=3, length=40 * DAY))
    fixture = await league.fixture(0)
    gone = (await league.game_of(fixture)).seats[0].user_id
    for _ in range(40):
        for running in await league.running():
            game = await league.game_of(running)
            user = None if game.to_act is None else game.seats[game.to_act].user_id
            if user not in (None, gone):
                await league.play(game, user or 0)
        await league.wait_until(league.seated.clock.now + 8 * HOUR)
    fixture = await league.fixture(0)
    assert fixture.places[0] == 3
    assert fixture.reason is Reason.PLAYED


async def test_a_league_game_leaves_its_channel_free(league: LeagueTable) -> None:
    await league.begin(4, SHORT)
    assert await league.seated.table.games.open_in(CHANNEL) is None
