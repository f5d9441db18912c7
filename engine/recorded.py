"""A game as its record tells it, whichever game it is: what it began from, its moves, its end.

Knows neither the form of a record nor the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Early = Literal["resigned", "agreed", "timeout"]
"""How a game can end before the rules end it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended before the rules ended it."""

    how: Early
    winner: int | None
    """The seat that won; nobody when None."""

    @property
    def why(self) -> str:
        """In a word: nobody has to win when somebody no longer moves."""
        return "abandoned" if self.how == "timeout" and self.winner is None else self.how


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything from which a game can be played again, move by move."""

    options: Mapping[str, str]
    seed: str = field(repr=False)
    first: int
    players: tuple[str, ...]
    moves: tuple[str, ...]
    ended: Early | None = None
    """None while the game runs, and when it was played to its end."""
    winner: int | None = None
    """Who won a game that ended early; nobody, or the moves tell it, when None."""

    @property
    def ending(self) -> Ending | None:
        return None if self.ended is None else Ending(self.ended, self.winner)
