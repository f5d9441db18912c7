"""Inns by their ponds, and cathedrals."""

from PIL import ImageDraw

from render.carcassonne.art.drawing import palette
from render.carcassonne.art.drawing.buildings import House, from_hub, paint_houses, paint_tower
from render.carcassonne.art.drawing.palette import ROOFS, SLATE
from render.carcassonne.art.drawing.water import paint_pond
from render.drawing.ground import SHADE, draw_rings, tint
from render.drawing.tile_sheet import TileSheet
from render.picture.masks import Bounds, Point, around, soften
from render.picture.palette import GOLD

# The middle of the pond of an inn, relative to the middle of both, and its extent.
POND: Point = (-0.062, 0.05)
POND_SIZE = 0.092
# The parts of an inn, where they are and half their size.
WINGS: tuple[tuple[Point, Point], ...] = (
    ((0.03, -0.074), (0.112, 0.05)),
    ((0.09, 0.034), (0.052, 0.075)),
)
# Where its chimney and its sign are.
CHIMNEY: Point = (-0.03, -0.092)
SIGN: Point = (0.004, 0.0)


def paint_inn(canvas: TileSheet, spot: Point) -> None:
    draw = canvas.draw
    unit = canvas.tile
    paint_pond(canvas, canvas.on_tile(from_hub(spot, POND)), POND_SIZE)
    wings = [House(from_hub(spot, at), half, ROOFS[0]) for at, half in WINGS]
    paint_houses(canvas, wings)
    chimney = around(*canvas.on_tile(from_hub(spot, CHIMNEY)), unit * 0.017)
    draw.rectangle(chimney, palette.STONE_LIGHT, palette.STONE_LINE, canvas.long(0.007))
    sign = canvas.on_tile(from_hub(spot, SIGN))
    draw_rings(draw, sign, unit, ((0.036, palette.STONE_LINE), (0.027, GOLD)))


# The paved place around a cathedral, its extent from the middle.
PLACE = 0.27
# The parts of a cathedral: nave, transept and choir, where they are and half their size.
NAVE: tuple[Point, Point] = ((0.0, 0.035), (0.078, 0.205))
TRANSEPT: tuple[Point, Point] = ((0.0, -0.062), (0.185, 0.064))
# The middle and the radius of the apse.
APSE: tuple[Point, float] = ((0.0, -0.17), 0.078)
# The two towers of the front, and the one where nave and transept cross, with their sizes.
FRONT: tuple[Point, ...] = ((-0.082, 0.205), (0.082, 0.205))
FRONT_SIZE = 0.8
CROSSING_SIZE = 1.05
# How far its walls stand out beyond its roofs, with their buttresses.
WALL = 0.02
BUTTRESS = 0.016


def paint_cathedral(canvas: TileSheet, spot: Point) -> None:
    """Paint a cathedral from above, in the plan of a cross, on a paved place of its own."""
    draw = canvas.draw
    unit = canvas.tile
    middle = canvas.on_tile(spot)
    place = ((PLACE, palette.PLACE_EDGE), (PLACE - 0.012, palette.PLACE))
    draw_rings(draw, middle, unit, place)
    parts = [NAVE, TRANSEPT]
    shadows = canvas.mask()
    walls = [_box(canvas, from_hub(spot, at), half, WALL) for at, half in parts]
    (apse, radius) = APSE
    (ax, ay) = canvas.on_tile(from_hub(spot, apse))
    drop = canvas.long(0.03)
    shade = ImageDraw.Draw(shadows)
    for left, top, right, bottom in walls:
        shade.rectangle((left + drop, top + drop, right + drop, bottom + drop), 255)
    shade.ellipse(around(ax + drop, ay + drop, unit * (radius + WALL)), 255)
    tint(canvas.image, SHADE, soften(shadows, drop / 3), 0.45)
    edge = canvas.long(0.011)
    for left, top, right, bottom in walls:
        draw.rectangle((left - edge, top - edge, right + edge, bottom + edge), palette.STONE_LINE)
    apse_rings = (
        (radius + WALL + 0.011, palette.STONE_LINE),
        (radius + WALL, palette.STONE_LIGHT),
    )
    draw_rings(draw, (ax, ay), unit, apse_rings)
    _paint_buttresses(canvas, spot)
    for wall in walls:
        draw.rectangle(wall, palette.STONE_LIGHT)
    roof = around(ax, ay, unit * radius)
    draw.ellipse(roof, SLATE.shaded, SLATE.line, 2)
    draw.pieslice(roof, 135, 315, SLATE.lit, SLATE.line)
    paint_houses(canvas, [House(from_hub(spot, at), half, SLATE) for at, half in parts])
    for at in FRONT:
        paint_tower(canvas, canvas.on_tile(from_hub(spot, at)), FRONT_SIZE)
    crossing = from_hub(spot, TRANSEPT[0])
    paint_tower(canvas, canvas.on_tile(crossing), CROSSING_SIZE)


def _box(canvas: TileSheet, middle: Point, half: Point, wider: float) -> Bounds:
    wide, high = half if canvas.rotation % 2 == 0 else half[::-1]
    unit = canvas.tile
    return around(*canvas.on_tile(middle), (wide + wider) * unit, (high + wider) * unit)


def _paint_buttresses(canvas: TileSheet, spot: Point) -> None:
    draw = canvas.draw
    ((x, y), (wide, high)) = NAVE
    for side in (-1, 1):
        for number in range(5):
            at = (x + side * (wide + WALL), y - high + 0.06 + number * 0.075)
            box = _box(canvas, from_hub(spot, at), (BUTTRESS, 0.011), 0.0)
            draw.rectangle(box, palette.STONE_LIGHT, palette.STONE_LINE, canvas.long(0.007))
