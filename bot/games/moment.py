"""What a face is given of a game: whose it is, and what is seen of it."""

from collections.abc import Sequence
from typing import Any, Protocol

Names = Sequence[str]
"""Of the players by seat; in texts they are told as they are given, in pictures shortened."""
Events = Sequence[Any]


class Moment(Protocol):
    """A position of a game and the events that led to it."""

    @property
    def view(self) -> Any: ...

    @property
    def events(self) -> Events: ...
