"""Cards: the backs of both decks, and the faces on which icons are laid.

Measured in heights of a card from its middle.
"""

from PIL import Image, ImageDraw

from engine.castellan.vocabulary.moves import Deck
from render.art.geometry import Box
from render.art.palette import GRASS
from render.castellan.art.cards.elevations import (
    draw_gate,
    draw_tower_front,
    draw_wall_front,
    draw_window,
)
from render.castellan.art.colours import palette
from render.castellan.art.extents import CARD, proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import CardBack, CardFace
from render.picture.colours.palette import GOLD, INK, mixed
from render.picture.scene import Colour

ROUND = 0.055
"""The radius of a card's corners."""
LINE = 0.014
EDGE, FRAME = 0.016, 0.05
"""How wide the dark rim of a card is, and how far its picture is from its border."""
RIGHT, FOOT = CARD / 2 - FRAME, 0.5 - FRAME
"""Where the picture of a card ends."""


def draw_back(name: CardBack, height: int) -> Image.Image:
    """A wall by day or a tower in the evening, in a golden frame."""
    sheet = Sheet(proportions(name), height)
    _plate(sheet, 0.0, INK)
    _plate(sheet, EDGE, palette.DECKS[name.deck].edge)
    picture = Sheet(proportions(name), height)
    _landscape(picture, name.deck)
    _lay(sheet, picture, FRAME)
    sheet.draw.rounded_rectangle(
        _inner(sheet, FRAME - 0.006), sheet.long(0.02), outline=GOLD, width=sheet.long(0.013)
    )
    return sheet.finished()


def draw_face(name: CardFace, height: int) -> Image.Image:
    """Parchment in a frame of the deck's colour, with its wall or towers along the foot."""
    sheet, colours = Sheet(proportions(name), height), palette.DECKS[name.deck]
    _plate(sheet, 0.0, INK)
    _plate(sheet, EDGE, colours.edge)
    _plate(sheet, FRAME - 0.01, mixed(colours.edge, INK, 0.4))
    picture = Sheet(proportions(name), height)
    _plate(picture, 0.0, palette.PARCHMENT)
    if name.deck == "wall":
        draw_wall_front(picture, (-0.34, FOOT - 0.09, 0.34, 0.52), 9, LINE)
    else:
        for x in (-0.235, 0.235):
            box = (x - 0.045, FOOT - 0.1, x + 0.045, 0.52)
            draw_tower_front(picture, box, FOOT - 0.18, LINE)
    picture.oval(0.0, 0.53, 0.5, 0.105, INK)
    picture.oval(0.0, 0.53, 0.5 - LINE, 0.105 - LINE * 0.8, GRASS)
    _lay(sheet, picture, FRAME)
    return sheet.finished()


def _plate(sheet: Sheet, inset: float, colour: Colour) -> None:
    radius = sheet.long(max(0.012, ROUND - inset))
    sheet.draw.rounded_rectangle(_inner(sheet, inset), radius, colour)


def _inner(sheet: Sheet, inset: float) -> Box:
    """The card without a rim of this width."""
    rim = inset * sheet.unit
    width, height = sheet.image.size
    return rim, rim, width - 1 - rim, height - 1 - rim


def _lay(sheet: Sheet, picture: Sheet, inset: float) -> None:
    """Draw a picture onto a card, within a rim."""
    mask = Image.new("L", sheet.image.size)
    radius = sheet.long(max(0.012, ROUND - inset))
    ImageDraw.Draw(mask).rounded_rectangle(_inner(sheet, inset), radius, 255)
    sheet.image.paste(picture.image, (0, 0), mask)


def _landscape(picture: Sheet, deck: Deck) -> None:
    colours = palette.DECKS[deck]
    picture.box(-0.5, -0.5, 0.5, 0.5, colours.sky)
    picture.disc(0.0, 0.0, 0.29, colours.glow)
    picture.disc(0.19, -0.3, 0.055, GOLD)
    picture.oval(-0.2, 0.42, 0.42, 0.34, colours.far_hill)
    if deck == "wall":
        draw_wall_front(picture, (-0.385, -0.08, 0.385, 0.34), 6, LINE)
        draw_gate(picture, (-0.075, 0.15, 0.075, 0.34), LINE)
        hill = (0.0, 0.62)
    else:
        draw_tower_front(picture, (-0.115, -0.1, 0.115, 0.34), -0.36, LINE)
        for y in (-0.02, 0.12):
            draw_window(picture, -0.01, y, LINE)
        hill = (0.24, 0.62)
    picture.oval(*hill, 0.6, 0.36, INK)
    picture.oval(*hill, 0.6 - LINE, 0.36 - LINE, colours.near_hill)
