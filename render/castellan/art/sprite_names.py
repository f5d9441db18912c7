"""The names of Castellan's sprites, how large each is, and how many looks there are."""

from dataclasses import dataclass
from typing import Final

from engine.castellan.vocabulary.moves import Deck
from engine.castellan.vocabulary.pieces import Heading, Kind

WALL_LOOKS: Final = 4
TOWER_LOOKS: Final = 8
MEADOW_LOOKS: Final = 16
YARD_LOOKS: Final = 16
PLAIN_YARDS: Final = 8
"""In the first looks nothing stands on the yard, so there is room for something else."""


@dataclass(frozen=True, slots=True)
class WallSprite:
    """A wall from the middle of one tower to that of another; its middle is that of its span. Its
    size is one stretch."""

    kind: Kind
    heading: Heading
    look: int


@dataclass(frozen=True, slots=True)
class TowerSprite:
    """A round tower, centred on its point. Its size is one stretch."""

    look: int


@dataclass(frozen=True, slots=True)
class KeepSprite:
    """A keep in the colours of a seat. Its size is one stretch."""

    seat: int
    double: bool


@dataclass(frozen=True, slots=True)
class MeadowSprite:
    """The ground of a cell outside; every look joins every other. Its size is one stretch."""

    look: int


@dataclass(frozen=True, slots=True)
class YardSprite:
    """The ground of a cell in a courtyard; every look joins every other. Its size is one
    stretch."""

    look: int


@dataclass(frozen=True, slots=True)
class PieceIcon:
    """A piece as cards and panels show it. Its size is its height."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ExtraCardIcon:
    """The symbol for one more card to draw. Its size is its height."""


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back of a card, five wide and seven high. Its size is its height."""

    deck: Deck


@dataclass(frozen=True, slots=True)
class CardFace:
    """The face of a card without what it shows, five wide and seven high, with room in its middle.
    Its size is its height."""

    deck: Deck


Sprite = (
    WallSprite
    | TowerSprite
    | KeepSprite
    | MeadowSprite
    | YardSprite
    | PieceIcon
    | ExtraCardIcon
    | CardBack
    | CardFace
)
