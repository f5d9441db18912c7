"""Draws cards, and icons of pieces: walls and towers seen from the front.

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

# The height of a merlon, as a share of the distance from one to the next.
MERLON_HEIGHT = 0.47
# The height of a row of stones, in line widths.
COURSE_HEIGHT = 3.0
# The length of a stone, in line widths.
STONE_LENGTH = 6.4
# The width of a joint between stones, in line widths.
JOINT_WIDTH = 0.5
# The share of a tower's front that is in full light.
LIT_SHARE = 0.24
# The share of a tower's front that is in the shade.
SHADED_SHARE = 0.3
# How far a tower's roof projects on each side, as a share of the tower's width.
OVERHANG = 0.14


def draw_wall_front(sheet: Sheet, box: Bounds, merlons: int, line: float) -> None:
    """Draw a wall with this many merlons; the box reaches to their tops."""
    left, top, right, bottom = box
    merlon_height = (right - left) / merlons * MERLON_HEIGHT
    outline = [
        (left, bottom),
        *battlements((left, right), top, merlon_height, merlons),
        (right, bottom),
    ]
    sheet.shape(outline, palette.STONE_PALE)
    sill = top + merlon_height
    sheet.box(left, sill, right, bottom, palette.STONE)
    _draw_masonry(sheet, (left, sill, right, bottom), line)
    sheet.line([*outline, *outline[:2]], INK, line)


def _draw_masonry(sheet: Sheet, box: Bounds, line: float) -> None:
    """Draw courses of stone, every second one offset by half a stone."""
    left, top, right, bottom = box
    rows = max(1, round((bottom - top) / (COURSE_HEIGHT * line)))
    height = (bottom - top) / rows
    for row in range(rows):
        y = top + row * height
        sheet.line([(left, y), (right, y)], palette.STONE_SHADED, line * JOINT_WIDTH)
        x = left + STONE_LENGTH * line * (1 if row % 2 else 0.5)
        while x < right - 2 * line:
            sheet.line([(x, y), (x, y + height)], palette.STONE_SHADED, line * JOINT_WIDTH)
            x += STONE_LENGTH * line


def draw_tower_front(sheet: Sheet, box: Bounds, tip: float, line: float) -> None:
    """Draw a round tower; the box reaches to the eaves of its roof, which ends in a tip."""
    left, eaves, right, bottom = box
    width = right - left
    middle = (left + right) / 2
    sheet.box(left, eaves, right, bottom, palette.STONE)
    sheet.box(left, eaves, left + width * LIT_SHARE, bottom, palette.STONE_PALE)
    sheet.box(right - width * SHADED_SHARE, eaves, right, bottom, palette.STONE_SHADED)
    body = [(left, bottom), (left, eaves), (right, eaves), (right, bottom)]
    sheet.line([*body, *body[:2]], INK, line)
    half_roof = width * (0.5 + OVERHANG)
    west = (middle - half_roof, eaves)
    east = (middle + half_roof, eaves)
    sheet.shape([west, (middle, tip), east], palette.TILES.lit)
    sheet.shape([(middle + half_roof * 0.3, eaves), (middle, tip), east], palette.TILES.shaded)
    sheet.line([west, (middle, tip), east, west, (middle, tip)], INK, line)


def draw_gate(sheet: Sheet, box: Bounds, line: float) -> None:
    """Draw a wooden gate under an arch, which rises above the box by half its width."""
    left, top, right, bottom = box
    _draw_arch(sheet, (left - 2.4 * line, top, right + 2.4 * line, bottom), INK)
    _draw_arch(sheet, (left - 1.4 * line, top, right + 1.4 * line, bottom), palette.STONE_PALE)
    _draw_arch(sheet, (left, top, right, bottom), INK)
    _draw_arch(sheet, (left + line, top, right - line, bottom), DOOR)
    for share in (0.3, 0.5, 0.7):
        x = left + (right - left) * share
        sheet.line([(x, top - line), (x, bottom)], DOOR_DARK, line * 0.7)


def _draw_arch(sheet: Sheet, box: Bounds, colour: Colour) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    radius = (right - left) / 2
    angles = [pi * step / 16 for step in range(17)]
    arc = [(middle + radius * cos(angle), top - radius * sin(angle)) for angle in angles]
    sheet.shape([*arc, (left, bottom), (right, bottom)], colour)


# The width of a line in an icon.
ICON_LINE = 0.07
# The number of merlons on the icon of each wall.
MERLONS = {"short": 3, "long": 7}
# The upper end of a wall's merlons in an icon.
WALL_TOP = -0.3
# Half the width of a tower in an icon.
HALF_TOWER = 0.25
# The place of a tower's eaves in an icon.
TOWER_EAVES = -0.08
# Half the width and half the height of the card in the icon of an extra card.
SIGN_CARD = (0.31, 0.45)


def draw_piece_icon(name: art.PieceIcon) -> Image.Image:
    width, _ = art.proportions(name)
    sheet = Sheet(name)
    foot = 0.5 - ICON_LINE / 2
    if name.kind == "tower":
        box = (-HALF_TOWER, TOWER_EAVES, HALF_TOWER, foot)
        draw_tower_front(sheet, box, -0.5 + ICON_LINE, ICON_LINE)
    else:
        half_width = (width - ICON_LINE) / 2
        draw_wall_front(
            sheet, (-half_width, WALL_TOP, half_width, foot), MERLONS[name.kind], ICON_LINE
        )
    return sheet.finish()


def draw_extra_card_icon(name: art.ExtraCardIcon) -> Image.Image:
    """Draw a card, and a plus on a golden disc."""
    sheet = Sheet(name)
    x = -0.11
    y = -0.04
    half_width, half_height = SIGN_CARD
    for inset, colour in (
        (0.0, INK),
        (ICON_LINE, CREAM),
        (ICON_LINE + 0.06, palette.CARD_EDGE),
        (ICON_LINE + 0.1, palette.PARCHMENT),
    ):
        start = sheet.position(x - half_width + inset, y - half_height + inset)
        end = sheet.position(x + half_width - inset, y + half_height - inset)
        rounding = sheet.in_pixels(max(0.02, 0.09 - inset))
        sheet.draw.rounded_rectangle((*start, *end), rounding, colour)
    x = 0.17
    y = 0.24
    sheet.disc(x, y, 0.255, INK)
    sheet.disc(x, y, 0.255 - ICON_LINE, GOLD)
    for half_width, half_height in ((0.14, 0.045), (0.045, 0.14)):
        sheet.box(x - half_width, y - half_height, x + half_width, y + half_height, INK)
    return sheet.finish()


# The radius of a card's corners.
CORNER_RADIUS = 0.055
# The width of a line on a card.
CARD_LINE = 0.014
# The width of a card's dark rim.
RIM_WIDTH = 0.016
# The distance of a card's picture from its border.
FRAME_WIDTH = 0.05
# The lower end of the picture on a card.
PICTURE_FOOT = 0.5 - FRAME_WIDTH


def draw_back(name: art.CardBack) -> Image.Image:
    """Draw a wall by day or a tower in the evening, in a golden frame."""
    sheet = Sheet(name)
    _fill_card(sheet, 0.0, INK)
    _fill_card(sheet, RIM_WIDTH, palette.DECKS[name.deck].edge)
    picture = Sheet(name)
    _draw_landscape(picture, name.deck)
    _paste_picture(sheet, picture, FRAME_WIDTH)
    sheet.draw.rounded_rectangle(
        _inset_box(sheet, FRAME_WIDTH - 0.006),
        sheet.in_pixels(0.02),
        outline=GOLD,
        width=sheet.in_pixels(0.013),
    )
    return sheet.finish()


def draw_face(name: art.CardFace) -> Image.Image:
    """Draw parchment in a frame of the deck's colour, with its wall or towers along the foot."""
    sheet = Sheet(name)
    colours = palette.DECKS[name.deck]
    _fill_card(sheet, 0.0, INK)
    _fill_card(sheet, RIM_WIDTH, colours.edge)
    _fill_card(sheet, FRAME_WIDTH - 0.01, mix(colours.edge, INK, 0.4))
    picture = Sheet(name)
    _fill_card(picture, 0.0, palette.PARCHMENT)
    if name.deck == "wall":
        draw_wall_front(picture, (-0.34, PICTURE_FOOT - 0.09, 0.34, 0.52), 9, CARD_LINE)
    else:
        for x in (-0.235, 0.235):
            box = (x - 0.045, PICTURE_FOOT - 0.1, x + 0.045, 0.52)
            draw_tower_front(picture, box, PICTURE_FOOT - 0.18, CARD_LINE)
    picture.oval(0.0, 0.53, 0.5, 0.105, INK)
    picture.oval(0.0, 0.53, 0.5 - CARD_LINE, 0.105 - CARD_LINE * 0.8, GRASS)
    _paste_picture(sheet, picture, FRAME_WIDTH)
    return sheet.finish()


