"""Draws round towers from above, some with a platform and merlons, some with a pointed roof; and
keeps, upright and in the colours of a seat.
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
# The middle of a tower's top, to the south of the point that it stands on.
TOP = -0.04
# The middle of a tower's foot, to the south of the point that it stands on.
FOOT = 0.045
# The width of a dark edge.
EDGE_WIDTH = 0.014
# The width of the joint between two stones.
JOINT_WIDTH = 0.008
PARAPET_WIDTH = 0.068
# The number of merlons around a platform.
MERLONS = 10
# The share of the parapet that its merlons take up.
MERLON_SHARE = 0.6
PLANK_WIDTH = 0.062
# How far a roof projects beyond its tower.
EAVES = 0.022
# The distance of a roof's tip to the north of its middle.
TIP_RISE = 0.065
# The widths of a roof's courses, relative to the lowest; the last is only a knob.
COURSE_WIDTHS = (1.0, 0.76, 0.52, 0.3, 0.2)
# The number of steps in which a circle is drawn.
STEPS = 48
# The width of a slate, in steps of the circle.
SLATE_STEPS = 4
# The direction that the light comes from, clockwise from the east.
LIGHT_DIRECTION = -3 * pi / 4
SHADOW_LENGTH = 0.1
SHADOW_STRENGTH = 0.45


def draw_tower(name: TowerSprite) -> Image.Image:
    sheet = Sheet(name)
    _draw_drum(sheet)
    for draw_part in LOOKS[name.look]:
        draw_part(sheet)
    sheet.cast_shadow(SHADOW_LENGTH, SHADOW_STRENGTH)
    return sheet.finish()


def _circle(middle: Point, radius: float) -> list[Point]:
    """Return the points of a circle, clockwise from the east."""
    x, y = middle
    angles = [2 * pi * step / STEPS for step in range(STEPS + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _draw_drum(sheet: Sheet) -> None:
    """Draw the southern side, lit from the west, with two joints around it."""
    for y in (FOOT, TOP):
        sheet.disc(0, y, RADIUS, palette.LINE)
    sheet.box(-RADIUS, TOP, RADIUS, FOOT, palette.LINE)
    half = _circle((0, 0), RADIUS - EDGE_WIDTH)[: STEPS // 2 + 1]
    height = FOOT - TOP
    for step, ((left_x, left_y), (right_x, right_y)) in enumerate(pairwise(half)):
        light = max(0.0, cos(2 * pi * (step + 0.5) / STEPS - 0.78 * pi))
        corners = [
            (left_x, left_y + FOOT),
            (right_x, right_y + FOOT),
            (right_x, right_y + TOP),
            (left_x, left_y + TOP),
        ]
        sheet.shape(corners, mix(palette.FACE, palette.STONE, 0.75 * light))
    for share in (0.36, 0.7):
        joint = [(x, y + TOP + share * height) for x, y in half[1:-1]]
        sheet.line(joint, mix(palette.FACE, palette.LINE, 0.35), JOINT_WIDTH)


def _draw_platform(sheet: Sheet) -> None:
    """Draw planks within a parapet, in its shade in the north-west."""
    floor = RADIUS - PARAPET_WIDTH
    shade = 0.012
    for radius, colour in (
        (RADIUS, palette.LINE),
        (RADIUS - EDGE_WIDTH, palette.STONE),
        (floor + EDGE_WIDTH, palette.LINE),
        (floor, palette.JOINT),
    ):
        sheet.disc(0, TOP, radius, colour)
    inner = floor - 1.5 * shade
    sheet.disc(shade, TOP + shade, inner, palette.WALKWAY)
    for number in (-2, -1, 0, 1, 2):
        x = number * PLANK_WIDTH
        reach = sqrt(inner**2 - x**2)
        ends = [(x + shade, TOP + shade + side * reach) for side in (-1, 1)]
        sheet.line(ends, palette.JOINT, JOINT_WIDTH)
    for number in range(MERLONS):
        _draw_merlon(sheet, 2 * pi * (number + 0.5) / MERLONS)


def _draw_merlon(sheet: Sheet, angle: float) -> None:
    """Draw a pale block with a dark line around it."""
    for inset, colour in ((0.0, palette.LINE), (1.5 * JOINT_WIDTH, palette.STONE_PALE)):
        near = RADIUS - PARAPET_WIDTH - JOINT_WIDTH + inset
        far = RADIUS + JOINT_WIDTH - inset
        half_angle = MERLON_SHARE * pi / MERLONS - inset / RADIUS
        corners = (
            (far, -half_angle),
            (far, 0.0),
            (far, half_angle),
            (near, half_angle * 1.1),
            (near, -half_angle * 1.1),
        )
        block = [
            (distance * cos(angle + turn_by), TOP + distance * sin(angle + turn_by))
            for distance, turn_by in corners
        ]
        sheet.shape(block, colour)


def _draw_roof(sheet: Sheet, roof: Roof) -> None:
    sheet.disc(0, TOP, RADIUS + EAVES, palette.LINE)
    _draw_cone(sheet, (0, TOP), (RADIUS + EAVES - EDGE_WIDTH, TIP_RISE), roof)


def _draw_cone(sheet: Sheet, middle: Point, size: Point, roof: Roof) -> None:
    """Draw courses of slates, tiles or shingles, and a golden ball on the tip. The size is the
    radius, and how far the tip lies to the north."""
    x, y = middle
    radius, rise = size
    line = mix(roof.shaded, palette.LINE, 0.4)
    rings = [_circle((x, y - rise * (1 - share)), radius * share) for share in COURSE_WIDTHS]
    for number, (rim, upper_rim) in enumerate(pairwise(rings)):
        for step, edge in enumerate(pairwise(rim)):
            light = (1 + cos(2 * pi * (step + 0.5) / STEPS - LIGHT_DIRECTION)) / 2
            sheet.shape([*edge, (x, y - rise)], mix(roof.shaded, roof.lit, light))
        for joint in range(number % 2 * SLATE_STEPS // 2, STEPS, SLATE_STEPS):
            sheet.line(
                [rim[joint], upper_rim[joint]], mix(roof.shaded, line, 0.5), JOINT_WIDTH * 0.75
            )
        if number:
            sheet.line(rim, line, JOINT_WIDTH)
    sheet.disc(x, y - rise, 0.03, palette.LINE)
    sheet.disc(x, y - rise, 0.019, GOLD)


def _draw_hatch(sheet: Sheet) -> None:
    for half_side, colour in ((0.07, palette.LINE), (0.058, DOOR)):
        sheet.box(-half_side, TOP - half_side, half_side, TOP + half_side, colour)
    for x in (-0.02, 0.02):
        sheet.line([(x, TOP - 0.058), (x, TOP + 0.058)], DOOR_DARK, JOINT_WIDTH)


def _draw_turret(sheet: Sheet) -> None:
    """Draw the small roof over a winding stair."""
    x = -0.03
    y = TOP - 0.035
    sheet.disc(x + 0.02, y + 0.02, 0.1, palette.JOINT)
    sheet.disc(x, y, 0.1, palette.LINE)
    _draw_cone(sheet, (x, y), (0.088, 0.02), SLATE)


def _draw_pennant(sheet: Sheet) -> None:
    y = TOP - TIP_RISE
    _fly_flag(sheet, (0, y), 0.16, [(0, y - 0.15), (0.17, y - 0.1), (0, y - 0.05)])


def _draw_banner(sheet: Sheet) -> None:
    """Draw a swallowtail with a golden stripe, on a platform."""
    x = -0.06
    y = TOP + 0.06
    cloth = ((0.0, -0.34), (0.26, -0.33), (0.2, -0.26), (0.26, -0.19), (0.0, -0.18))
    _fly_flag(sheet, (x, y), 0.36, [(x + dx, y + dy) for dx, dy in cloth])
    sheet.box(x + EDGE_WIDTH, y - 0.28, x + 0.21, y - 0.24, GOLD)
    sheet.disc(x, y, 0.026, palette.LINE)


def _fly_flag(sheet: Sheet, foot: Point, height: float, cloth: list[Point]) -> None:
    """Draw a pale cloth on a pole; it belongs to nobody."""
    x, y = foot
    sheet.line([*cloth, *cloth[:2]], palette.LINE, 0.025)
    sheet.shape(cloth, CREAM)
    sheet.line([(x, y), (x, y - height)], palette.LINE, 0.027)


_draw_slate_roof = partial(_draw_roof, roof=SLATE)
_draw_tile_roof = partial(_draw_roof, roof=TILES)
_draw_shingle_roof = partial(_draw_roof, roof=SHINGLES)
# The parts of each look of a tower, from its base to its top.
LOOKS: tuple[tuple[Callable[[Sheet], None], ...], ...] = (
    (_draw_platform,),
    (_draw_slate_roof,),
    (_draw_platform, _draw_hatch),
    (_draw_tile_roof,),
    (_draw_platform, _draw_turret),
    (_draw_slate_roof, _draw_pennant),
    (_draw_shingle_roof,),
    (_draw_platform, _draw_banner),
)

# The outlines of parts of a double keep, as shares of its side.
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
        figure.wear(figure.polygon(*_storey_outline((0.24, 0.2), (0.3, 0.65), 0.085, 3)), colours)
        figure.wear(figure.polygon(*_storey_outline((0.07, 0.53), (0.12, 0.95), 0.085, 5)), colours)
        _draw_gate(figure, 0.83, 0.085, 0.93)
        figure.lay(figure.polygon(*WINDOW), CREAM, 0.02)
    else:
        outline = _storey_outline((0.1, 0.14), (0.18, 0.93), 0.13, 3)
        figure.wear(figure.polygon(*outline), colours, 0.035)
        _draw_gate(figure, 0.7, 0.13, 0.91)
    return figure.finish()


def _storey_outline(top: Point, foot: Point, depth: float, merlons: int) -> tuple[Point, ...]:
    """Return the outline of a storey, given the top and the foot of its left side. Its battlements
    are this deep, and overhang."""
    left, top_y = top
    inner, foot_y = foot
    sill = top_y + 2.3 * depth
    brim = sill + 0.65 * depth
    return (
        *battlements((left, 1 - left), top_y, depth, merlons),
        (1 - left, sill),
        (1 - inner, brim),
        (1 - inner, foot_y),
        (inner, foot_y),
        (inner, brim),
        (left, sill),
    )


def _draw_gate(figure: Figure, top: float, half_width: float, foot: float) -> None:
    west = 0.5 - half_width
    east = 0.5 + half_width
    rectangle = figure.polygon((west, top), (east, top), (east, foot), (west, foot))
    figure.lay(ImageChops.lighter(figure.disc(0.5, top, half_width), rectangle), INK, 0.012)
