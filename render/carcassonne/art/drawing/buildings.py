"""Houses as they look from above, and cloisters: a church and three ranges around a court."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, dist, pi, sin

from PIL import ImageDraw

from render.carcassonne.art.courses import CLOISTER, Courses
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.drawing.palette import ROOFS, Roof
from render.drawing.ground import SHADE, tint
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Bounds, Point, around, soften
from render.picture.palette import GOLD

# The length of a house's shadow, in tiles.
DROP = 0.016


@dataclass(frozen=True, slots=True)
class House:
    point: Point
    """Its middle, in the unturned tile."""
    half: Point
    """Half its size there."""
    roof: Roof = ROOFS[0]

    @property
    def upright(self) -> bool:
        """Its ridge runs north and south on the unturned tile."""
        return self.half[1] > self.half[0]


def paint_houses(canvas: TileSheet, houses: Sequence[House]) -> None:
    boxes: list[Bounds] = []
    shadows = canvas.mask()
    draw = ImageDraw.Draw(shadows)
    drop = canvas.long(DROP)
    for house in houses:
        wide, high = house.half if canvas.rotation % 2 == 0 else house.half[::-1]
        point = canvas.on_tile(house.point)
        box = around(*point, wide * canvas.tile, high * canvas.tile)
        left, top, right, bottom = box
        draw.rectangle((left + drop, top + drop, right + drop, bottom + drop), 255)
        boxes.append(box)
    tint(canvas.image, SHADE, soften(shadows, drop / 3), 0.45)
    draw = canvas.draw
    for house, (left, top, right, bottom) in zip(houses, boxes, strict=True):
        box = (left, top, right, bottom)
        roof = house.roof
        x = (left + right) / 2
        y = (top + bottom) / 2
        draw.rectangle(box, roof.shaded)
        upright = house.upright != bool(canvas.rotation % 2)
        draw.rectangle((left, top, x, bottom) if upright else (left, top, right, y), roof.lit)
        draw.rectangle(box, outline=roof.line, width=2)


def scaled(point: Point, size: float) -> Point:
    return point[0] * size, point[1] * size


def from_hub(hub: Point, point: Point) -> Point:
    return hub[0] + point[0], hub[1] + point[1]


# For each building its place relative to the middle of the cloister, half its size, and its roof.
RANGES: tuple[tuple[Point, Point, palette.Roof], ...] = (
    ((-0.133, 0.035), (0.042, 0.098), palette.ROOFS[0]),
    ((0.133, 0.035), (0.042, 0.098), palette.ROOFS[0]),
    ((0.0, 0.138), (0.175, 0.04), palette.ROOFS[0]),
    ((0.02, -0.115), (0.175, 0.06), palette.SLATE),
)
# The place of the tower, relative to the middle of the cloister.
TOWER: Point = (-0.15, -0.115)
# Half the side of the court.
COURT = 0.095
# The number of trees along the wall.
TREES = 16
# The distance of these trees from the middle.
ORCHARD = 0.235


def paint_cloister(canvas: TileSheet, layout: Courses) -> None:
    _garden(canvas, layout)
    hub = layout.hub
    size = layout.cloister_size
    ranges = [
        House(from_hub(hub, scaled(at, size)), scaled(half, size), roof)
        for at, half, roof in RANGES
    ]
    paint_houses(canvas, ranges)
    paint_tower(canvas, canvas.on_tile(from_hub(hub, scaled(TOWER, size))), size)


def _garden(canvas: TileSheet, layout: Courses) -> None:
    """Paint lawn, a path to the gate if a road leads here, fruit trees, and the court with a
    well."""
    draw = canvas.draw
    unit = canvas.tile * layout.cloister_size
    (x, y) = canvas.on_tile(layout.hub)
    radius = unit * CLOISTER
    draw.ellipse(around(x + 5, y + 5, radius), materials.TUFT)
    line = palette.STONE_LINE
    wall = palette.STONE_LIGHT
    rings = ((0.0, line), (0.009, wall), (0.024, line), (0.031, palette.LAWN))
    for narrower, colour in rings:
        draw.ellipse(around(x, y, radius - unit * narrower), colour)
    for number in range(TREES):
        angle = 2 * pi * (number + 0.5) / TREES
        tx = x + unit * ORCHARD * cos(angle)
        ty = y + unit * ORCHARD * sin(angle)
        draw.ellipse(around(tx + 2, ty + 2, unit * 0.021), materials.LEAF_DARK)
        draw.ellipse(around(tx, ty, unit * 0.019), materials.LEAF)
    for road in layout.roads:
        gx, gy = canvas.on_tile(road.line[0])
        share = (CLOISTER * layout.cloister_size + 0.02) / dist(layout.hub, road.line[0])
        path = (x, y, x + (gx - x) * share, y + (gy - y) * share)
        draw.line(path, palette.ROAD, round(unit * 0.06))
    draw.rectangle(around(x, y, unit * 0.15), palette.STREET)
    draw.rectangle(around(x, y, unit * COURT), palette.LAWN)
    draw.rectangle(around(x, y, unit * COURT, unit * 0.012), palette.STREET)
    draw.rectangle(around(x, y, unit * 0.012, unit * COURT), palette.STREET)
    draw.ellipse(around(x, y, unit * 0.034), palette.STREET)
    draw.ellipse(around(x, y, unit * 0.024), materials.WATER, palette.STONE_LINE, 2)


def paint_tower(canvas: TileSheet, at: Point, size: float) -> None:
    draw = canvas.draw
    unit = canvas.tile * size
    (x, y) = at
    half = unit * 0.066
    left, top, right, bottom = around(x, y, half)
    draw.rectangle((left + 5, top + 5, right + 5, bottom + 5), palette.SLATE.line)
    draw.rectangle((left, top, right, bottom), palette.STONE_LINE)
    for corners, colour in (
        (((left, top), (right, top)), palette.SLATE.lit),
        (((left, top), (left, bottom)), palette.SLATE.lit),
        (((right, top), (right, bottom)), palette.SLATE.shaded),
        (((left, bottom), (right, bottom)), palette.SLATE.shaded),
    ):
        draw.polygon([*corners, (x, y)], colour)
    draw.rectangle((left, top, right, bottom), outline=palette.STONE_LINE, width=3)
    arm = unit * 0.04
    for grow, colour in ((3, palette.STONE_LINE), (0, GOLD)):
        draw.rectangle(around(x, y, unit * 0.009 + grow, arm + grow), colour)
        draw.rectangle(around(x, y - arm * 0.25, arm * 0.7 + grow, unit * 0.009 + grow), colour)
