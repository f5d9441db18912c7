"""Cards and the icons of pieces on them: walls and towers seen from the front.

All lines have one width, given in the unit of the sheet, and stones are sized to match it.
"""

from math import cos, pi, sin

from PIL import Image, ImageDraw

from engine.castellan.cards import Deck
from render.castellan.art import sprites as art
from render.drawing.lines import battlements
from render.picture.masks import Bounds
from render.picture.palette import CREAM, DOOR, DOOR_DARK, GOLD, GRASS, INK, mix
from render.picture.scene import Colour
from tools.art.castellan import palette
from tools.art.castellan.sheet import Sheet

# The height of a merlon, relative to the distance from one to the next.
MERLON = 0.47
# The height and length of a stone, and the width of a joint, in line widths.
COURSE = 3.0
STONE = 6.4
JOINT = 0.5
# The shares of a tower's front in full light, and in shade.
LIT = 0.24
SHADED = 0.3
OVERHANG = 0.14


def draw_wall_front(sheet: Sheet, box: Bounds, merlons: int, line: float) -> None:
    """A wall with this many merlons; the box reaches to their tops."""
    left, top, right, bottom = box
    deep = (right - left) / merlons * MERLON
    outline = [(left, bottom), *battlements((left, right), top, deep, merlons), (right, bottom)]
    sheet.shape(outline, palette.STONE_PALE)
    sill = top + deep
    sheet.box(left, sill, right, bottom, palette.STONE)
    _masonry(sheet, (left, sill, right, bottom), line)
    sheet.line([*outline, *outline[:2]], INK, line)


def _masonry(sheet: Sheet, box: Bounds, line: float) -> None:
    """Courses of stone, every second one offset by half a stone."""
    left, top, right, bottom = box
    rows = max(1, round((bottom - top) / (COURSE * line)))
    high = (bottom - top) / rows
    for row in range(rows):
        y = top + row * high
        sheet.line([(left, y), (right, y)], palette.STONE_SHADED, line * JOINT)
        x = left + STONE * line * (1 if row % 2 else 0.5)
        while x < right - 2 * line:
            sheet.line([(x, y), (x, y + high)], palette.STONE_SHADED, line * JOINT)
            x += STONE * line


def draw_tower_front(sheet: Sheet, box: Bounds, tip: float, line: float) -> None:
    """A round tower; the box reaches to the eaves of its roof, which ends in a tip."""
    left, eaves, right, bottom = box
    wide = right - left
    middle = (left + right) / 2
    sheet.box(left, eaves, right, bottom, palette.STONE)
    sheet.box(left, eaves, left + wide * LIT, bottom, palette.STONE_PALE)
    sheet.box(right - wide * SHADED, eaves, right, bottom, palette.STONE_SHADED)
    body = [(left, bottom), (left, eaves), (right, eaves), (right, bottom)]
    sheet.line([*body, *body[:2]], INK, line)
    over = wide * (0.5 + OVERHANG)
    west = (middle - over, eaves)
    east = (middle + over, eaves)
    sheet.shape([west, (middle, tip), east], palette.TILES.lit)
    sheet.shape([(middle + over * 0.3, eaves), (middle, tip), east], palette.TILES.shaded)
    sheet.line([west, (middle, tip), east, west, (middle, tip)], INK, line)


def draw_gate(sheet: Sheet, box: Bounds, line: float) -> None:
    """A wooden gate under an arch, which rises above the box by half its width."""
    left, top, right, bottom = box
    _arch(sheet, (left - 2.4 * line, top, right + 2.4 * line, bottom), INK)
    _arch(sheet, (left - 1.4 * line, top, right + 1.4 * line, bottom), palette.STONE_PALE)
    _arch(sheet, (left, top, right, bottom), INK)
    _arch(sheet, (left + line, top, right - line, bottom), DOOR)
    for share in (0.3, 0.5, 0.7):
        x = left + (right - left) * share
        sheet.line([(x, top - line), (x, bottom)], DOOR_DARK, line * 0.7)


def _arch(sheet: Sheet, box: Bounds, colour: Colour) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    half = (right - left) / 2
    arc = [(middle + half * cos(w), top - half * sin(w)) for w in (pi * i / 16 for i in range(17))]
    sheet.shape([*arc, (left, bottom), (right, bottom)], colour)


