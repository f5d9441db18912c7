"""Months at the table: what the player to act is told, across restarts and downtimes.

Anna is to act from the beginning; hours are counted from there.
"""

import asyncio

import pytest

import bot.table.housekeeping
from bot.match.actions import Done, Resume, Undo
from bot.match.game import Status, Timeouts
from bot.match.messages import BoardPost, Notice
from bot.process.clock import DAY, HOUR
from bot.store.connection.database import Database
from bot.table.housekeeping import Timers
from bot.table.posting import Outdated
from bot.table.table import Table
from tests.bot.kit import (
    ANNA,
    BEN,
    CHANNEL,
    NOON,
    OTHER_CHANNEL,
    pauses_of,
)
from tests.bot.table.months import Months

USUAL = [24, 72, 7 * 24, 14 * 24, 28 * 24]


async def test_the_board_announces_the_turn_and_reminders_thin_out(
    months: Months,
) -> None:
    game = await months.start()
    assert [type(message) for _, message in months.pings] == [BoardPost]
    await months.wait(59 * DAY)
    assert months.hours() == USUAL
    reminded = [message for _, message in months.pings[1:]]
    assert all(
        isinstance(reminder, Notice) and reminder.done is Done.REMINDED for reminder in reminded
    )
    assert (await months.game(game)).status is Status.RUNNING


async def test_nothing_follows_the_last_reminder_until_abandonment(
    months: Months,
) -> None:
    game = await months.start()
    await months.wait(60 * DAY)
    assert months.hours() == [*USUAL, 60 * 24]
    assert (await months.game(game)).status is Status.ABANDONED
    await months.wait(60 * DAY)
    assert len(months.pings) == 7


@pytest.mark.parametrize("hours", [6, 12, 24, 48])
async def test_reminders_every_few_hours_stop_after_five(months: Months, hours: int) -> None:
    await months.start(reminders=str(hours))
    await months.wait(59 * DAY)
    assert months.hours() == [hours * number for number in (1, 2, 3, 4, 5)]


async def test_who_likes_no_reminders_is_told_of_the_turn_alone(months: Months) -> None:
    await months.start(reminders="off")
    await months.wait(59 * DAY)
    assert months.hours() == []
    assert len(months.pings) == 1


async def test_each_turn_has_its_own_reminders(months: Months) -> None:
    game = await months.start()
    await months.wait(30 * HOUR)
    await months.play(game, until=1)
    await months.wait(100 * HOUR)
    await months.play(game, until=0)
    again = months.now
    await months.wait(80 * HOUR)
    assert months.hours() == [24, 130, 130 + 24, 130 + 72]
    assert months.hours(again) == [24, 72]


async def test_a_move_that_is_taken_back_begins_the_turn_anew(months: Months) -> None:
    game = await months.start()
    await months.wait(30 * HOUR)
    await months.seated.play(game.id)
    await months.seated.act(ANNA, game.id, Undo())
    await months.listen()
    await months.wait(25 * HOUR)
    assert months.hours() == [24, 54]


async def test_lobbies_and_finished_games_send_no_reminders(months: Months) -> None:
    await months.seated.open(OTHER_CHANNEL, opponents=((BEN, "Ben"),))
    game = await months.start()
    await months.seated.play_to_the_end(game.id)
    await months.listen()
    said = len(months.pings)
    await months.wait(47 * HOUR)
    assert len(months.pings) == said


async def test_paused_games_stay_silent_and_announce_the_turn_later(
    months: Months,
) -> None:
    game = await months.start()
    await months.wait(20 * HOUR)
    await pauses_of(months.seated.table).pause(game.id, CHANNEL, "place_gone")
    await months.listen()
    paused = len(months.pings)
    await months.wait(10 * DAY)
    assert len(months.pings) == paused
    await months.act(BEN, game, Resume(OTHER_CHANNEL))
    assert len(months.pings) == paused + 1
    await months.wait(5 * HOUR)
    assert months.hours()[-1] == 10 * 24 + 24


