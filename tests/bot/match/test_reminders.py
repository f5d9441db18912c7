"""No rule about reminders is ever broken, in whatever order things happen.

A game is followed through random days. Moves, snoozes, nudges, changed preferences and downtimes
happen at any moment, and the process looks at the game whenever it likes.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.actions import Done
from bot.match.due import Due, after_due, due_now, next_due
from bot.match.errors import Refused
from bot.match.game import NO_REMINDERS, Game, Timeouts
from bot.match.preferences import Away, Cadence, PlayerPreferences
from bot.match.reminders import APART, call, nudge, remind_at, reminder_times, snooze
from bot.process.clock import DAY, HOUR, SECOND, Millis
from tests.bot.kit import ANNA, BEN, NOON, by
from tests.bot.match.test_changes import RUNNING

MOST = 5
MINUTE = 60 * SECOND
PATIENCE = Timeouts()
Deed = Literal["look", "pass", "move", "snooze", "nudge", "like"]


@pytest.mark.parametrize(
    ("cadence", "hours"),
    [
        ("usual", [24, 72, 168, 336, 672]),
        ("off", []),
        ("6", [6, 12, 18, 24, 30]),
        ("12", [12, 24, 36, 48, 60]),
        ("24", [24, 48, 72, 96, 120]),
        ("48", [48, 96, 144, 192, 240]),
    ],
)
def test_reminders_come_after_these_hours_of_waiting(cadence: Cadence, hours: list[int]) -> None:
    assert [time // HOUR for time in reminder_times(cadence)] == hours


@dataclass
class Followed:
    """A game that waits for Anna, and every message to her about it."""

    now: Millis = NOON
    game: Game = RUNNING
    message_times: list[Millis] = field(default_factory=list)
    """When she was told something in the current turn, in order."""
    reminders: int = 0
    """How many of these are neither the call for the turn, nor the end of a snooze, nor a nudge."""

    @property
    def preferences(self) -> PlayerPreferences:
        return self.game.seats[0].preferences

    def do(self, deed: Deed, minutes: int, preferences: PlayerPreferences) -> None:
        match deed:
            case "pass":
                return
            case "look":
                self.look()
            case "move":
                self.begin()
            case "snooze":
                self.game = snooze(self.game, by(ANNA), self.now + (1 + minutes) * MINUTE)
            case "nudge":
                with suppress(Refused):
                    self.game = nudge(self.game, by(BEN), self.now)
                    if self.game.reminders.at == self.now:
                        self.hears(after=0)
            case "like":
                anna, ben = self.game.seats
                self.game = replace(self.game, seats=(replace(anna, preferences=preferences), ben))

    def begin(self) -> None:
        """Her turn begins."""
        began = replace(
            self.game, ply=self.game.ply + 1, waiting_since=self.now, reminders=NO_REMINDERS
        )
        self.game = call(began, self.now)
        self.message_times = []
        self.reminders = 0
        if self.game.reminders.at is not None:
            self.hears()

    def look(self) -> None:
        """As the table does; after a look nothing more is due."""
        while (due := due_now(self.game, PATIENCE, self.now)) is not None:
            if due.done is Done.EXPIRED:
                self.begin()
            else:
                self.let_happen(due)
        later = next_due(self.game, PATIENCE, self.now)
        assert later is not None
        assert later.at > self.now

    def let_happen(self, due: Due) -> None:
        before = self.game.reminders
        if due.done is Done.REMINDED and before.at is not None and before.snoozed is None:
            self.reminders += 1
            assert self.now >= before.at + APART
        self.game = after_due(self.game, due, PATIENCE, self.now)
        self.hears(before.snoozed)

    def hears(self, snoozed: Millis | None = None, after: Millis = 1) -> None:
        assert may_disturb(self.preferences, self.now)
        assert snoozed is None or self.now >= snoozed
        assert not self.message_times or self.now >= self.message_times[-1] + after
        self.message_times.append(self.now)
        assert self.reminders <= MOST


def may_disturb(preferences: PlayerPreferences, at: Millis) -> bool:
    """Whether somebody may be told something, worked out a second time."""
    if any(away.since <= at < away.until for away in preferences.aways):
        return False
    if preferences.quiet is None:
        return True
    first, last = preferences.quiet
    quiet = [(first + number) % 24 for number in range((last - first) % 24)]
    return datetime.fromtimestamp(at / SECOND, ZoneInfo(preferences.zone)).hour not in quiet


def preferences_with(
    cadence: Cadence, quiet: tuple[int, int] | None, zone: str, aways: list[tuple[int, int]]
) -> PlayerPreferences:
    """Preferences with these times away, each given by the hours before it and its own length in
    hours."""
    since = NOON
    gone = list[Away]()
    for before, length in aways:
        gone.append(Away(since + before * HOUR, since + (before + length) * HOUR))
        since = gone[-1].until
    return PlayerPreferences(cadence, "channel", quiet, zone, aways=tuple(gone))


HOURS = st.integers(0, 23)
QUIET = st.tuples(HOURS, HOURS).filter(lambda hours: hours[0] != hours[1])
ZONES = st.sampled_from(["UTC", "Europe/Amsterdam", "Australia/Sydney", "America/Santiago"])
AWAYS = st.lists(st.tuples(st.integers(1, 300), st.integers(1, 400)), max_size=3)
CADENCES = st.sampled_from(["usual", "off", "6", "12", "24", "48"])
PREFERENCES = st.builds(preferences_with, CADENCES, st.none() | QUIET, ZONES, AWAYS)
DEEDS: st.SearchStrategy[Deed] = st.sampled_from(get_args(Deed))
MINUTES = st.integers(0, 90) | st.integers(0, 5 * 24 * 60)
DAYS = st.lists(st.tuples(MINUTES, DEEDS, MINUTES, PREFERENCES), min_size=5, max_size=50)


@settings(max_examples=300)
@given(PREFERENCES, DAYS)
def test_notifications_are_neither_too_frequent_nor_untimely(
    preferences: PlayerPreferences, days: list[tuple[int, Deed, int, PlayerPreferences]]
) -> None:
    followed = Followed()
    followed.do("like", 0, preferences)
    followed.begin()
    for passed, deed, minutes, others in days:
        followed.now += passed * MINUTE
        followed.do(deed, minutes, others)


@settings(max_examples=200)
@given(CADENCES, st.none() | QUIET, ZONES)
def test_due_notifications_arrive_as_soon_as_quiet_hours_allow(
    cadence: Cadence, quiet: tuple[int, int] | None, zone: str
) -> None:
    """Some messages come together: somebody who accepts messages for one hour a day gets one a
    day."""
    followed = Followed()
    followed.do("like", 0, PlayerPreferences(cadence, "channel", quiet, zone))
    followed.begin()
    while (due := next_due(followed.game, PATIENCE, followed.now)) is not None:
        if due.done is Done.EXPIRED:
            break
        followed.now = due.at
        followed.look()
    for wanted in (NOON, *(NOON + time for time in reminder_times(cadence))):
        assert any(wanted <= at <= wanted + 2 * DAY + APART for at in followed.message_times)


@given(st.integers(0, 60), CADENCES)
def test_what_was_missed_in_a_downtime_is_sent_once(days: int, cadence: Cadence) -> None:
    followed = Followed()
    followed.do("like", 0, PlayerPreferences(cadence))
    followed.begin()
    followed.now += days * DAY - 1
    followed.look()
    assert followed.reminders <= 1
    waits_for = remind_at(followed.game, PATIENCE, followed.now)
    past = sum(NOON + time <= followed.now for time in reminder_times(cadence))
    assert (waits_for is None) == (past == len(reminder_times(cadence)))
