"""A game as recorded, whichever game it is: how it began, the moves, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

# The ways in which a game can end early, before the rules end it.
Early = Literal["resigned", "agreed", "timeout"]

LEAVES = "leaves "


def leaving_text(seat: int) -> str:
    """Write the entry among the moves of a record for a player who left the game for good."""
    return f"{LEAVES}{seat}"


def leaving_seat(move: str) -> int | None:
    """Find the seat that leaves, or None if this is a move of the game."""
    return int(move.removeprefix(LEAVES)) if move.startswith(LEAVES) else None


@dataclass(frozen=True, slots=True)
class Leaves:
    """Somebody leaves a game that continues without them."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, M, E]):
    """A move or leaving, its events, and the state after it; the first ply is the start."""

    done: M | Leaves | None
    events: tuple[E, ...]
    state: S


@dataclass(frozen=True, slots=True)
class Ending:
    """Early end of a game, before the rules ended it."""

    how: Early
    winners: tuple[int, ...] = ()
    """The seats that won; empty when nobody did."""

    @property
    def why(self) -> str:
        """Ending in a word: when a player stops moving, there need not be a winner."""
        return "abandoned" if self.how == "timeout" and not self.winners else self.how


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything needed to replay a game, move by move."""

    options: Mapping[str, str]
    seed: str = field(repr=False)
    first: int
    players: tuple[str, ...]
    moves: tuple[str, ...]
    """The moves in the game's notation, or as `leaving_text` writes them."""
    ended: Early | None = None
    """None while the game is running, and when it was played to its end."""
    winners: tuple[int, ...] = ()
    """The winners of a game that ended early; empty when there are none, or when the moves
    decide."""
    skipped: tuple[str, ...] = field(default=(), compare=False)
    """The keys of the record it was read from that are unknown here."""

    @property
    def ending(self) -> Ending | None:
        return None if self.ended is None else Ending(self.ended, self.winners)
