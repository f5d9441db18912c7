"""A game as recorded, whichever game it is: what it began from, its moves, its end.

Knows neither the format of a record nor the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Early = Literal["resigned", "agreed", "timeout"]
"""How a game can end before the rules end it."""

LEAVES = "leaves "


def leaving(seat: int) -> str:
    """How it is written among the moves that a player left the game for good."""
    return f"{LEAVES}{seat}"


def who_leaves(move: str) -> int | None:
    """The seat that leaves, if this is not a move of the game."""
    return int(move.removeprefix(LEAVES)) if move.startswith(LEAVES) else None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended before the rules ended it."""

    how: Early
    winners: tuple[int, ...] = ()
    """The seats that won; empty when nobody did."""

    @property
    def why(self) -> str:
        """In a word: nobody need win when a player stops moving."""
        return "abandoned" if self.how == "timeout" and not self.winners else self.how


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything needed to replay a game, move by move."""

    options: Mapping[str, str]
    seed: str = field(repr=False)
    first: int
    players: tuple[str, ...]
    moves: tuple[str, ...]
    """In the game's notation, or as `leaving` writes it."""
    ended: Early | None = None
    """None while the game runs, and when it was played to its end."""
    winners: tuple[int, ...] = ()
    """Who won a game that ended early; empty when nobody did, or when the moves decide it."""

    @property
    def ending(self) -> Ending | None:
        return None if self.ended is None else Ending(self.ended, self.winners)
