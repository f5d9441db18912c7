"""What a face is given of a game: the players' names."""

from collections.abc import Sequence
from typing import Any

Names = Sequence[str]
"""The players' names by seat; texts use them as they are, pictures shorten them."""
Events = Sequence[Any]
