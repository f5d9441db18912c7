"""Walls and towers seen from the front, as on the cards. Knows no card."""

from render.art.geometry import Box, Point
from render.castellan.art.colours import palette
from render.castellan.art.sheet import Sheet
from render.picture.colours.palette import INK

LINE = 0.014
GAP = 0.6
"""How wide the gap between two merlons is, in merlons."""
COURSE = 0.042
STONE = 0.09


def draw_wall_front(sheet: Sheet, box: Box, merlons: int) -> None:
    """A wall with this many merlons; the box reaches to their tops."""
    left, top, right, bottom = box
    wide = (right - left) / (merlons * (1 + GAP) - GAP)
    sill = top + min(0.05, wide * 0.75)
    outline: list[Point] = [(left, bottom)]
    for number in range(merlons):
        x = left + number * wide * (1 + GAP)
        outline += [(x, sill), (x, top), (x + wide, top), (x + wide, sill)]
    outline.append((right, bottom))
    sheet.shape(outline, palette.STONE)
    _masonry(sheet, (left, sill, right, bottom))
    sheet.line([*outline, *outline[:2]], INK, LINE)


def _masonry(sheet: Sheet, box: Box) -> None:
    """Courses of stone, every second one offset by half a stone."""
    left, top, right, bottom = box
    rows = max(1, round((bottom - top) / COURSE))
    high = (bottom - top) / rows
    for row in range(rows):
        y = top + row * high
        sheet.line([(left, y), (right, y)], palette.STONE_SHADED, 0.007)
        x = left + STONE * (1 if row % 2 else 0.5)
        while x < right - 0.02:
            sheet.line([(x, y), (x, y + high)], palette.STONE_SHADED, 0.007)
            x += STONE


def draw_tower_front(sheet: Sheet, box: Box, tip: float) -> None:
    """A round tower; the box reaches to the eaves of its roof, which ends in a tip."""
    left, eaves, right, bottom = box
    wide, middle = right - left, (left + right) / 2
    sheet.box(left, eaves, right, bottom, palette.STONE)
    sheet.box(left, eaves, left + wide * 0.24, bottom, palette.STONE_PALE)
    sheet.box(right - wide * 0.3, eaves, right, bottom, palette.STONE_SHADED)
    sheet.line([(left, bottom), (left, eaves), (right, eaves), (right, bottom)], INK, LINE)
    over = wide * 0.64
    west, east = (middle - over, eaves), (middle + over, eaves)
    sheet.shape([west, (middle, tip), east], palette.TILES.lit)
    sheet.shape([(middle + over * 0.3, eaves), (middle, tip), east], palette.TILES.shaded)
    sheet.line([west, (middle, tip), east, west, (middle, tip)], INK, LINE)


def draw_window(sheet: Sheet, x: float, y: float) -> None:
    """A narrow window with a light behind it."""
    for grow, colour in ((0.011, INK), (0.0, palette.STRAW)):
        sheet.box(x - 0.014 - grow, y - 0.028 - grow, x + 0.014 + grow, y + 0.028 + grow, colour)
        sheet.disc(x, y - 0.028, 0.014 + grow, colour)
    sheet.box(x - 0.014, y - 0.03, x + 0.014, y + 0.028, palette.STRAW)
