"""Round towers from above, some with a platform and merlons, some with a pointed roof; and keeps,
upright and in the colours of a seat.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import cos, pi, sin, sqrt

from PIL import Image, ImageChops

from render.castellan.art.sprites import STRETCH, KeepSprite, TowerSprite, extent
from render.drawing.figure import Figure
from render.drawing.lines import battlements
from render.picture.masks import Point
from render.picture.palette import CREAM, DOOR, DOOR_DARK, GOLD, INK, SEATS, mix
from tools.art.castellan import palette
from tools.art.castellan.palette import SHINGLES, SLATE, TILES, Roof
from tools.art.castellan.sheet import Sheet

RADIUS = 0.23
# The distance of the middles of its top and of its foot to the south of its point.
TOP = -0.04
FOOT = 0.045
# The width of a dark edge, and of the joint between two stones.
LINE = 0.014
JOINT = 0.008
PARAPET = 0.068
# The number of merlons, and the share of the parapet that they take up.
MERLONS = 10
MERLON = 0.6
PLANK = 0.062
# The projection of a roof.
EAVES = 0.022
# The distance of a roof's tip to the north of its middle.
RISE = 0.065
# The widths of a roof's courses, relative to the lowest; the last is only a knob.
COURSES = (1.0, 0.76, 0.52, 0.3, 0.2)
# In how many steps a circle is drawn, and how many of them a slate is wide.
STEPS = 48
SLATES = 4
# The direction that the light comes from, clockwise from the east.
LIGHT = -3 * pi / 4
SHADOW = 0.1
STRENGTH = 0.45


def draw_tower(name: TowerSprite) -> Image.Image:
    sheet = Sheet(name)
    _drum(sheet)
    for part in LOOKS[name.look]:
        part(sheet)
    sheet.cast_shadow(SHADOW, STRENGTH)
    return sheet.finish()


def _ring(middle: Point, radius: float) -> list[Point]:
    """A circle, from the east clockwise."""
    x, y = middle
    angles = [2 * pi * step / STEPS for step in range(STEPS + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _drum(sheet: Sheet) -> None:
    """The southern side, lit from the west, with two joints around it."""
    for y in (FOOT, TOP):
        sheet.disc(0, y, RADIUS, palette.LINE)
    sheet.box(-RADIUS, TOP, RADIUS, FOOT, palette.LINE)
    half = _ring((0, 0), RADIUS - LINE)[: STEPS // 2 + 1]
    tall = FOOT - TOP
    for step, ((ax, ay), (bx, by)) in enumerate(pairwise(half)):
        light = max(0.0, cos(2 * pi * (step + 0.5) / STEPS - 0.78 * pi))
        corners = [(ax, ay + FOOT), (bx, by + FOOT), (bx, by + TOP), (ax, ay + TOP)]
        sheet.shape(corners, mix(palette.FACE, palette.STONE, 0.75 * light))
    for share in (0.36, 0.7):
        joint = [(x, y + TOP + share * tall) for x, y in half[1:-1]]
        sheet.line(joint, mix(palette.FACE, palette.LINE, 0.35), JOINT)


def _platform(sheet: Sheet) -> None:
    """Planks within a parapet, in its shade in the north-west."""
    floor = RADIUS - PARAPET
    shade = 0.012
    for radius, colour in (
        (RADIUS, palette.LINE),
        (RADIUS - LINE, palette.STONE),
        (floor + LINE, palette.LINE),
        (floor, palette.JOINT),
    ):
        sheet.disc(0, TOP, radius, colour)
    inner = floor - 1.5 * shade
    sheet.disc(shade, TOP + shade, inner, palette.WALKWAY)
    for number in (-2, -1, 0, 1, 2):
        x = number * PLANK
        reach = sqrt(inner**2 - x**2)
        ends = [(x + shade, TOP + shade + way * reach) for way in (-1, 1)]
        sheet.line(ends, palette.JOINT, JOINT)
    for number in range(MERLONS):
        _merlon(sheet, 2 * pi * (number + 0.5) / MERLONS)


def _merlon(sheet: Sheet, angle: float) -> None:
    """A pale block with a dark line around it."""
    for inset, colour in ((0.0, palette.LINE), (1.5 * JOINT, palette.STONE_PALE)):
        near = RADIUS - PARAPET - JOINT + inset
        far = RADIUS + JOINT - inset
        turn = MERLON * pi / MERLONS - inset / RADIUS
        corners = ((far, -turn), (far, 0.0), (far, turn), (near, turn * 1.1), (near, -turn * 1.1))
        block = [(r * cos(angle + by), TOP + r * sin(angle + by)) for r, by in corners]
        sheet.shape(block, colour)


def _roof(sheet: Sheet, roof: Roof) -> None:
    sheet.disc(0, TOP, RADIUS + EAVES, palette.LINE)
    _cone(sheet, (0, TOP), (RADIUS + EAVES - LINE, RISE), roof)


def _cone(sheet: Sheet, middle: Point, size: Point, roof: Roof) -> None:
    """Courses of slates, tiles or shingles, and a golden ball on the tip. The size is the radius,
    and how far the tip lies to the north."""
    (x, y) = middle
    (radius, rise) = size
    line = mix(roof.shaded, palette.LINE, 0.4)
    rings = [_ring((x, y - rise * (1 - share)), radius * share) for share in COURSES]
    for number, (rim, above) in enumerate(pairwise(rings)):
        for step, edge in enumerate(pairwise(rim)):
            light = (1 + cos(2 * pi * (step + 0.5) / STEPS - LIGHT)) / 2
            sheet.shape([*edge, (x, y - rise)], mix(roof.shaded, roof.lit, light))
        for joint in range(number % 2 * SLATES // 2, STEPS, SLATES):
            sheet.line([rim[joint], above[joint]], mix(roof.shaded, line, 0.5), JOINT * 0.75)
        if number:
            sheet.line(rim, line, JOINT)
    sheet.disc(x, y - rise, 0.03, palette.LINE)
    sheet.disc(x, y - rise, 0.019, GOLD)


def _hatch(sheet: Sheet) -> None:
    for half, colour in ((0.07, palette.LINE), (0.058, DOOR)):
        sheet.box(-half, TOP - half, half, TOP + half, colour)
    for x in (-0.02, 0.02):
        sheet.line([(x, TOP - 0.058), (x, TOP + 0.058)], DOOR_DARK, JOINT)


def _turret(sheet: Sheet) -> None:
    """The small roof over a winding stair."""
    x, y = middle = (-0.03, TOP - 0.035)
    sheet.disc(x + 0.02, y + 0.02, 0.1, palette.JOINT)
    sheet.disc(x, y, 0.1, palette.LINE)
    _cone(sheet, middle, (0.088, 0.02), SLATE)


def _pennant(sheet: Sheet) -> None:
    y = TOP - RISE
    _fly(sheet, (0, y), 0.16, [(0, y - 0.15), (0.17, y - 0.1), (0, y - 0.05)])


def _banner(sheet: Sheet) -> None:
    """A swallowtail with a golden stripe, on a platform."""
    x, y = foot = (-0.06, TOP + 0.06)
    cloth = ((0.0, -0.34), (0.26, -0.33), (0.2, -0.26), (0.26, -0.19), (0.0, -0.18))
    _fly(sheet, foot, 0.36, [(x + dx, y + dy) for dx, dy in cloth])
    sheet.box(x + LINE, y - 0.28, x + 0.21, y - 0.24, GOLD)
    sheet.disc(x, y, 0.026, palette.LINE)


def _fly(sheet: Sheet, foot: Point, tall: float, cloth: list[Point]) -> None:
    """A pale cloth on a pole; it belongs to nobody."""
    x, y = foot
    sheet.line([*cloth, *cloth[:2]], palette.LINE, 0.025)
    sheet.shape(cloth, CREAM)
    sheet.line([(x, y), (x, y - tall)], palette.LINE, 0.027)


_slates, _tiles, _shingles = (partial(_roof, roof=roof) for roof in (SLATE, TILES, SHINGLES))
LOOKS: tuple[tuple[Callable[[Sheet], None], ...], ...] = (
    (_platform,),
    (_slates,),
    (_platform, _hatch),
    (_tiles,),
    (_platform, _turret),
    (_slates, _pennant),
    (_shingles,),
    (_platform, _banner),
)

FLAG = ((0.5, 0.03), (0.8, 0.1), (0.5, 0.17))
POLE = ((0.475, 0.03), (0.515, 0.03), (0.515, 0.3), (0.475, 0.3))
WINDOW = ((0.46, 0.4), (0.54, 0.4), (0.54, 0.5), (0.46, 0.5))


def draw_keep(name: KeepSprite) -> Image.Image:
    side, _ = extent(name, STRETCH)
    figure = Figure(side)
    colours = SEATS[name.seat]
    if name.double:
        figure.lay(figure.polygon(*FLAG), GOLD, 0.02)
        figure.lay(figure.polygon(*POLE), INK, 0.003)
        figure.wear(figure.polygon(*_storey((0.24, 0.2), (0.3, 0.65), 0.085, 3)), colours)
        figure.wear(figure.polygon(*_storey((0.07, 0.53), (0.12, 0.95), 0.085, 5)), colours)
        _gate(figure, 0.83, 0.085, 0.93)
        figure.lay(figure.polygon(*WINDOW), CREAM, 0.02)
    else:
        outline = _storey((0.1, 0.14), (0.18, 0.93), 0.13, 3)
        figure.wear(figure.polygon(*outline), colours, 0.035)
        _gate(figure, 0.7, 0.13, 0.91)
    return figure.finish()


def _storey(top: Point, foot: Point, deep: float, merlons: int) -> tuple[Point, ...]:
    """The outline of a storey from the top and the foot of its left side. Its battlements are this
    deep, and overhang."""
    (left, high) = top
    (inner, low) = foot
    sill = high + 2.3 * deep
    brim = sill + 0.65 * deep
    return (
        *battlements((left, 1 - left), high, deep, merlons),
        (1 - left, sill),
        (1 - inner, brim),
        (1 - inner, low),
        (inner, low),
        (inner, brim),
        (left, sill),
    )


def _gate(figure: Figure, top: float, half: float, foot: float) -> None:
    west = 0.5 - half
    east = 0.5 + half
    below = figure.polygon((west, top), (east, top), (east, foot), (west, foot))
    figure.lay(ImageChops.lighter(figure.disc(0.5, top, half), below), INK, 0.012)
