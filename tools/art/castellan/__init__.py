"""Draws the art of Castellan, which has no sets of its players' own."""

from itertools import product

from PIL import Image

from engine.castellan.cards import SEATS
from render.castellan.art import sprites as art
from render.picture.palette import GRASS, exact_colours, mix
from render.picture.palette import SEATS as SEAT_COLOURS
from render.picture.scene import Colour, Name
from render.picture.shared_palette import COLOURS_FILE
from tools.art import redrawing
from tools.art.castellan import cards, palette
from tools.art.castellan.ground import draw_meadow, draw_yard
from tools.art.castellan.towers import draw_keep, draw_tower
from tools.art.castellan.walls import draw_wall


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages, at its size there."""
    match name:
        case art.WallSprite():
            return draw_wall(name)
        case art.TowerSprite():
            return draw_tower(name)
        case art.KeepSprite():
            return draw_keep(name)
        case art.MeadowSprite():
            return draw_meadow(name)
        case art.YardSprite():
            return draw_yard(name)
        case art.PieceIcon():
            return cards.draw_piece_icon(name)
        case art.ExtraCardIcon():
            return cards.draw_extra_card_icon(name)
        case art.CardBack():
            return cards.draw_back(name)
        case art.CardFace():
            return cards.draw_face(name)
        case _:
            raise KeyError(name)


def redraw() -> None:
    redrawing.redraw_pages(art.FOLDER, art.shipped_pages(), draw)


# The number of squares in a row of the picture that colours are chosen from.
ACROSS = 16
OWNERS = SEAT_COLOURS[: max(SEATS)]
# The opacities of an owner's tint on a yard, from the whole yard to where the owner's pattern is.
TINTS = (0.3, 0.5, 0.8)
# The number of looks of a tinted yard in that picture.
TINTED_LOOKS = 3


def fixed_colours() -> list[Colour]:
    tinted = [
        mix(ground, seat.main, tint) for seat, tint, ground in product(OWNERS, TINTS, palette.YARDS)
    ]
    ground = [GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK, *palette.YARDS]
    return list(dict.fromkeys([*exact_colours(max(SEATS)), *ground, *tinted]))


def sample(sprites: art.CastellanSprites) -> Image.Image:
    """Put everything that is drawn into one picture, each thing roughly as large as it is
    important."""
    grounds = [sprites.picture(name) for name in art.ground_names()]
    pieces = [sprites.picture(name) for name in [*art.building_names(), *art.icon_names()]]
    squares = [*grounds, *redrawing.on_tiles(pieces, grounds)]
    for seat in OWNERS:
        for yard in grounds[-TINTED_LOOKS:]:
            tint = Image.new("RGB", yard.size, seat.main)
            squares.append(Image.blend(yard, tint, TINTS[1]))
    top = redrawing.sheet(squares, ACROSS)
    page = Image.new("RGB", (top.width, top.height + art.CARD_HEIGHT), GRASS)
    page.paste(top, (0, 0))
    left = 0
    for name in art.card_names():
        picture = sprites.picture(name)
        page.paste(picture, (left, top.height), picture)
        left += picture.width
    return page


def choose_colours() -> dict[str, list[Colour]]:
    everything = sample(art.load_sprites())
    return {COLOURS_FILE: redrawing.complete_colours(fixed_colours(), everything)}
