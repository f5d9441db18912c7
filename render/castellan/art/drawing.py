"""What art of Castellan is drawn, and on which pages it ships: ground, buildings, icons and cards.

`python -m render.castellan.art.drawing` redraws the pages. Run it after the look of anything has
changed, then make new golden pictures.
"""

from itertools import product
from pathlib import Path
from typing import get_args

from PIL import Image

from engine.castellan.vocabulary.moves import Deck
from engine.castellan.vocabulary.pieces import KINDS, Heading, Kind
from engine.castellan.vocabulary.players import SEATS
from render.castellan.art.buildings.keeps import draw_keep
from render.castellan.art.buildings.towers import draw_tower
from render.castellan.art.buildings.walls import draw_wall
from render.castellan.art.cards.cards import draw_back, draw_face
from render.castellan.art.cards.icons import draw_extra_card_icon, draw_piece_icon
from render.castellan.art.extents import extent
from render.castellan.art.ground.meadows import draw_meadow
from render.castellan.art.ground.yards import draw_yard
from render.castellan.art.sprite_names import (
    MEADOW_LOOKS,
    TOWER_LOOKS,
    WALL_LOOKS,
    YARD_LOOKS,
    CardBack,
    CardFace,
    ExtraCardIcon,
    KeepSprite,
    MeadowSprite,
    PieceIcon,
    Sprite,
    TowerSprite,
    WallSprite,
    YardSprite,
)
from render.picture.drawn_art import Page, drawn_pictures, write_pages
from render.picture.scene import Name

FOLDER = Path(__file__).parent / "drawn"
STRETCH, ICON, CARD = 128, 96, 350
"""The sizes in pixels at which the art ships."""
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


def pages() -> list[Page]:
    longest = extent(PieceIcon("long"), ICON)
    return [
        Page("ground.webp", "RGB", (STRETCH, STRETCH), ground_names()),
        Page("buildings.webp", "RGBA", (2 * STRETCH, 2 * STRETCH), building_names()),
        Page("icons.webp", "RGBA", longest, icon_names()),
        Page("cards.webp", "RGBA", extent(CardBack("wall"), CARD), card_names()),
    ]


def shipped_size(name: Name) -> int:
    match name:
        case PieceIcon() | ExtraCardIcon():
            return ICON
        case CardBack() | CardFace():
            return CARD
        case _:
            return STRETCH


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages, at its size there."""
    match name:
        case WallSprite():
            return draw_wall(name, STRETCH)
        case TowerSprite():
            return draw_tower(name, STRETCH)
        case KeepSprite():
            return draw_keep(name, STRETCH)
        case MeadowSprite():
            return draw_meadow(name, STRETCH)
        case YardSprite():
            return draw_yard(name, STRETCH)
        case PieceIcon():
            return draw_piece_icon(name, ICON)
        case ExtraCardIcon():
            return draw_extra_card_icon(name, ICON)
        case CardBack():
            return draw_back(name, CARD)
        case CardFace():
            return draw_face(name, CARD)
        case _:
            raise KeyError(name)


if __name__ == "__main__":
    write_pages(FOLDER, pages(), drawn_pictures(pages(), draw))