async def test_no_reminder_is_due_after_the_game_is_abandoned(months: Months) -> None:
    game = await months.start()
    months.seated.table.timeouts = Timeouts(abandon=5 * DAY)
    await months.wait(6 * DAY)
    assert months.hours() == [24, 72, 5 * 24]
    assert (await months.game(game)).status is Status.ABANDONED


# Downtimes, restarts, several processes.


@pytest.mark.parametrize("days", [2, 5, 10, 20, 40])
async def test_what_fell_due_in_a_downtime_is_told_once(months: Months, days: int) -> None:
    await months.start()
    months.seated.clock.turn(days * DAY)
    await months.restart()
    await months.look()
    await months.look()
    assert months.hours() == [days * 24]
    await months.wait((59 - days) * DAY)
    assert months.hours() == [days * 24, *(hour for hour in USUAL if hour > days * 24)]


async def test_a_reminder_keeps_its_distance_from_a_late_one(months: Months) -> None:
    await months.start()
    months.seated.clock.turn(71 * HOUR)
    await months.look()
    await months.wait(10 * HOUR)
    assert months.hours() == [71, 75]


async def test_a_game_expiring_during_downtime_only_announces_its_end(
    months: Months,
) -> None:
    game = await months.start()
    months.seated.clock.turn(80 * DAY)
    await months.look()
    assert [message.done for _, message in months.pings if isinstance(message, Notice)] == [
        Done.EXPIRED
    ]
    assert (await months.game(game)).status is Status.ABANDONED


async def test_a_downtime_ending_in_quiet_hours_wakes_nobody(months: Months) -> None:
    await months.start(quiet="22-7")
    months.seated.clock.turn(2 * DAY + 15 * HOUR)
    await months.look()
    assert months.hours() == []
    await months.wait(DAY)
    assert months.whole_hours()[1:] == ["18 Jan 07:00", "18 Jan 11:00"]


async def test_a_restart_between_any_two_moments_changes_nothing(months: Months) -> None:
    await months.start()
    for _ in range(59 * 4):
        await months.restart()
        await months.wait(6 * HOUR)
    assert months.hours() == USUAL


async def test_two_processes_that_look_at_once_tell_it_once(months: Months, url: str) -> None:
    game = await months.start()
    other = Database(url)
    clock = months.seated.clock
    tables = [months.seated.table, Table(other, clock=clock)]
    databases = [months.seated.database, other]
    for hours in USUAL:
        clock.now = NOON + hours * HOUR
        looks = [Timers(*both, clock).look() for both in zip(databases, tables, strict=True)]
        await asyncio.gather(*looks, *(table.look_after(game.id) for table in tables))
        await months.listen()
    assert months.hours() == USUAL
    await other.close()


async def test_a_move_racing_a_reminder_is_consistent_either_way(
    months: Months,
) -> None:
    game = await months.start()
    months.seated.clock.turn(24 * HOUR)
    await asyncio.gather(months.seated.play(game.id), months.seated.table.look_after(game.id))
    now = await months.game(game)
    assert now.ply == 1
    assert now.reminders.reminders == 0


async def test_reminders_outdated_before_posting_block_nothing(
    months: Months,
) -> None:
    game = await months.start()
    months.seated.clock.turn(DAY)
    months.poster.failures[CHANNEL] = [Outdated()]
    await months.look()
    assert months.hours() == []
    await months.play(game)
    assert months.poster.kinds(CHANNEL)[-1] == "board 1"


async def test_more_than_one_round_is_due_at_a_time(
    months: Months, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the timers' next look."""
    monkeypatch.setattr(bot.table.housekeeping, "ROUND_SIZE", 2)
    channels = range(CHANNEL, CHANNEL + 5)
    started = [await months.seated.start(channel) for channel in channels]
    months.seated.clock.turn(DAY)
    table = months.seated.table
    clock = months.seated.clock
    timers = Timers(months.seated.database, table, clock, look_every=3600)
    at_work = asyncio.create_task(timers.worker.run())
    async with asyncio.timeout(60):
        while not all([(await months.game(game)).reminders.reminders for game in started]):
            await asyncio.sleep(0.01)
    at_work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await at_work
