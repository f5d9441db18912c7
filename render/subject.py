"""Subject of a picture of a board, or of a text about it: built once where the position is known,
and handed on as one value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.questions import Part
from engine.recorded import Ending
from render.tables.replay import Frame

V = TypeVar("V")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)

# The players' names by seat; texts use them as they are, pictures shorten them.
Names = Sequence[str]


class Mark(NamedTuple):
    """A choice that a picture marks where it belongs. Marks of one name are a region."""

    name: str
    """The short name: the same on the picture and on its button."""
    parts: tuple[Part, ...]
    """The parts that one tap on it chooses, after those that were chosen already."""


@dataclass(frozen=True, slots=True)
class Subject(Generic[V_co, E_co]):
    """A position, with what led to it and what is being chosen in it."""

    view: V_co
    names: Names = ()
    events: Sequence[E_co] = ()
    """Those of the last move, or those known in advance of the move that is being chosen."""
    parts: Sequence[Part] = ()
    """The choices of the player to act so far."""
    marks: Sequence[Mark] = ()
    """The other choices."""
    ending: Ending | None = None
    """The end of the game, if it ended early here."""


def subjects_of(
    frames: Sequence[Frame[V, E]], names: Names, ending: Ending | None = None
) -> list[Subject[V, E]]:
    """Make the subjects of a game that ended this way with the last of them."""
    last = len(frames) - 1
    return [
        Subject(frame.view, names, frame.events, ending=ending if number == last else None)
        for number, frame in enumerate(frames)
    ]
