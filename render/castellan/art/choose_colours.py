"""Chooses the shared colours again from the art: `python -m render.castellan.art.choose_colours`.

To be run when the art was drawn anew, and to be followed by new golden pictures. Words, plates,
keeps and plain ground keep their exact colours; the rest is divided by how much the art uses them.
"""

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
from render.picture.colours.choosing import completed, sheet, written
from render.picture.colours.palette import SEATS as SEAT_COLOURS
from render.picture.colours.palette import exact_colours, mixed
from render.picture.scene import Colour

TARGET = Path(__file__).parent / "colours" / "shared_colours.py"
ACROSS = 16
TINTS = (0.12, 0.24, 0.36)
"""How strongly a yard may be tinted by its owner."""


def fixed_colours() -> list[Colour]:
    """The colours that must be exact."""
    tinted = [
        mixed(ground, seat.main, share)
        for seat in SEAT_COLOURS[: max(SEATS)]
        for ground in (palette.YARD,)
        for share in TINTS
    ]
    ground = [GRASS, *palette.PLAIN]
    return list(dict.fromkeys([*exact_colours(max(SEATS)), *ground, *tinted]))


def sample(sprites: Sprites) -> Image.Image:
    """One picture with everything that is drawn, each thing about as large as it matters."""
    grounds = [sprites.picture(name) for name in ground_names()]
    squares = list(grounds)
    for number, name in enumerate([*building_names(), *icon_names()]):
        square, picture = grounds[number % len(grounds)].copy(), sprites.picture(name)
        square.paste(picture, (0, 0), picture)
        squares.append(square)
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
