"""Roads, and the village where they meet."""

from render.carcassonne.art.colours import palette
from render.carcassonne.art.shape.courses import Courses, Line
from render.carcassonne.art.shape.land import ROAD
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import INWARD, MIDDLES, Point, ribbon


def paint_roads(canvas: Canvas, lies: Courses) -> None:
    draw = canvas.draw
    for grow, colour in ((0.0, palette.ROAD_EDGE), (-0.011, palette.ROAD)):
        for road in lies.roads:
            outline = ribbon(prolonged(road.line), ROAD + grow)
            draw.polygon([canvas.on_tile(p) for p in outline], colour)
        if lies.junction:
            x, y = canvas.on_tile(lies.hub)
            r = canvas.tile * (0.1 + grow)
            draw.ellipse((x - r, y - r, x + r, y + r), colour)


def prolonged(line: Line) -> Line:
    """A line that begins on a side, and perhaps ends on one, a little beyond these."""
    after = (_outside(line[-1]),) if line[-1] in MIDDLES.values() else ()
    return (_outside(line[0]), *line, *after)


def _outside(p: Point) -> Point:
    channel = next(port for port, middle in MIDDLES.items() if middle == p)
    dx, dy = INWARD[channel // 3]
    return p[0] - dx * 0.2, p[1] - dy * 0.2
