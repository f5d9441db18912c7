"""A game as recorded, whichever game it is: what it began from, what was done, its end.

Knows neither the format of a record nor the rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

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
class Leaves:
    """Somebody leaves a game that goes on without them."""

    seat: int


def deed_text(deed: M | Leaves, move_text: Callable[[M], str]) -> str:
    """What was done, as it is written among the moves."""
    return leaving(deed.seat) if isinstance(deed, Leaves) else move_text(deed)


def parse_deed(text: str, parse_move: Callable[[str], M]) -> M | Leaves:
    seat = who_leaves(text)
    return parse_move(text) if seat is None else Leaves(seat)


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, M, E]):
    """What was done, what happened, and the state after it; the first ply is the start."""

    done: M | Leaves | None
    events: tuple[E, ...]
    state: S


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
