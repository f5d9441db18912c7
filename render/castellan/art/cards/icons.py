"""The icons of pieces from above, with few bold merlons, and the sign for one more card."""

from math import cos, pi, sin

from PIL import Image

from engine.castellan.vocabulary.pieces import Kind
from render.castellan.art.colours import palette
from render.castellan.art.extents import proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import ExtraCardIcon, PieceIcon
from render.picture.colours.palette import CREAM, GOLD, INK

MERLONS: dict[Kind, int] = {"tower": 8, "short": 4, "long": 8}
BREADTH = 0.82
LINE = 0.055
BLOCK = 0.25
"""How deep a merlon is."""


def draw_piece_icon(name: PieceIcon, height: int) -> Image.Image:
    width, high = proportions(name)
    sheet = Sheet((width, high), height)
    if name.kind == "tower":
        _tower(sheet)
    else:
        _wall(sheet, width / 2 - 0.04, MERLONS[name.kind])
    return sheet.finished()


def _tower(sheet: Sheet) -> None:
    radius = 0.49
    sheet.disc(0, 0, radius - 0.02, INK)
    sheet.disc(0, 0, radius - 0.02 - LINE, palette.STONE)
    sheet.disc(0, 0, radius - BLOCK + 0.03, INK)
    sheet.disc(0, 0, radius - BLOCK - LINE + 0.03, palette.WALKWAY)
    count = MERLONS["tower"]
    for number in range(count):
        middle = 2 * pi * (number + 0.5) / count
        for inset, colour in ((0.0, INK), (LINE * 0.85, palette.STONE_PALE)):
            near, far = radius - BLOCK + inset, radius - inset
            turn = 0.62 * pi / count - inset / (radius - BLOCK / 2)
            corners = ((far, -turn), (far * 1.02, 0.0), (far, turn), (near, turn), (near, -turn))
            sheet.shape([(r * cos(middle + a), r * sin(middle + a)) for r, a in corners], colour)


def _wall(sheet: Sheet, end: float, count: int) -> None:
    half = BREADTH / 2
    sheet.box(-end, -half + 0.02, end, half - 0.02, INK)
    sheet.box(-end + LINE, -half + LINE, end - LINE, half - LINE, palette.STONE)
    walk = half - BLOCK + 0.03
    sheet.box(-end + LINE, -walk, end - LINE, walk, INK)
    sheet.box(-end + LINE, -walk + LINE * 0.8, end - LINE, walk - LINE * 0.8, palette.WALKWAY)
    wide = 2 * end / (count * 1.55 - 0.55)
    for number in range(count):
        left = -end + number * wide * 1.55
        for top in (-half, half - BLOCK):
            sheet.box(left, top, left + wide, top + BLOCK, INK)
            right, bottom = left + wide - LINE * 0.85, top + BLOCK - LINE * 0.85
            sheet.box(left + LINE * 0.85, top + LINE * 0.85, right, bottom, palette.STONE_PALE)


def draw_extra_card_icon(height: int) -> Image.Image:
    """A card, and a plus on a golden disc."""
    sheet = Sheet(proportions(ExtraCardIcon()), height)
    _card(sheet, -0.1, 0.0, INK)
    _card(sheet, -0.1, LINE, CREAM)
    _card(sheet, -0.1, LINE + 0.07, palette.CARD_EDGE)
    _card(sheet, -0.1, LINE + 0.1, palette.PARCHMENT)
    x, y = 0.17, 0.24
    sheet.disc(x, y, 0.255, INK)
    sheet.disc(x, y, 0.255 - LINE, GOLD)
    for wide, high in ((0.14, 0.045), (0.045, 0.14)):
        sheet.box(x - wide, y - high, x + wide, y + high, INK)
    return sheet.finished()


def _card(sheet: Sheet, x: float, inset: float, colour: tuple[int, int, int]) -> None:
    wide, high = 0.31 - inset, 0.46 - inset
    box = (*sheet.at(x - wide, -0.03 - high), *sheet.at(x + wide, -0.03 + high))
    sheet.draw.rounded_rectangle(box, sheet.long(max(0.02, 0.09 - inset)), colour)
