"""Round towers from above: some with a platform and merlons, some with a pointed roof.

Each stands a little to the north of where it meets the ground, so that some of its side is seen.
"""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

from PIL import Image

from render.art.geometry import Point
from render.art.palette import DOOR, DOOR_DARK
from render.art.texture import chance
from render.castellan.art.colours import palette
from render.castellan.art.colours.palette import SHINGLES, SLATE, TILES, Roof
from render.castellan.art.extents import proportions
from render.castellan.art.sheet import Sheet
from render.castellan.art.sprite_names import TowerSprite
from render.picture.colours.palette import CREAM, GOLD, mixed

RADIUS = 0.23
TALL = 0.085
"""How far the top of a tower is to the north of its foot."""
FOOT = 0.045
"""How far its foot is to the south of its point."""
LINE = 0.014
PARAPET = 0.068
MERLONS = 10
EAVES = 0.022
"""How far a roof stands out."""
RISE = 0.065
"""How far the tip of a roof is to the north of its eaves' middle."""
WEDGES = 48
COURSES = (1.0, 0.76, 0.52, 0.3)
"""How wide each course of a roof is, by the lowest."""
LIGHT = -3 * pi / 4
"""The direction that the light comes from, clockwise from the east."""
SHADOW = 0.1


def draw_tower(name: TowerSprite, stretch: int) -> Image.Image:
    sheet = Sheet(proportions(name), stretch)
    dice = chance("tower", name.look)
    _drum(sheet, dice)
    match name.look:
        case 0:
            _platform(sheet, dice)
        case 1:
            _roof(sheet, SLATE)
        case 2:
            _platform(sheet, dice)
            _hatch(sheet)
        case 3:
            _roof(sheet, TILES)
        case 4:
            _platform(sheet, dice)
            _turret(sheet)
        case 5:
            _roof(sheet, SLATE)
            _pennant(sheet)
        case 6:
            _roof(sheet, SHINGLES)
        case _:
            _platform(sheet, dice)
            _banner(sheet)
    sheet.cast_shadow(SHADOW, 0.45)
    return sheet.finished()


def _drum(sheet: Sheet, dice: Random) -> None:
    """The side of the tower, lit from the west."""
    steps = 24
    top, foot = FOOT - TALL, FOOT
    sheet.disc(0, foot, RADIUS, palette.LINE)
    sheet.disc(0, top, RADIUS, palette.LINE)
    sheet.box(-RADIUS, top, RADIUS, foot, palette.LINE)
    inner = RADIUS - LINE
    for step in range(steps):
        a, b = (pi - pi * way / steps for way in (step, step + 1))
        light = max(0.0, cos((a + b) / 2 - 0.78 * pi))
        colour = mixed(palette.FACE, palette.STONE, 0.75 * light)
        (ax, ay), (bx, by) = ((inner * cos(angle), inner * sin(angle)) for angle in (a, b))
        sheet.shape([(ax, ay + foot), (bx, by + foot), (bx, by + top), (ax, ay + top)], colour)
    for row in (0.36, 0.7):
        line = [
            (inner * cos(pi * way / 30), inner * sin(pi * way / 30) + top + row * TALL)
            for way in range(2, 29)
        ]
        sheet.line(line, mixed(palette.FACE, palette.LINE, 0.35), 0.007)


def _around(radius: float, angle: float, y: float) -> Point:
    return radius * cos(angle), y + radius * sin(angle)


def _platform(sheet: Sheet, dice: Random) -> None:
    y = FOOT - TALL
    sheet.disc(0, y, RADIUS, palette.LINE)
    sheet.disc(0, y, RADIUS - LINE, palette.STONE)
    floor = RADIUS - PARAPET
    sheet.disc(0, y, floor + 0.012, palette.LINE)
    sheet.disc(0, y, floor, palette.JOINT)
    sheet.disc(0.012, y + 0.012, floor - 0.017, palette.WALKWAY)
    for number in range(-2, 3):
        x = number * 0.062 + dice.uniform(-0.008, 0.008)
        reach = (max(0.0, (floor - 0.02) ** 2 - x**2)) ** 0.5
        sheet.line([(x + 0.008, y - reach), (x + 0.008, y + reach)], palette.JOINT, 0.008)
    for number in range(MERLONS):
        _merlon(sheet, 2 * pi * (number + 0.5) / MERLONS, y)


