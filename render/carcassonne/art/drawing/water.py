"""Rivers with their springs and lakes, bridges, and the ponds of inns."""

from collections.abc import Sequence
from math import cos, dist, pi, sin

from PIL import ImageChops, ImageDraw

from render.carcassonne.art.courses import LAKE, SPRING, Bridge, River
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.land import RIVER, ROAD, river_outlines
from render.drawing.ground import SHADE, chance, tint
from render.drawing.lines import oblong, points_along
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, soften
from render.tiles.geometry import depth

# By how much each band of a river is narrower than the one before, from the bank to the middle, and
# the colour of each.
BANDS = (
    (0.0, palette.BANK),
    (0.018, palette.WATER_LINE),
    (0.03, palette.WATER),
    (0.055, palette.WATER_LIT),
)
# About the distance from one ripple to the next along a river.
RIPPLES = 0.07
# How far ripples are from the middle of the river at most, and from the sides of the tile at least.
WIDE = 0.042
CALM = 0.05


def paint_river(canvas: TileSheet, river: River) -> None:
    draw = canvas.draw
    for narrower, colour in BANDS:
        for outline in river_outlines(river, narrower):
            draw.polygon([canvas.on_tile(point) for point in outline], colour)
    _paint_ripples(canvas, river)
    if river.end == "spring":
        _paint_rocks(canvas, river)
    elif river.end == "lake":
        _paint_reeds(canvas, river)


def _paint_ripples(canvas: TileSheet, river: River) -> None:
    """Paint short strokes along the river, nowhere in a row."""
    draw = canvas.draw
    dice = chance("ripples", river.line)
    for (x, y), (dx, dy) in points_along(list(river.line), RIPPLES):
        aside = dice.uniform(-WIDE, WIDE)
        reach = dice.uniform(0.012, 0.03)
        along = dice.uniform(-0.02, 0.02)
        (u, v) = (x - dy * aside + dx * along, y + dx * aside + dy * along)
        if depth((u, v)) > CALM:
            ends = [canvas.on_tile((u + dx * far, v + dy * far)) for far in (-reach, reach)]
            draw.line(ends, palette.FOAM, canvas.long(0.009))
    if river.end == "lake":
        (x, y) = canvas.on_tile(river.line[0])
        for dx, dy, reach in ((-0.1, -0.11, 0.045), (0.06, -0.04, 0.06), (-0.05, 0.1, 0.05)):
            left = x + canvas.tile * (dx - reach)
            right = x + canvas.tile * (dx + reach)
            high = y + canvas.tile * dy
            draw.line((left, high, right, high), palette.FOAM, canvas.long(0.013))


# The angles at which rocks lie around a spring, away from where the river leaves it, and the radius
# of each.
ROCKS = ((100, 0.045), (138, 0.062), (180, 0.075), (222, 0.06), (262, 0.043))


def _paint_rocks(canvas: TileSheet, river: River) -> None:
    """Paint rocks around the spring, from which the water wells up."""
    draw = canvas.draw
    (x, y) = river.line[0]
    (u, v) = river.line[-1]
    length = dist((x, y), (u, v))
    (dx, dy) = ((u - x) / length, (v - y) / length)
    for angle, radius in ROCKS:
        (a, b) = (cos(angle * pi / 180), sin(angle * pi / 180))
        far = SPRING + radius * 0.25
        spot = canvas.on_tile((x + (dx * a - dy * b) * far, y + (dy * a + dx * b) * far))
        _paint_rock(canvas, spot, canvas.tile * radius)
    (px, py) = canvas.on_tile((x, y))
    for share, colour in ((0.055, palette.FOAM), (0.037, palette.WATER_LIT), (0.019, palette.FOAM)):
        draw.ellipse(around(px, py, canvas.tile * share), colour)


