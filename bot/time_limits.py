"""How much time the players of a game have: so many days a turn, or a bank that fills up again.

Owns the two kinds of limits and their text form. Pure; when time runs is told by the game.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from json import dumps, loads

from bot.clock import Moment


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Each turn may use what is left to its player, and then gives the increment back."""

    start: Moment
    """What each player has at the beginning."""
    increment: Moment
    """What a turn gives."""
    cap: Moment
    """The most that can be left after it. With so many days a turn all three are the same."""
    left: tuple[Moment, ...]
    """What each seat has left, without the turn that runs."""


def more(limit: TimeLimit, seat: int) -> TimeLimit:
    """Adds one increment to what the seat has left, above the cap if need be."""
    left = (time + limit.increment * (n == seat) for n, time in enumerate(limit.left))
    return replace(limit, left=tuple(left))


def limit_text(limit: TimeLimit | None) -> str | None:
    return None if limit is None else dumps(asdict(limit))


def parse_limit(text: str | None) -> TimeLimit | None:
    if text is None:
        return None
    stored = loads(text)
    left: Sequence[Moment] = stored.pop("left")
    return TimeLimit(**stored, left=tuple(left))
