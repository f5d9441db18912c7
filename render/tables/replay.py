"""The frames of a replay, and how long each is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

# The share of a game that counts as its opening.
OPENING = 0.3
# The time for which a frame is shown, in milliseconds.
QUICK = 260
NORMAL = 520
SCORING = 950
HELD = 6000
READABLE = 1600

V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Frame(Generic[V_co, E_co]):
    """A view of a game, and the events that led to it."""

    view: V_co
    events: tuple[E_co, ...] = ()


def durations(scoring: Sequence[bool]) -> list[int]:
    """The time for which each frame is shown, from whether points were scored there: the opening
    runs faster, turns that score stay longer, and the last frame is held."""
    last = len(scoring) - 1
    found = []
    for number, scores in enumerate(scoring):
        if number == last:
            found.append(HELD)
        elif number < OPENING * last:
            found.append(NORMAL if scores else QUICK)
        else:
            found.append(SCORING if scores else NORMAL)
    return found


def recent_durations(scoring: Sequence[bool]) -> list[int]:
    """The same for the few last moves of a game, each of which is there to be read."""
    last = len(scoring) - 1
    return [HELD if number == last else READABLE for number in range(len(scoring))]
