"""Chooses the shared colours again from the art: `python -m render.castellan.art.choose_colours`.

Run this after the art has been redrawn, then make new golden pictures. Words, plates, keeps and
plain ground keep their exact colours; the rest is divided by how much the art uses them.
"""

from itertools import product
from pathlib import Path

from PIL import Image

from engine.castellan.vocabulary.players import SEATS
from render.art.palette import GRASS
from render.castellan.art.colours import palette
from render.castellan.art.drawing import (
    CARD,
    building_names,
    card_names,
    ground_names,
    icon_names,
)
from render.castellan.art.sprites import Sprites, load_sprites
from render.picture.colours.choosing import completed, on_tiles, sheet, written
from render.picture.colours.palette import SEATS as SEAT_COLOURS
from render.picture.colours.palette import exact_colours, mixed
from render.picture.scene import Colour

TARGET = Path(__file__).parent / "colours" / "shared_colours.py"
ACROSS = 16
OWNERS = SEAT_COLOURS[: max(SEATS)]
TINTS = (0.3, 0.5, 0.8)
"""How strongly a yard is tinted by its owner: as a whole, and where the owner's pattern is."""
TINTED = 3
"""How many looks of a tinted yard go into the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    """The colours that must be exact."""
    tinted = [
        mixed(ground, seat.main, tint)
        for seat, tint, ground in product(OWNERS, TINTS, palette.YARDS)
    ]
    ground = [GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK, *palette.YARDS]
    return list(dict.fromkeys([*exact_colours(max(SEATS)), *ground, *tinted]))


def sample(sprites: Sprites) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    grounds = [sprites.picture(name) for name in ground_names()]
    pieces = [sprites.picture(name) for name in [*building_names(), *icon_names()]]
    squares = [*grounds, *on_tiles(pieces, grounds)]
    for seat in OWNERS:
        for yard in grounds[-TINTED:]:
            tint = Image.new("RGB", yard.size, seat.main)
            squares.append(Image.blend(yard, tint, TINTS[1]))
    top = sheet(squares, ACROSS)
    page = Image.new("RGB", (top.width, top.height + CARD), GRASS)
    page.paste(top, (0, 0))
    left = 0
    for name in card_names():
        picture = sprites.picture(name)
        page.paste(picture, (left, top.height), picture)
        left += picture.width
    return page


if __name__ == "__main__":
    colours = completed(fixed_colours(), sample(load_sprites()))
    TARGET.write_text(written(colours, "render.castellan.art.choose_colours"), "utf-8")
