"""What a face is given of a game: the players' names, and a position."""

from collections.abc import Sequence
from typing import Any, Protocol

Names = Sequence[str]
"""The players' names by seat; texts use them as they are, pictures shorten them."""
Events = Sequence[Any]


class Moment(Protocol):
    """A position of a game and the events that led to it."""

    @property
    def view(self) -> Any: ...

    @property
    def events(self) -> Events: ...
