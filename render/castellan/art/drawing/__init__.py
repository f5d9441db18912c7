"""The drawing of the art of Castellan, which ships ready-drawn."""

from itertools import product

from PIL import Image

from engine.castellan.cards import SEATS
from render.castellan.art.drawing import palette
from render.castellan.art.drawing.cards import (
    draw_back,
    draw_extra_card_icon,
    draw_face,
    draw_piece_icon,
)
from render.castellan.art.drawing.ground import draw_meadow, draw_yard
from render.castellan.art.drawing.towers import draw_keep, draw_tower
from render.castellan.art.drawing.walls import draw_wall
from render.castellan.art.sprites import (
    CARD_HEIGHT,
    FOLDER,
    CardBack,
    CardFace,
    CastellanSprites,
    ExtraCardIcon,
    KeepSprite,
    MeadowSprite,
    PieceIcon,
    TowerSprite,
    WallSprite,
    YardSprite,
    building_names,
    card_names,
    ground_names,
    icon_names,
    load_sprites,
    shipped_pages,
)
from render.drawing.redrawing import complete_colours, on_tiles, redraw_pages, sheet
from render.picture.palette import GRASS, exact_colours, mix
from render.picture.palette import SEATS as SEAT_COLOURS
from render.picture.scene import Colour, Name


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages, at its size there."""
    match name:
        case WallSprite():
            return draw_wall(name)
        case TowerSprite():
            return draw_tower(name)
        case KeepSprite():
            return draw_keep(name)
        case MeadowSprite():
            return draw_meadow(name)
        case YardSprite():
            return draw_yard(name)
        case PieceIcon():
            return draw_piece_icon(name)
        case ExtraCardIcon():
            return draw_extra_card_icon(name)
        case CardBack():
            return draw_back(name)
        case CardFace():
            return draw_face(name)
        case _:
            raise KeyError(name)


def redraw() -> None:
    redraw_pages(FOLDER, shipped_pages(), draw)


ACROSS = 16
OWNERS = SEAT_COLOURS[: max(SEATS)]
TINTS = (0.3, 0.5, 0.8)
"""The opacity of an owner's tint on a yard: as a whole, and where the owner's pattern is."""
TINTED = 3
"""The number of looks of a tinted yard in the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    tinted = [
        mix(ground, seat.main, tint) for seat, tint, ground in product(OWNERS, TINTS, palette.YARDS)
    ]
    ground = [GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK, *palette.YARDS]
    return list(dict.fromkeys([*exact_colours(max(SEATS)), *ground, *tinted]))


def sample(sprites: CastellanSprites) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    grounds = [sprites.picture(name) for name in ground_names()]
    pieces = [sprites.picture(name) for name in [*building_names(), *icon_names()]]
    squares = [*grounds, *on_tiles(pieces, grounds)]
    for seat in OWNERS:
        for yard in grounds[-TINTED:]:
            tint = Image.new("RGB", yard.size, seat.main)
            squares.append(Image.blend(yard, tint, TINTS[1]))
    top = sheet(squares, ACROSS)
    page = Image.new("RGB", (top.width, top.height + CARD_HEIGHT), GRASS)
    page.paste(top, (0, 0))
    left = 0
    for name in card_names():
        picture = sprites.picture(name)
        page.paste(picture, (left, top.height), picture)
        left += picture.width
    return page


def choose_colours() -> list[Colour]:
    return complete_colours(fixed_colours(), sample(load_sprites()))