def _fill_card(sheet: Sheet, inset: float, colour: Colour) -> None:
    radius = sheet.in_pixels(max(0.012, CORNER_RADIUS - inset))
    sheet.draw.rounded_rectangle(_inset_box(sheet, inset), radius, colour)


def _inset_box(sheet: Sheet, inset: float) -> Bounds:
    rim = inset * sheet.unit
    width, height = sheet.image.size
    return rim, rim, width - 1 - rim, height - 1 - rim


def _paste_picture(sheet: Sheet, picture: Sheet, inset: float) -> None:
    mask = Image.new("L", sheet.image.size)
    radius = sheet.in_pixels(max(0.012, CORNER_RADIUS - inset))
    ImageDraw.Draw(mask).rounded_rectangle(_inset_box(sheet, inset), radius, 255)
    sheet.image.paste(picture.image, (0, 0), mask)


def _draw_landscape(picture: Sheet, deck: Deck) -> None:
    colours = palette.DECKS[deck]
    picture.box(-0.5, -0.5, 0.5, 0.5, colours.sky)
    picture.disc(0.0, 0.0, 0.29, colours.glow)
    picture.disc(0.19, -0.3, 0.055, GOLD)
    picture.oval(-0.2, 0.42, 0.42, 0.34, colours.far_hill)
    if deck == "wall":
        draw_wall_front(picture, (-0.385, -0.08, 0.385, 0.34), 6, CARD_LINE)
        draw_gate(picture, (-0.075, 0.15, 0.075, 0.34), CARD_LINE)
        hill = (0.0, 0.62)
    else:
        draw_tower_front(picture, (-0.115, -0.1, 0.115, 0.34), -0.36, CARD_LINE)
        for y in (-0.02, 0.12):  # windows
            for line_widths, colour in ((2, INK), (1, palette.STRAW)):
                half = line_widths * CARD_LINE
                foot = y + (line_widths + 2) * CARD_LINE
                _draw_arch(picture, (-0.01 - half, y, -0.01 + half, foot), colour)
        hill = (0.24, 0.62)
    picture.oval(*hill, 0.6, 0.36, INK)
    picture.oval(*hill, 0.6 - CARD_LINE, 0.36 - CARD_LINE, colours.near_hill)