def _paint_rock(canvas: TileSheet, middle: Point, radius: float) -> None:
    draw = canvas.draw
    (x, y) = middle
    drop = radius * 0.3
    draw.ellipse(around(x + drop, y + drop, radius), materials.TUFT)
    draw.ellipse(around(x, y, radius), palette.STONE_LINE)
    draw.ellipse(around(x, y, radius - canvas.long(0.01)), palette.STONE_DARK)
    draw.ellipse(around(x - radius * 0.2, y - radius * 0.2, radius * 0.55), palette.STONE)


# Where clumps of reeds stand around a lake: the angle, and how many blades there are.
REEDS = ((-70, 4), (-25, 5), (40, 4), (95, 5))


def _paint_reeds(canvas: TileSheet, river: River) -> None:
    draw = canvas.draw
    (x, y) = river.line[0]
    for angle, blades in REEDS:
        (a, b) = (cos(angle * pi / 180), sin(angle * pi / 180))
        (left, top) = canvas.on_tile((x + a * LAKE * 0.93, y + b * LAKE * 0.93))
        for blade in range(blades):
            foot = left + canvas.tile * 0.021 * (blade - (blades - 1) / 2)
            lean = canvas.tile * 0.008 * (blade - (blades - 1) / 2)
            high = canvas.tile * (0.075 if blade % 2 else 0.055)
            tip = (foot + lean, top - high)
            draw.line((foot, top, *tip), materials.LEAF_DARK, canvas.long(0.011))
            draw.ellipse(around(*tip, canvas.tile * 0.011, canvas.tile * 0.019), palette.CATTAIL)


# By how much a bridge is longer than the river is wide, at either end, and its walls.
ABUTMENT = 0.035
PARAPET = 0.024


def paint_bridges(canvas: TileSheet, bridges: Sequence[Bridge]) -> None:
    draw = canvas.draw
    for bridge in bridges:
        middle = canvas.on_tile(bridge.middle)
        (x, y) = bridge.middle
        (dx, dy) = bridge.along
        (u, v) = canvas.on_tile((x + dx, y + dy))
        along = ((u - middle[0]) / canvas.tile, (v - middle[1]) / canvas.tile)

        def half(
            shorter: float, narrower: float, along: Point = along, middle: Point = middle
        ) -> list[Point]:
            long = canvas.tile * (RIVER + ABUTMENT - shorter)
            return oblong(middle, along, (long, canvas.tile * (ROAD + PARAPET - narrower)))

        shadows = canvas.mask()
        ImageDraw.Draw(shadows).polygon(half(0.03, 0.0), 255)
        drop = canvas.long(0.026)
        tint(canvas.image, SHADE, soften(ImageChops.offset(shadows, drop, drop), drop / 3), 0.4)
        draw.polygon(half(0.0, 0.0), palette.STONE_LINE)
        draw.polygon(half(0.011, 0.011), palette.STONE_LIGHT)
        draw.polygon(half(-0.004, PARAPET - 0.002), palette.STONE_LINE)
        draw.polygon(half(-0.008, PARAPET + 0.006), palette.ROAD)
        for share in (-0.75, -0.25, 0.25, 0.75):
            (a, b) = (x + dx * RIVER * share, y + dy * RIVER * share)
            stroke = oblong(
                canvas.on_tile((a, b)), along, (canvas.tile * 0.005, canvas.tile * (ROAD - 0.012))
            )
            draw.polygon(stroke, palette.ROAD_EDGE)


def paint_pond(canvas: TileSheet, middle: Point, radius: float) -> None:
    """Paint still water around a pixel, wider than it is high."""
    draw = canvas.draw
    (x, y) = middle
    for narrower, colour in BANDS:
        wide = canvas.tile * (radius - narrower * 0.8)
        draw.ellipse(around(x, y, wide, wide * 0.78), colour)
    stroke = canvas.tile * radius * 0.34
    high = y - canvas.tile * radius * 0.12
    draw.line((x - stroke, high, x + stroke * 0.6, high), palette.FOAM, canvas.long(0.011))