ICON_LINE = 0.07
MERLONS = {"short": 3, "long": 7}
# The upper end of a wall's merlons.
TOP = -0.3
HALF_TOWER = 0.25
EAVES = -0.08
# Half the width and height of the card in the sign.
SIGN_CARD = (0.31, 0.45)


def draw_piece_icon(name: art.PieceIcon) -> Image.Image:
    width, _ = art.proportions(name)
    sheet = Sheet(name)
    foot = 0.5 - ICON_LINE / 2
    if name.kind == "tower":
        box = (-HALF_TOWER, EAVES, HALF_TOWER, foot)
        draw_tower_front(sheet, box, -0.5 + ICON_LINE, ICON_LINE)
    else:
        end = (width - ICON_LINE) / 2
        draw_wall_front(sheet, (-end, TOP, end, foot), MERLONS[name.kind], ICON_LINE)
    return sheet.finish()


def draw_extra_card_icon(name: art.ExtraCardIcon) -> Image.Image:
    """A card, and a plus on a golden disc."""
    sheet = Sheet(name)
    x = -0.11
    y = -0.04
    (wide, high) = SIGN_CARD
    for inset, colour in (
        (0.0, INK),
        (ICON_LINE, CREAM),
        (ICON_LINE + 0.06, palette.CARD_EDGE),
        (ICON_LINE + 0.1, palette.PARCHMENT),
    ):
        start = sheet.at(x - wide + inset, y - high + inset)
        end = sheet.at(x + wide - inset, y + high - inset)
        rounding = sheet.long(max(0.02, 0.09 - inset))
        sheet.draw.rounded_rectangle((*start, *end), rounding, colour)
    x = 0.17
    y = 0.24
    sheet.disc(x, y, 0.255, INK)
    sheet.disc(x, y, 0.255 - ICON_LINE, GOLD)
    for wide, high in ((0.14, 0.045), (0.045, 0.14)):
        sheet.box(x - wide, y - high, x + wide, y + high, INK)
    return sheet.finish()


# The radius of a card's corners.
ROUND = 0.055
LINE = 0.014
# The width of a card's dark rim, and the distance of its picture from its border.
EDGE = 0.016
FRAME = 0.05
# The lower end of the picture on a card.
FOOT = 0.5 - FRAME


def draw_back(name: art.CardBack) -> Image.Image:
    """A wall by day or a tower in the evening, in a golden frame."""
    sheet = Sheet(name)
    _plate(sheet, 0.0, INK)
    _plate(sheet, EDGE, palette.DECKS[name.deck].edge)
    picture = Sheet(name)
    _landscape(picture, name.deck)
    _lay(sheet, picture, FRAME)
    sheet.draw.rounded_rectangle(
        _inner(sheet, FRAME - 0.006), sheet.long(0.02), outline=GOLD, width=sheet.long(0.013)
    )
    return sheet.finish()


def draw_face(name: art.CardFace) -> Image.Image:
    """Parchment in a frame of the deck's colour, with its wall or towers along the foot."""
    sheet = Sheet(name)
    colours = palette.DECKS[name.deck]
    _plate(sheet, 0.0, INK)
    _plate(sheet, EDGE, colours.edge)
    _plate(sheet, FRAME - 0.01, mix(colours.edge, INK, 0.4))
    picture = Sheet(name)
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
    return sheet.finish()


def _plate(sheet: Sheet, inset: float, colour: Colour) -> None:
    radius = sheet.long(max(0.012, ROUND - inset))
    sheet.draw.rounded_rectangle(_inner(sheet, inset), radius, colour)


def _inner(sheet: Sheet, inset: float) -> Bounds:
    rim = inset * sheet.unit
    width, height = sheet.image.size
    return rim, rim, width - 1 - rim, height - 1 - rim


def _lay(sheet: Sheet, picture: Sheet, inset: float) -> None:
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
        for y in (-0.02, 0.12):  # windows
            for lines, colour in ((2, INK), (1, palette.STRAW)):
                half = lines * LINE
                foot = y + (lines + 2) * LINE
                _arch(picture, (-0.01 - half, y, -0.01 + half, foot), colour)
        hill = (0.24, 0.62)
    picture.oval(*hill, 0.6, 0.36, INK)
    picture.oval(*hill, 0.6 - LINE, 0.36 - LINE, colours.near_hill)