def _merlon(sheet: Sheet, angle: float, y: float) -> None:
    """A pale block of the parapet."""
    share = 0.6 * pi / MERLONS
    for inset, colour in ((0.0, palette.LINE), (LINE * 0.85, palette.STONE_PALE)):
        near, far = RADIUS - PARAPET - 0.008 + inset, RADIUS + 0.01 - inset
        turn = share - inset / RADIUS
        sheet.shape(
            [
                _around(far, angle - turn, y),
                _around(far * 1.01, angle, y),
                _around(far, angle + turn, y),
                _around(near, angle + turn * 1.1, y),
                _around(near, angle - turn * 1.1, y),
            ],
            colour,
        )


def _roof(sheet: Sheet, roof: Roof) -> None:
    """A cone with courses of slate, tiles or shingles, and a golden ball on its tip."""
    y, radius = FOOT - TALL, RADIUS + EAVES
    sheet.disc(0, y, radius, palette.LINE)
    _cone(sheet, (0, y), radius - LINE, RISE, roof)
    _ball(sheet, 0, y - RISE)


def _cone(sheet: Sheet, middle: Point, radius: float, rise: float, roof: Roof) -> None:
    """Courses one above the other, each of slates that hide the joints of the one below."""
    line = mixed(roof.shaded, palette.LINE, 0.4)
    for number, share in enumerate(COURSES):
        rim = _ring(middle, radius * share, rise * (1 - share))
        tip = (middle[0], middle[1] - rise)
        for wedge, (start, end) in enumerate(pairwise(rim)):
            light = (1 + cos(2 * pi * (wedge + 0.5) / WEDGES - LIGHT)) / 2
            sheet.shape([start, end, tip], mixed(roof.shaded, roof.lit, light))
        above = COURSES[number + 1] if number + 1 < len(COURSES) else 0.2
        inner = _ring(middle, radius * above, rise * (1 - above))
        for joint in range(number % 2 * 2, WEDGES, 4):
            sheet.line([rim[joint], inner[joint]], mixed(roof.shaded, line, 0.5), 0.006)
        if number:
            sheet.line(rim, line, 0.01)


def _ring(middle: Point, radius: float, raised: float) -> list[Point]:
    """A circle, from the east clockwise."""
    x, y = middle
    angles = [2 * pi * wedge / WEDGES for wedge in range(WEDGES + 1)]
    return [(x + radius * cos(angle), y - raised + radius * sin(angle)) for angle in angles]


def _ball(sheet: Sheet, x: float, y: float) -> None:
    sheet.disc(x, y, 0.03, palette.LINE)
    sheet.disc(x, y, 0.019, GOLD)


def _hatch(sheet: Sheet) -> None:
    """A wooden trapdoor."""
    y, half = FOOT - TALL, 0.07
    sheet.box(-half, y - half, half, y + half, palette.LINE)
    half -= 0.012
    sheet.box(-half, y - half, half, y + half, DOOR)
    for x in (-0.02, 0.02):
        sheet.line([(x, y - half), (x, y + half)], DOOR_DARK, 0.009)


def _turret(sheet: Sheet) -> None:
    """The small roof over a winding stair."""
    middle = (-0.03, FOOT - TALL - 0.035)
    sheet.disc(middle[0] + 0.02, middle[1] + 0.02, 0.1, palette.JOINT)
    sheet.disc(*middle, 0.1, palette.LINE)
    _cone(sheet, middle, 0.088, 0.02, SLATE)
    _ball(sheet, middle[0], middle[1] - 0.02)


def _pennant(sheet: Sheet) -> None:
    """A pale one on the tip of a roof, in the wind from the west."""
    x, y = 0.0, FOOT - TALL - RISE
    flag = [(x, y - 0.15), (x + 0.17, y - 0.1), (x, y - 0.05)]
    sheet.line([*flag, *flag[:2]], palette.LINE, 0.024)
    sheet.shape(flag, CREAM)
    sheet.line([(x, y), (x, y - 0.16)], palette.LINE, 0.026)


def _banner(sheet: Sheet) -> None:
    """A pale swallowtail on a pole."""
    x, y = -0.06, FOOT - TALL + 0.06
    flag = [(0.0, -0.34), (0.26, -0.33), (0.2, -0.26), (0.26, -0.19), (0.0, -0.18)]
    flag = [(x + dx, y + dy) for dx, dy in flag]
    sheet.line([*flag, *flag[:2]], palette.LINE, 0.026)
    sheet.shape(flag, CREAM)
    sheet.box(x, y - 0.28, x + 0.21, y - 0.24, GOLD)
    sheet.line([(x, y), (x, y - 0.36)], palette.LINE, 0.028)
    sheet.disc(x, y, 0.026, palette.LINE)
