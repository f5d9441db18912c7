"""What happens in a game, in enough detail that every point explains itself. A closed union."""

from dataclasses import dataclass

from engine.castellan.vocabulary.moves import Deck
from engine.castellan.vocabulary.pieces import Cell, Piece, Pieces


@dataclass(frozen=True, slots=True)
class GameBegan:
    first: int
    seats: int


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    seat: int
    cards: tuple[str, ...]
    received: Pieces
    """What was passed on to this seat in the turn before (K14)."""
    pieces: Pieces
    """All pieces of the turn: those that the cards show, and those received."""
    scores: tuple[int, ...]
    """The scores before this turn."""


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class CourtyardMade:
    """A courtyard made in this turn, as it is at its end (K10, K11)."""

    seat: int
    cells: tuple[Cell, ...]
    towers: int
    double: bool
    points: int
    divided: bool
    """Whether it is part of a courtyard that existed before the turn."""


@dataclass(frozen=True, slots=True)
class CourtyardGrew:
    """A courtyard that existed before the turn, and gained towers inside it."""

    seat: int
    cells: tuple[Cell, ...]
    towers: int
    double: bool
    points: int
    gained: int
    """How many towers it gained."""
    more: int
    """How many points it gained."""


@dataclass(frozen=True, slots=True)
class TurnScored:
    """How a turn changed the points of its player, if it did. Dividing a courtyard with a double
    keep can cost points."""

    seat: int
    points: int
    scores: tuple[int, ...]
    """The scores after the change."""


@dataclass(frozen=True, slots=True)
class PiecesPassed:
    """Pieces that found no place (K14). After the very last turn they leave the game (K17)."""

    seat: int
    to: int | None
    """The seat that has to build them; None when they leave the game."""
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class CardDrawn:
    seat: int
    deck: Deck
    card: str | None
    """None to everybody else."""
    left: int
    """How many cards are left in that deck."""


@dataclass(frozen=True, slots=True)
class LastTurnsBegan:
    """K17: this seat has no card left. The others draw all of theirs and have one more turn."""

    seat: int
    order: tuple[int, ...]
    """Who has a last turn, in order."""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """The seat is skipped from now on (K21)."""

    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PiecesHandedOn:
    """The pieces that a player who left would have had to build go to this seat (K21)."""

    seat: int
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class GameEnded:
    scores: tuple[int, ...]
    keeps: tuple[int, ...]
    """K19: the keeps of each seat, a double keep being two."""
    winners: tuple[int, ...]


Event = (
    GameBegan
    | CardsPlayed
    | PiecePlaced
    | CourtyardMade
    | CourtyardGrew
    | TurnScored
    | PiecesPassed
    | CardDrawn
    | LastTurnsBegan
    | PlayerLeft
    | PiecesHandedOn
    | GameEnded
)
