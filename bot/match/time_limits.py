"""Time limits: a number of days per turn, or a bank that fills up again; what a move costs and
gives. When time runs is decided in `bot.match.clocks`.
"""

import re
from dataclasses import dataclass, replace

from bot.match.errors import Refused, Why
from bot.process.clock import DAY, HOUR, Millis

# The least that any part of a limit can be.
LEAST = HOUR
# The most that any part of a limit can be.
MOST = 60 * DAY
# The text for no limit.
OFF = "off"
# The time by which a player may be late altogether in a game of a season; then it is lost.
LATE = DAY

_SPAN = r"((?:\d{1,4}d)?(?:\d{1,4}h)?)"
_TYPED = re.compile(rf"{_SPAN}(?:\+{_SPAN}(?:max{_SPAN})?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Each turn may use what its player has left, and then gives the increment back."""

    start: Millis
    """The time of each player at the beginning."""
    increment: Millis
    """The time that a turn gives."""
    cap: Millis
    """The most that can be left after it. With days per turn all three are the same."""
    left: tuple[Millis, ...] = ()
    """The time left to each seat, without the current turn."""
    given: tuple[tuple[int, Millis], ...] = ()
    """For each move that stands, the seat and how much it gave: less than the increment at the
    cap."""
    late: tuple[Millis, ...] = ()
    """The time by which each seat has been late altogether; only counted where that loses the
    game."""

    @property
    def by_turn(self) -> bool:
        """Every turn has the same time, and none is saved."""
        return self.start == self.increment == self.cap

    def begin(self, seats: int, *, counts_late: bool = False) -> "TimeLimit":
        """Make the limit for this many players before the first move."""
        late = (0,) * seats if counts_late else ()
        return replace(self, left=(self.start,) * seats, late=late, given=())

    def after_move(self, seat: int, used: Millis) -> "TimeLimit":
        """Charge a move that took this long, and give its increment. A player who was late starts
        from nothing."""
        charged_limit = self.charge(seat, used)
        time_left = charged_limit.left[seat]
        gift = max(min(self.cap - time_left, self.increment), 0)
        after = charged_limit._with_left(seat, min(time_left, self.cap) + gift)
        return replace(after, given=(*self.given, (seat, gift)))

    def after_leaving(self, seat: int) -> "TimeLimit":
        """Note a player who left: that is logged among the moves, and gives nothing."""
        return replace(self, given=(*self.given, (seat, 0)))

    def charge(self, seat: int, used: Millis) -> "TimeLimit":
        """Charge this much time without a move."""
        late = self.late
        if late:
            overdrawn = max(used - self.left[seat], 0)
            late = (*late[:seat], late[seat] + overdrawn, *late[seat + 1 :])
        return replace(self._with_left(seat, max(self.left[seat] - used, 0)), late=late)

    def after_undo(self, keep: int) -> "TimeLimit":
        """Let the moves after the first `keep` lose what they gave; the time they took is
        gone."""
        times_left = list(self.left)
        for seat, gift in self.given[keep:]:
            times_left[seat] = max(times_left[seat] - gift, 0)
        return replace(self, left=tuple(times_left), given=self.given[:keep])

    def add_increment(self, seat: int) -> "TimeLimit":
        """Give one more increment to this seat, above the cap if need be; the next move brings it
        back below."""
        return self._with_left(seat, self.left[seat] + self.increment)

    def raise_to(self, seat: int, time: Millis) -> "TimeLimit":
        return self._with_left(seat, max(self.left[seat], time))

    def _with_left(self, seat: int, time: Millis) -> "TimeLimit":
        return replace(self, left=(*self.left[:seat], time, *self.left[seat + 1 :]))


def read_limit(typed: str) -> TimeLimit | None:
    """Read `3d` or `24h` per turn, `10d+36h`, `10d+36h max 20d`; nothing or `off` for no limit.

    A bank holds no more than at the start, or than one increment, unless its maximum is given.
    """
    text = "".join(typed.split()).casefold()
    if text in {"", OFF}:
        return None
    match = _TYPED.fullmatch(text)
    if match is None:
        raise Refused(Why.TIME_LIMIT_UNREADABLE)
    start = _read_span(match[1])
    increment = start if match[2] is None else _read_span(match[2])
    cap = max(start, increment) if match[3] is None else _read_span(match[3])
    return check_limit(TimeLimit(start, increment, cap))


def check_limit(limit: TimeLimit) -> TimeLimit:
    """Return the limit, unless it is refused."""
    if not all(LEAST <= part <= MOST for part in (limit.start, limit.increment, limit.cap)):
        raise Refused(Why.TIME_LIMIT_OUT_OF_BOUNDS, most=MOST // DAY)
    if limit.cap < max(limit.start, limit.increment):
        raise Refused(Why.TIME_LIMIT_CAP)
    return limit


def format_limit(limit: TimeLimit) -> str:
    """Write the text that a person would type for it."""
    if limit.by_turn:
        return _typed_span(limit.start)
    text = f"{_typed_span(limit.start)}+{_typed_span(limit.increment)}"
    usual = limit.cap == max(limit.start, limit.increment)
    return text if usual else f"{text} max {_typed_span(limit.cap)}"


def _read_span(text: str) -> Millis:
    days, _, hours = text.rpartition("d")
    return int(days or 0) * DAY + int(hours.removesuffix("h") or 0) * HOUR


def _typed_span(time: Millis) -> str:
    return f"{time // HOUR}h" if time % DAY else f"{time // DAY}d"
