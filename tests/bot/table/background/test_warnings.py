"""What is said when time runs out: to whom, where, when, and only once."""

import asyncio

from bot.match.actions import Resign
from bot.match.clocks import time_up_at
from bot.match.game import Status
from bot.match.messages import DirectMessage, Notice
from bot.process.clock import DAY, HOUR, SECOND
from bot.store.people import prefer
from bot.table.housekeeping import Timers
from tests.bot.kit import (
    ANNA,
    BEN,
    NOON,
    FakePoster,
    Seated,
)
from tests.bot.table.timed import of_time, pass_time, start


async def test_a_game_without_a_limit_warns_nobody(seated: Seated, poster: FakePoster) -> None:
    game = await seated.start()
    await pass_time(seated, 59 * DAY, DAY)
    assert await of_time(seated, poster) == []
    assert time_up_at(await seated.table.games.get(game.id)) is None


async def test_there_are_three_warnings_and_one_word_at_the_end(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    expected = {60: ["warned"], 96: ["warned"] * 2, 119: ["warned"] * 3}
    for hour in range(1, 120):
        await pass_time(seated, HOUR)
        if hour in expected:
            assert await of_time(seated, poster) == expected[hour]
    await pass_time(seated, 3 * DAY)
    assert await of_time(seated, poster) == ["warned"] * 3 + ["timed_out"]
    assert (await seated.table.games.get(game.id)).status is Status.RUNNING


async def test_warnings_ping_the_late_player_and_the_timeout_the_other(
    seated: Seated, poster: FakePoster
) -> None:
    await start(seated, "5d")
    await pass_time(seated, 6 * DAY)
    await of_time(seated, poster)
    notices = [message for _, message, _ in poster.posted if isinstance(message, Notice)]
    mentioned = {str(notice.done): notice.mention for notice in notices}
    assert mentioned["warned"] == (ANNA,)
    assert mentioned["timed_out"] == (BEN,)
    clock = [notice for notice in notices if notice.done in ("warned", "timed_out")]
    assert {notice.facts["at"] for notice in clock} == {NOON + 5 * DAY}


async def test_who_wants_it_so_is_warned_directly(seated: Seated, poster: FakePoster) -> None:
    async with seated.database.writing() as connection:
        await prefer(connection, ANNA, {"place": "direct"}, NOON)
    await start(seated, "5d")
    await pass_time(seated, 6 * DAY)
    assert await of_time(seated, poster) == ["timed_out"]
    assert await of_time(seated, poster, ANNA) == ["warned"] * 3
    assert {
        message.user_id for _, message, _ in poster.posted if isinstance(message, DirectMessage)
    } == {ANNA}


async def test_warnings_but_the_last_wait_for_the_end_of_quiet_hours(
    seated: Seated, poster: FakePoster
) -> None:
    """The game begins at eight in the morning UTC, and its last hour at seven."""
    async with seated.database.writing() as connection:
        await prefer(connection, ANNA, {"quiet": "18-9"}, NOON)
    await start(seated, "1d")
    counts = {}
    for hour in range(1, 25):
        await pass_time(seated, HOUR)
        counts[hour] = len(await of_time(seated, poster))
    assert counts[22] == 0
    assert counts[23] == 1


async def test_simultaneous_warnings_are_merged(seated: Seated, poster: FakePoster) -> None:
    await start(seated, "2h")
    await pass_time(seated, 119 * 60 * SECOND, 60 * SECOND)
    assert await of_time(seated, poster) == ["warned"] * 2


async def test_limits_of_an_hour_or_less_skip_the_last_hour_warning(
    seated: Seated, poster: FakePoster
) -> None:
    await start(seated, "1h")
    assert await of_time(seated, poster) == []
    await pass_time(seated, 59 * 60 * SECOND, 60 * SECOND)
    assert await of_time(seated, poster) == ["warned"] * 2


async def test_every_turn_has_its_own_warnings(seated: Seated, poster: FakePoster) -> None:
    game = await start(seated, "4d")
    for turn in range(1, 6):
        await pass_time(seated, 3 * DAY)
        await seated.play(game.id)
        assert await of_time(seated, poster) == ["warned"] * turn


async def test_after_weeks_of_downtime_only_the_most_urgent_is_sent(
    seated: Seated, poster: FakePoster
) -> None:
    await start(seated, "20d")
    seated.clock.turn(17 * DAY)
    await seated.look()
    await seated.look()
    assert await of_time(seated, poster) == ["warned"]


async def test_players_timed_out_during_downtime_are_not_warned(
    seated: Seated, poster: FakePoster
) -> None:
    await start(seated, "5d")
    seated.clock.turn(21 * DAY)
    await seated.look()
    await seated.look()
    assert await of_time(seated, poster) == ["timed_out"]


async def test_two_processes_tell_everything_once(seated: Seated, poster: FakePoster) -> None:
    await start(seated, "5d")
    other = seated.in_another_process()
    processes = [
        Timers(process.database, process.table, process.clock) for process in (seated, other)
    ]
    for _ in range(6 * 24):
        seated.clock.turn(HOUR)
        await asyncio.gather(*(process.look() for process in processes))
    assert await of_time(seated, poster) == ["warned"] * 3 + ["timed_out"]


async def test_a_restart_neither_forgets_nor_repeats_a_warning(
    seated: Seated, poster: FakePoster
) -> None:
    await start(seated, "5d")
    for _ in range(12):
        await pass_time(seated.in_another_process(), 12 * HOUR)
    assert await of_time(seated, poster) == ["warned"] * 3 + ["timed_out"]


async def test_a_game_that_ends_by_itself_is_not_told_of_before(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    seated.clock.turn(90 * DAY)
    await seated.look()
    assert (await seated.table.games.get(game.id)).status is Status.ABANDONED
    assert await of_time(seated, poster) == []


async def test_nothing_is_told_of_the_time_of_a_game_that_is_over(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d")
    await seated.act(BEN, game.id, Resign())
    await pass_time(seated, 10 * DAY, DAY)
    assert await of_time(seated, poster) == []
