"""Walls and towers seen from the front, as on cards and icons. Knows neither.

All lines have one width, given in the unit of the sheet, and stones are sized to match it.
"""

from math import cos, pi, sin

from render.art.battlements import battlements
from render.art.geometry import Box
from render.art.palette import DOOR, DOOR_DARK
from render.castellan.art.colours import palette
from render.castellan.art.sheet import Sheet
from render.picture.colours.palette import INK
from render.picture.scene import Colour

GAP = 0.6
"""How wide the gap between two merlons is, in merlons."""
MERLON = 0.47
"""How high a merlon is, relative to the distance from one to the next."""
COURSE, STONE, JOINT = 3.0, 6.4, 0.5
"""How high and how long a stone is, and how wide a joint, in line widths."""
LIT, SHADED = 0.24, 0.3
"""How much of a tower's front is in full light, and how much in shade."""
OVERHANG = 0.14


def draw_wall_front(sheet: Sheet, box: Box, merlons: int, line: float) -> None:
    """A wall with this many merlons; the box reaches to their tops."""
    left, top, right, bottom = box
    deep = (right - left) / merlons * MERLON
    outline = [
        (left, bottom),
        *battlements((left, right), top, deep, merlons, GAP),
        (right, bottom),
    ]
    sheet.shape(outline, palette.STONE_PALE)
    sill = top + deep
    sheet.box(left, sill, right, bottom, palette.STONE)
    _masonry(sheet, (left, sill, right, bottom), line)
    sheet.line([*outline, *outline[:2]], INK, line)


def _masonry(sheet: Sheet, box: Box, line: float) -> None:
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


def draw_tower_front(sheet: Sheet, box: Box, tip: float, line: float) -> None:
    """A round tower; the box reaches to the eaves of its roof, which ends in a tip."""
    left, eaves, right, bottom = box
    wide, middle = right - left, (left + right) / 2
    sheet.box(left, eaves, right, bottom, palette.STONE)
    sheet.box(left, eaves, left + wide * LIT, bottom, palette.STONE_PALE)
    sheet.box(right - wide * SHADED, eaves, right, bottom, palette.STONE_SHADED)
    body = [(left, bottom), (left, eaves), (right, eaves), (right, bottom)]
    sheet.line([*body, *body[:2]], INK, line)
    over = wide * (0.5 + OVERHANG)
    west, east = (middle - over, eaves), (middle + over, eaves)
    sheet.shape([west, (middle, tip), east], palette.TILES.lit)
    sheet.shape([(middle + over * 0.3, eaves), (middle, tip), east], palette.TILES.shaded)
    sheet.line([west, (middle, tip), east, west, (middle, tip)], INK, line)


def draw_window(sheet: Sheet, x: float, y: float, line: float) -> None:
    """A narrow window with a light behind it."""
    _arch(sheet, (x - 2 * line, y, x + 2 * line, y + 4 * line), INK)
    _arch(sheet, (x - line, y, x + line, y + 3 * line), palette.STRAW)


def draw_gate(sheet: Sheet, box: Box, line: float) -> None:
    """A wooden gate under an arch, which rises above the box by half its width."""
    left, top, right, bottom = box
    _arch(sheet, (left - 2.4 * line, top, right + 2.4 * line, bottom), INK)
    _arch(sheet, (left - 1.4 * line, top, right + 1.4 * line, bottom), palette.STONE_PALE)
    _arch(sheet, (left, top, right, bottom), INK)
    _arch(sheet, (left + line, top, right - line, bottom), DOOR)
    for share in (0.3, 0.5, 0.7):
        x = left + (right - left) * share
        sheet.line([(x, top - line), (x, bottom)], DOOR_DARK, line * 0.7)


def _arch(sheet: Sheet, box: Box, colour: Colour) -> None:
    left, top, right, bottom = box
    middle, half = (left + right) / 2, (right - left) / 2
    arc = [(middle + half * cos(w), top - half * sin(w)) for w in (pi * i / 16 for i in range(17))]
    sheet.shape([*arc, (left, bottom), (right, bottom)], colour)
