"""Being away, over months: in all games at the same time, announced, and at most 45 days a year."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import select

from bot.match.absences import MOST_DAYS, days_left, fits_in_a_year
from bot.match.actions import Claim, Join, Play, Resume, Undo, Wait
from bot.match.clocks import time_up_at, time_used
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from bot.store.people import player_preferences, prefer
from bot.store.schema import games
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    NOON,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
    pauses_of,
    refusal_of,
    refused,
)
from tests.bot.match.ticking import Arbiter
from tests.bot.table.timed import left, of_time, pass_time, start


async def go(seated: Seated, user_id: int, days: int, after: int = 0) -> None:
    first = seated.clock.now + after * DAY
    away = Away(first, first + days * DAY)
    await seated.table.people.go_away(by(user_id), away)


async def back(seated: Seated, user_id: int) -> None:
    await seated.table.people.come_back(by(user_id))


async def aways(seated: Seated, user_id: int) -> Sequence[Away]:
    async with seated.database.reading() as connection:
        return (await player_preferences(connection, user_id)).aways


async def test_the_clock_stands_still_while_its_player_is_away(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    seated.clock.turn(DAY)
    await go(seated, ANNA, 30)
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 35 * DAY
    await pass_time(seated, 31 * DAY, 6 * HOUR)
    assert await of_time(seated, poster) == ["away"]
    await pass_time(seated, 3 * DAY)
    assert await of_time(seated, poster) == ["away"] + ["warned"] * 3 + ["timed_out"]


async def test_a_clock_runs_while_the_other_player_is_away(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    await go(seated, BEN, 30)
    await pass_time(seated, 5 * DAY)
    assert (await of_time(seated, poster))[-1] == "timed_out"
    await seated.act(BEN, game.id, Claim())


async def test_who_is_away_may_play_and_is_still_away(seated: Seated) -> None:
    game = await start(seated, "5d+36h max 20d")
    await go(seated, ANNA, 10)
    seated.clock.turn(9 * DAY)
    await seated.play(game.id, 2)
    assert await left(seated, game) == (6 * DAY + 12 * HOUR,) * 2
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 16 * DAY + 12 * HOUR


async def test_an_absence_applies_to_and_is_announced_in_all_games(
    seated: Seated, poster: FakePoster
) -> None:
    played = [await start(seated, "5d", channel) for channel in range(1, 31)]
    await go(seated, ANNA, 20)
    for game in played:
        assert time_up_at(await seated.table.games.get(game.id)) == NOON + 25 * DAY
        assert await of_time(seated, poster, game.channel_id) == ["away"]
    notices = [message for _, message, _ in poster.posted if isinstance(message, Notice)]
    assert {notice.mention for notice in notices if notice.done == "away"} == {()}


async def test_nothing_is_told_where_nobody_plays(seated: Seated, poster: FakePoster) -> None:
    await seated.open(CHANNEL)
    paused = await start(seated, "5d", OTHER_CHANNEL)
    await pauses_of(seated.table).pause(paused.id, OTHER_CHANNEL, "place_gone")
    await go(seated, ANNA, 20)
    assert await of_time(seated, poster) == await of_time(seated, poster, OTHER_CHANNEL) == []


async def test_planned_days_begin_by_themselves(seated: Seated, poster: FakePoster) -> None:
    await start(seated, "5d")
    await go(seated, ANNA, 10, after=2)
    await pass_time(seated, 15 * DAY)
    assert await of_time(seated, poster) == ["away"] + ["warned"] * 3 + ["timed_out"]
    notices = [message for _, message, _ in poster.posted if isinstance(message, Notice)]
    facts = [notice.facts for notice in notices if notice.done == "away"]
    assert facts == [{"since": NOON + 2 * DAY, "until": NOON + 12 * DAY}]


async def test_returning_early_restarts_the_clock_and_keeps_days_left(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    await go(seated, ANNA, 40)
    seated.clock.turn(10 * DAY)
    await back(seated, ANNA)
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 15 * DAY
    assert (await seated.table.people.absence(ANNA)).left == 35
    await pass_time(seated, 5 * DAY)
    assert await of_time(seated, poster) == ["away", "back"] + ["warned"] * 3 + ["timed_out"]


async def test_who_is_back_has_nothing_planned(seated: Seated) -> None:
    await go(seated, ANNA, 5, after=30)
    await back(seated, ANNA)
    assert await seated.table.people.absence(ANNA) == ((), MOST_DAYS)


async def test_who_is_not_away_cannot_come_back(seated: Seated) -> None:
    await go(seated, ANNA, 5)
    seated.clock.turn(5 * DAY)
    assert (await refusal_of(back(seated, ANNA))).why is Why.NOT_AWAY


async def test_more_days_join_those_that_are_planned(seated: Seated) -> None:
    await go(seated, ANNA, 10)
    await go(seated, ANNA, 10, after=5)
    await go(seated, ANNA, 5, after=30)
    planned = (Away(NOON, NOON + 15 * DAY), Away(NOON + 30 * DAY, NOON + 35 * DAY))
    assert await seated.table.people.absence(ANNA) == (planned, MOST_DAYS - 20)


async def test_no_year_has_more_than_forty_five_days(seated: Seated) -> None:
    await go(seated, ANNA, 30)
    with pytest.raises(Refused) as refused:
        await go(seated, ANNA, 16, after=60)
    assert (refused.value.why, refused.value.facts["left"]) == (Why.AWAY_TOO_LONG, 15)
    await go(seated, ANNA, 15, after=60)
    assert (await seated.table.people.absence(ANNA)).left == 0
    assert len(await aways(seated, ANNA)) == 2


async def test_days_come_back_as_the_year_slides_on(seated: Seated) -> None:
    await go(seated, ANNA, 45)
    seated.clock.turn(364 * DAY)
    assert (await seated.table.people.absence(ANNA)).left == 0
    seated.clock.turn(DAY)
    assert (await seated.table.people.absence(ANNA)).left == 45
    await go(seated, ANNA, 45)
    assert len(await aways(seated, ANNA)) == 2


def test_remaining_days_match_an_hourly_count_over_each_year() -> None:
    """Counted hour by hour, for every year that begins within the time in question."""
    chance = Random(7)
    for _ in range(20):
        borders = sorted(chance.sample(range(1, 330), 6))
        some = tuple(Away(a * DAY, b * DAY) for a, b in pairwise(borders))[::2]
        days = {day for away in some for day in range(away.since // DAY, away.until // DAY)}
        fits = all(len(days & set(range(first, first + 365))) <= MOST_DAYS for first in range(365))
        assert fits_in_a_year(some) is fits
        since = chance.randrange(331, 800)
        possible = [
            count
            for count in range(MOST_DAYS + 1)
            if all(
                len((days | set(range(since, since + count))) & set(range(first, first + 365)))
                <= MOST_DAYS
                for first in range(900)
            )
        ]
        if fits:
            assert days_left(some, since * DAY) == max(possible)


async def test_preferences_stay_when_somebody_goes_away(seated: Seated) -> None:
    async with seated.database.writing() as connection:
        await prefer(connection, ANNA, {"place": "direct"}, NOON)
    await go(seated, ANNA, 3)
    async with seated.database.writing() as connection:
        await prefer(connection, ANNA, {"language": "de"}, NOON)
        kept = await player_preferences(connection, ANNA)
    assert (kept.place, kept.language) == ("direct", "de")
    assert await aways(seated, ANNA) == (Away(NOON, NOON + 3 * DAY),)


async def test_the_same_command_twice_is_told_once(seated: Seated, poster: FakePoster) -> None:
    await start(seated, "5d")
    await start(seated, "5d", OTHER_CHANNEL)
    command = by(ANNA)
    away = Away(NOON, NOON + 10 * DAY)
    first = await seated.table.people.go_away(command, away)
    seated.clock.turn(1)
    later = Away(away.since + 1, away.until + 1)
    assert await seated.table.people.go_away(command, later) == first
    assert await of_time(seated, poster) == ["away"]
    assert await of_time(seated, poster, OTHER_CHANNEL) == ["away"]


async def test_what_changes_nothing_is_not_told(seated: Seated, poster: FakePoster) -> None:
    await start(seated, "5d")
    await go(seated, ANNA, 10)
    await go(seated, ANNA, 2, after=3)
    assert await of_time(seated, poster) == ["away"]


async def test_a_claim_and_the_end_by_itself_wait_for_who_is_away(seated: Seated) -> None:
    game = await seated.start()
    seated.clock.turn(5 * DAY)
    await go(seated, ANNA, 20)
    seated.clock.turn(21 * DAY)
    assert await refused(seated, BEN, game.id, Claim()) is Why.TOO_EARLY
    await pass_time(seated, 53 * DAY, DAY)
    assert (await seated.table.games.get(game.id)).status is Status.RUNNING
    await pass_time(seated, DAY)
    assert (await seated.table.games.get(game.id)).status is Status.ABANDONED


async def test_an_invitation_waits_for_whom_it_is_for(seated: Seated) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await go(seated, ANNA, 30)
    await go(seated, BEN, 10)
    await pass_time(seated, 12 * DAY - HOUR)
    assert (await seated.table.games.get(game_id)).status is Status.LOBBY
    await pass_time(seated, HOUR)
    assert (await seated.table.games.get(game_id)).status is Status.CANCELLED


async def test_who_joins_an_open_seat_is_as_away_as_before(seated: Seated) -> None:
    await go(seated, BEN, 10)
    game_id = await seated.open(first=1, time_limit=read_limit("1d"))
    await seated.act(BEN, game_id, Join())
    assert time_up_at(await seated.table.games.get(game_id)) == NOON + 11 * DAY
    async with seated.database.reading() as connection:
        due = (await connection.execute(select(games.c.due_at))).scalar_one()
    assert due == NOON + 10 * DAY, "when they are told of their turn"


async def test_time_that_was_over_before_is_over_while_away(seated: Seated) -> None:
    game = await start(seated, "2d")
    seated.clock.turn(2 * DAY)
    await go(seated, ANNA, 10)
    await seated.act(BEN, game.id, Wait())
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 14 * DAY


async def test_moves_on_a_game_read_earlier_respect_a_new_absence(
    seated: Seated,
) -> None:
    """Between looking at a game and storing the move, the next player goes away."""
    seen = await start(seated, "5d")
    move = await seated.legal_move(seen)
    await go(seated, BEN, 30)
    await seated.table.act(by(ANNA), seen.id, Play(move, 0), game_as_read=seen)
    async with seated.database.reading() as connection:
        due = (await connection.execute(select(games.c.due_at))).scalar_one()
    assert due == NOON + 30 * DAY, "when they are told of their turn"


async def test_two_processes_keep_to_the_most_in_a_year(seated: Seated) -> None:
    other = seated.in_another_process()
    asked = [(seated, 0), (other, 50), (seated, 100), (other, 150)]
    await asyncio.gather(
        *(go(process, ANNA, 20, after) for process, after in asked), return_exceptions=True
    )
    assert len(await aways(seated, ANNA)) == 2


@pytest.mark.parametrize("number", range(6))
async def test_clocks_match_an_arbiter_checking_every_hour(seated: Seated, number: int) -> None:
    """Months of a game at random: moves, undos, pauses, days away, warnings, restarts."""
    chance = Random(number)
    game = await start(seated, "5d+36h max 8d")
    arbiter = Arbiter(NOON, 5 * DAY, 36 * HOUR, 8 * DAY)
    for _ in range(40):
        hours = chance.randrange(80)
        await pass_time(seated, hours * HOUR, 4 * HOUR)
        arbiter.pass_hours(hours)
        seated = seated.in_another_process() if chance.random() < 0.2 else seated
        await do_something(seated, game, arbiter, chance)
        limit = (now := await seated.table.games.get(game.id)).time_limit
        assert limit is not None
        assert now.to_act is not None
        times_left = list(limit.left)
        times_left[now.to_act] -= time_used(now, seated.clock.now)
        assert times_left == arbiter.left
    assert seated.clock.now > NOON + 40 * DAY


async def do_something(seated: Seated, game: Game, arbiter: Arbiter, chance: Random) -> None:
    """Do one thing that may happen now, to both the game and its arbiter."""
    now = await seated.table.games.get(game.id)
    seat = chance.randrange(2)
    user = (ANNA, BEN)[seat]
    what = chance.choice(("move", "move", "move", "undo", "pause", "away", "back"))
    if now.pause is not None:
        await seated.act(ANNA, game.id, Resume(CHANNEL))
        arbiter.paused = False
    elif what == "move":
        await seated.play(game.id)
        arbiter.move(await to_act(seated, game))
    elif what == "pause":
        await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
        arbiter.paused = True
    elif what == "undo" and arbiter.gifts:
        mine = arbiter.gifts[-1][0]
        await seated.act((ANNA, BEN)[mine], game.id, Undo())
        arbiter.take_back(now.ply - 1, await to_act(seated, game))
    elif what == "away":
        after = chance.randrange(5)
        days = chance.randrange(1, 5)
        first = seated.clock.now + after * DAY
        if (await seated.table.people.absence(user)).left > 2 * days:
            await go(seated, user, days, after)
            arbiter.go_away(seat, first, first + days * DAY)
    elif what == "back" and (await seated.table.people.absence(user)).planned:
        await back(seated, user)
        arbiter.come_back(seat)


async def to_act(seated: Seated, game: Game) -> int:
    seat = (await seated.table.games.get(game.id)).to_act
    assert seat is not None
    return seat
