"""What a player can do: play a whole turn."""

from typing import Literal, NamedTuple

from engine.castellan.vocabulary.pieces import Cell, Piece

Deck = Literal["wall", "tower"]
DECKS: tuple[Deck, ...] = ("wall", "tower")


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    cards: tuple[str, ...]
    """In the order in which they were chosen, which makes no difference."""
    build: tuple[Piece, ...]
    """In the order of building."""
    double: Cell | None = None
    """K12: a cell of the courtyard that gets, or keeps, the double keep."""
    draw: tuple[Deck, ...] = ()
    """K15: the decks to draw from."""


Move = Turn
