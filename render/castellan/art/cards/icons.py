"""The icons of pieces, seen from the front, and the sign for one more card.

Measured in heights of an icon from its middle.
"""

from PIL import Image

from render.castellan.art.cards.elevations import draw_tower_front, draw_wall_front
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import ExtraCardIcon, PieceIcon
from render.picture.colours.palette import CREAM, GOLD, INK
from render.picture.scene import Colour

LINE = 0.07
MERLONS = {"short": 3, "long": 7}
TOP = -0.3
"""Where the merlons of a wall end."""
HALF_TOWER, EAVES = 0.25, -0.08
CARD = (0.31, 0.45)
"""Half the width and height of the card in the sign."""


def draw_piece_icon(name: PieceIcon, height: int) -> Image.Image:
    width, _ = proportions(name)
    sheet, foot = Sheet(proportions(name), height), 0.5 - LINE / 2
    if name.kind == "tower":
        box = (-HALF_TOWER, EAVES, HALF_TOWER, foot)
        draw_tower_front(sheet, box, -0.5 + LINE, LINE)
    else:
        end = (width - LINE) / 2
        draw_wall_front(sheet, (-end, TOP, end, foot), MERLONS[name.kind], LINE)
    return sheet.finished()


def draw_extra_card_icon(name: ExtraCardIcon, height: int) -> Image.Image:
    """A card, and a plus on a golden disc."""
    sheet = Sheet(proportions(name), height)
    for inset, colour in (
        (0.0, INK),
        (LINE, CREAM),
        (LINE + 0.06, palette.CARD_EDGE),
        (LINE + 0.1, palette.PARCHMENT),
    ):
        _plate(sheet, inset, colour)
    x, y = 0.17, 0.24
    sheet.disc(x, y, 0.255, INK)
    sheet.disc(x, y, 0.255 - LINE, GOLD)
    for wide, high in ((0.14, 0.045), (0.045, 0.14)):
        sheet.box(x - wide, y - high, x + wide, y + high, INK)
    return sheet.finished()


def _plate(sheet: Sheet, inset: float, colour: Colour) -> None:
    """The card in the north-west of the sign, without a rim of this width."""
    x, y, (wide, high) = -0.11, -0.04, CARD
    corners = (
        *sheet.at(x - wide + inset, y - high + inset),
        *sheet.at(x + wide - inset, y + high - inset),
    )
    sheet.draw.rounded_rectangle(corners, sheet.long(max(0.02, 0.09 - inset)), colour)
