"""Frames of a replay, and how long each is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

# The share of a game that counts as its opening.
OPENING = 0.3
# The times for which frames are shown, in milliseconds; those before the last one shrink together
# in a game that would be longer than a replay may be.
# A frame of the opening in which nothing is scored.
QUICK = 260
# Any other frame in which nothing is scored; in the opening, one in which something is.
NORMAL = 520
# A later frame in which something is scored.
SCORING = 950
# The last frame.
HELD = 4000
# A whole game.
LONGEST = 15_000
# What a file counts in.
UNIT = 10
# Players of GIFs show a shorter frame for longer than it says.
SHORTEST = 20
# A frame that is there to be read.
READABLE = 1600

V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Frame(Generic[V_co, E_co]):
    """A view of a game, and the events that led to it."""

    view: V_co
    events: tuple[E_co, ...] = ()


def durations(scoring: Sequence[bool]) -> list[int]:
    """Decide how long each frame is shown, from whether points were scored there: the opening runs
    faster, turns that score stay longer, and the last frame is held."""
    last = len(scoring) - 1
    moving = [_full_time(number < OPENING * last, scoring[number]) for number in range(last)]
    share = min(1, (LONGEST - HELD) / max(sum(moving), 1))
    return [*(max(SHORTEST, int(time * share) // UNIT * UNIT) for time in moving), HELD]


def _full_time(in_opening: bool, scores: bool) -> int:
    if in_opening:
        return NORMAL if scores else QUICK
    return SCORING if scores else NORMAL


def recent_durations(scoring: Sequence[bool]) -> list[int]:
    """Decide the same for the few last moves of a game, each of which is there to be read."""
    last = len(scoring) - 1
    return [HELD if number == last else READABLE for number in range(len(scoring))]
