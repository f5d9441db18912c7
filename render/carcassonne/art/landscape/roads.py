"""Roads, and the village around a well where they meet."""

from collections.abc import Sequence

from render.art import palette as art_palette
from render.art.geometry import Point, around
from render.carcassonne.art.colours import palette
from render.carcassonne.art.landscape.houses import House, paint_houses
from render.carcassonne.art.shape.courses import Courses, Line
from render.carcassonne.art.shape.land import ROAD
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import INWARD, MIDDLES, ribbon

EDGE = 0.011
"""How wide the dark edge of a road is."""
GREEN = 0.1
"""How far the open place of a village extends from the well."""
HOUSES: tuple[tuple[Point, Point], ...] = (
    ((-0.118, -0.112), (0.05, 0.04)),
    ((0.112, -0.118), (0.04, 0.05)),
    ((0.118, 0.112), (0.05, 0.04)),
    ((-0.112, 0.118), (0.04, 0.05)),
)
"""For each house of a village its place relative to the well, and half its size."""
BARN = 0.125
"""The distance from the well to the larger house on a side without a road."""


def paint_roads(canvas: Canvas, lies: Courses) -> None:
    draw = canvas.draw
    for narrower, colour in ((0.0, palette.ROAD_EDGE), (EDGE, palette.ROAD)):
        for road in lies.roads:
            outline = ribbon(_prolonged(road.line), ROAD - narrower)
            draw.polygon([canvas.on_tile(point) for point in outline], colour)
        if lies.junction:
            radius = canvas.tile * (GREEN - narrower)
            draw.ellipse(around(*canvas.on_tile(lies.hub), radius), colour)


def _prolonged(line: Line) -> Line:
    """A line that begins at a side, and may end at another, extended a little beyond both."""
    after = (_outside(line[-1]),) if line[-1] in MIDDLES.values() else ()
    return (_outside(line[0]), *line, *after)


def _channel(middle: Point) -> int:
    return next(port for port, point in MIDDLES.items() if point == middle)


def _outside(middle: Point) -> Point:
    dx, dy = INWARD[_channel(middle) // 3]
    return middle[0] - dx * 0.2, middle[1] - dy * 0.2


def paint_village(canvas: Canvas, lies: Courses) -> None:
    """Houses between the roads, and a well."""
    hub, dice = lies.hub, canvas.dice
    houses = [House(_from(hub, place), half, dice.choice(palette.ROOFS)) for place, half in HOUSES]
    for side in _sides_without_road(lies):
        dx, dy = INWARD[side]
        half = (0.06, 0.045) if dx == 0 else (0.045, 0.06)
        houses.append(House(_from(hub, (-dx * BARN, -dy * BARN)), half, palette.SLATE))
    paint_houses(canvas, houses)
    draw, (x, y) = canvas.draw, canvas.on_tile(hub)
    radius = canvas.tile * 0.036
    draw.ellipse(around(x + 3, y + 3, radius), palette.ROAD_EDGE)
    draw.ellipse(around(x, y, radius), palette.STONE_LINE)
    draw.ellipse(around(x, y, radius - 2), palette.STONE_LIGHT)
    draw.ellipse(around(x, y, radius * 0.5), art_palette.WATER)


def _sides_without_road(lies: Courses) -> Sequence[int]:
    used = {_channel(road.line[0]) // 3 for road in lies.roads}
    return [side for side in range(4) if side not in used]


def _from(hub: Point, place: Point) -> Point:
    return hub[0] + place[0], hub[1] + place[1]
