"""Art of Castellan by name: what the painter receives. The size of ground and buildings is one
stretch; that of icons and cards is their height.

The pictures are shared: copy one before changing it.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final, get_args

from PIL import Image

from engine.castellan.cards import SEATS, Deck
from engine.castellan.pieces import KINDS, LONG, Heading, Kind
from render.picture.masks import Point
from render.picture.scene import Name, Size
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Pictures, ShippedPictures, SpritePage, Sprites

WALL_LOOKS: Final = 4
TOWER_LOOKS: Final = 8
MEADOW_LOOKS: Final = 16
YARD_LOOKS: Final = 16
# The number of the first looks in which nothing stands on the yard, so that there is room for
# something else.
PLAIN_YARDS: Final = 8


@dataclass(frozen=True, slots=True)
class WallSprite:
    """A wall from the middle of one tower to that of another; its middle is that of its span."""

    kind: Kind
    heading: Heading
    look: int


@dataclass(frozen=True, slots=True)
class TowerSprite:
    """A round tower, centred on its point."""

    look: int


@dataclass(frozen=True, slots=True)
class KeepSprite:
    """A keep in the colours of a seat."""

    seat: int
    double: bool


@dataclass(frozen=True, slots=True)
class MeadowSprite:
    """Ground of a cell outside; every look joins every other."""

    look: int


@dataclass(frozen=True, slots=True)
class MeadowRow:
    """Cells outside side by side, as one picture."""

    looks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class YardSprite:
    """Ground of a cell in a courtyard; every look joins every other."""

    look: int


@dataclass(frozen=True, slots=True)
class PieceIcon:
    """A piece as cards and footers show it."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class ExtraCardIcon:
    """Symbol for one more card to draw."""


@dataclass(frozen=True, slots=True)
class CardBack:
    """Back of a card, five wide and seven high."""

    deck: Deck


@dataclass(frozen=True, slots=True)
class CardFace:
    """Face of a card with room in its middle, five wide and seven high."""

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

# The breadth of a wall, including its shadow, in stretches.
WALL = 0.6
# The breadth of a tower, including its shadow, in stretches.
TOWER = 0.8
# The breadth of keeps, in stretches.
KEEP = 0.56
DOUBLE_KEEP = 0.74
# The widths of the icons of pieces, relative to their heights.
ICONS: dict[Kind, float] = {"tower": 0.76, "short": 1.2, "long": 2.6}
# The width of the icon of an extra card, relative to its height.
EXTRA_CARD = 0.86
# The width of a card, relative to its height.
CARD = 5 / 7


def proportions(name: Name) -> Point:
    match name:
        case WallSprite(kind, heading):
            length = LONG if kind == "long" else 1
            return (length, WALL) if heading == "E" else (WALL, length)
        case TowerSprite():
            return TOWER, TOWER
        case KeepSprite(double=double):
            return (DOUBLE_KEEP, DOUBLE_KEEP) if double else (KEEP, KEEP)
        case MeadowSprite() | YardSprite():
            return 1.0, 1.0
        case PieceIcon(kind):
            return ICONS[kind], 1.0
        case ExtraCardIcon():
            return EXTRA_CARD, 1.0
        case CardBack() | CardFace():
            return CARD, 1.0
        case _:
            raise KeyError(name)


def extent(name: Name, size: int) -> Size:
    """Measure a sprite in pixels."""
    wide, high = proportions(name)
    return max(1, round(wide * size)), max(1, round(high * size))


FOLDER = Path(__file__).parent / "drawn"
# The pixels of a stretch in the art as it ships.
STRETCH = 128
# The height of an icon in the art as it ships.
ICON = 96
# The height of a card in the art as it ships.
CARD_HEIGHT = 350
DECKS: tuple[Deck, ...] = get_args(Deck)
WALLS: tuple[Kind, ...] = ("short", "long")
HEADINGS: tuple[Heading, ...] = ("E", "N")


def ground_names() -> list[Sprite]:
    return [
        *(MeadowSprite(look) for look in range(MEADOW_LOOKS)),
        *(YardSprite(look) for look in range(YARD_LOOKS)),
    ]


def building_names() -> list[Sprite]:
    return [
        *(WallSprite(*wall) for wall in product(WALLS, HEADINGS, range(WALL_LOOKS))),
        *(TowerSprite(look) for look in range(TOWER_LOOKS)),
        *(KeepSprite(seat, double) for seat in range(max(SEATS)) for double in (False, True)),
    ]


def icon_names() -> list[Sprite]:
    return [*map(PieceIcon, KINDS), ExtraCardIcon()]


def card_names() -> list[Sprite]:
    return [*map(CardBack, DECKS), *map(CardFace, DECKS)]


def shipped_pages() -> list[SpritePage]:
    longest = extent(PieceIcon("long"), ICON)
    return [
        SpritePage("ground.webp", "RGB", (STRETCH, STRETCH), ground_names()),
        SpritePage("buildings.webp", "RGBA", (2 * STRETCH, 2 * STRETCH), building_names()),
        SpritePage("icons.webp", "RGBA", longest, icon_names()),
        SpritePage("cards.webp", "RGBA", extent(CardBack("wall"), CARD_HEIGHT), card_names()),
    ]


def shipped_size(name: Name) -> int:
    match name:
        case PieceIcon() | ExtraCardIcon():
            return ICON
        case CardBack() | CardFace():
            return CARD_HEIGHT
        case _:
            return STRETCH


def shared_palette() -> SharedPalette:
    return SharedPalette.read(FOLDER)


class CastellanSprites(Sprites):
    def extent(self, name: Name, size: int) -> Size:
        if isinstance(name, MeadowRow):
            return len(name.looks) * size, size
        self.picture(name)
        return extent(name, size)

    def image(self, name: Name, size: int) -> Image.Image:
        if not isinstance(name, MeadowRow):
            return super().image(name, size)
        row = Image.new("RGB", self.extent(name, size))
        for number, look in enumerate(name.looks):
            row.paste(self.image(MeadowSprite(look), size), (number * size, 0))
        return row


def trim_to_extent(pictures: Pictures) -> Pictures:
    return {
        name: picture.crop((0, 0, *extent(name, shipped_size(name))))
        for name, picture in pictures.items()
    }


def load_sprites() -> CastellanSprites:
    return CastellanSprites(ShippedPictures(FOLDER, shipped_pages(), trim_to_extent))
