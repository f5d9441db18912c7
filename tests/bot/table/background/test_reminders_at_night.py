"""Months at the table: quiet hours and time away, in which the player to act is told nothing.

The clock starts at 8:00 UTC on 15 January.
"""

from datetime import UTC, datetime

import pytest

from bot.match.actions import Accept, Done, Propose, Resume
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.match.reminders import is_still_relevant
from bot.process.clock import DAY, HOUR, SECOND
from bot.table.posting import ChannelGone
from tests.bot.kit import ANNA, BEN, CHANNEL, NOON, OTHER_CHANNEL, pauses_of
from tests.bot.table.months import Months


async def test_a_reminder_waits_for_the_end_of_quiet_hours(months: Months) -> None:
    await months.start(quiet="6-20")
    await months.wait(8 * DAY)
    assert months.whole_hours() == [
        "15 Jan 20:00",
        "16 Jan 20:00",
        "18 Jan 20:00",
        "22 Jan 20:00",
    ]


async def test_a_turn_announced_after_quiet_hours_is_not_a_reminder(
    months: Months,
) -> None:
    game = await months.start(quiet="6-20")
    assert months.pings == []
    await months.wait(12 * HOUR)
    [(at, reminder)] = months.pings
    assert at == NOON + 12 * HOUR
    assert isinstance(reminder, Notice)
    assert reminder.done is Done.REMINDED
    assert (await months.game(game)).reminders.reminders == 0


async def test_a_turn_over_before_quiet_hours_end_is_not_announced(
    months: Months,
) -> None:
    game = await months.start(quiet="6-20")
    await months.play(game, until=1)
    await months.wait(40 * HOUR)
    assert months.pings == []


async def test_reminders_that_fall_into_one_night_come_as_one(months: Months) -> None:
    """At 14:00, 20:00, 2:00, 8:00, 14:00; the night is from 19:00 to 9:00."""
    await months.start(reminders="6", quiet="19-8")
    await months.wait(5 * DAY)
    assert months.whole_hours() == [
        "15 Jan 08:00",
        "15 Jan 14:00",
        "16 Jan 08:00",
        "16 Jan 14:00",
    ]


@pytest.mark.parametrize(
    ("zone", "began", "reminders"),
    [
        # the night in which 2:00 is followed by 3:00; that in which 3:00 is followed by 2:00
        ("Europe/Amsterdam", "2027-03-26T23:30", ["27 Mar 07:00", "28 Mar 06:00"]),
        ("Europe/Amsterdam", "2027-10-29T23:30", ["30 Oct 06:00", "31 Oct 07:00"]),
        ("Australia/Sydney", "2027-10-01T13:30", ["01 Oct 22:00", "02 Oct 21:00"]),
        ("Australia/Sydney", "2027-04-02T13:30", ["02 Apr 21:00", "03 Apr 22:00"]),
    ],
)
async def test_turn_notices_after_quiet_hours_follow_dst_changes(
    months: Months, zone: str, began: str, reminders: list[str]
) -> None:
    """A turn that begins in one night, and its reminder after 24 hours, in the next: both are sent
    at 8:00 local time."""
    at = datetime.fromisoformat(began).replace(tzinfo=UTC)
    months.seated.clock.now = round(at.timestamp()) * SECOND
    await months.start(quiet="22-8", zone=zone)
    await months.wait(40 * HOUR)
    assert months.whole_hours() == reminders


async def test_time_away_does_not_count_and_nothing_is_told_in_it(months: Months) -> None:
    await months.start()
    await months.wait(20 * HOUR)
    await months.away(Away(NOON + 20 * HOUR, NOON + 10 * DAY))
    await months.wait(16 * DAY)
    assert months.hours() == [10 * 24 + 4, 10 * 24 + 52, 10 * 24 + 148]


async def test_a_turn_starting_during_an_absence_is_announced_after_it(
    months: Months,
) -> None:
    await months.away(Away(NOON - DAY, NOON + 5 * DAY))
    game = await months.start()
    assert months.pings == []
    await months.wait(6 * DAY)
    assert months.hours() == [5 * 24, 6 * 24]
    assert (await months.game(game)).reminders.reminders == 1


async def test_who_comes_back_at_night_is_told_in_the_morning(months: Months) -> None:
    await months.away(Away(NOON - DAY, NOON + 5 * DAY - 6 * HOUR))
    await months.start(quiet="22-7")
    await months.wait(5 * DAY)
    assert months.whole_hours() == ["20 Jan 07:00"]


async def test_a_game_that_goes_on_in_quiet_hours_disturbs_nobody(months: Months) -> None:
    game = await months.start(quiet="18-7")
    await pauses_of(months.seated.table).pause(game.id, CHANNEL, "place_gone")
    await months.listen()
    months.seated.clock.turn(12 * HOUR)
    count_before = len(months.pings)
    await months.act(BEN, game, Resume(OTHER_CHANNEL))
    await months.wait(36 * HOUR)
    assert months.whole_hours()[count_before:] == ["16 Jan 07:00", "17 Jan 07:00"]


async def test_games_resumed_in_quiet_hours_call_the_player_after_them(
    months: Months,
) -> None:
    game = await months.start(quiet="22-8", reminders="off")
    await months.act(ANNA, game, Propose("adjourn"))
    await months.act(BEN, game, Accept("adjourn", 0))
    await months.wait(30 * DAY + 16 * HOUR)
    count_before = len(months.pings)
    await months.act(BEN, game, Resume(CHANNEL))
    assert len(months.pings) == count_before
    await months.wait(3 * DAY)
    assert months.whole_hours()[count_before:] == ["15 Feb 08:00"]


async def test_messages_held_in_a_lost_channel_wake_nobody_at_night(months: Months) -> None:
    game = await months.start(quiet="22-8")
    await months.wait(23 * HOUR)
    months.seated.clock.turn(HOUR)
    months.poster.failures[CHANNEL] = [ChannelGone()]
    await months.look()
    assert (await months.game(game)).lost
    await months.wait(16 * HOUR)
    count_before = len(months.pings)
    await months.act(BEN, game, Resume(OTHER_CHANNEL))
    after = await months.game(game)
    notices = [message for _, message in months.pings[count_before:] if isinstance(message, Notice)]
    assert not any(is_still_relevant(notice, after) for notice in notices)
    await months.wait(HOUR * 10)
    assert months.whole_hours()[-1] == "17 Jan 08:00"
