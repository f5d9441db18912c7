"""Roads, and how the lines of what crosses the border of a tile go on beyond it."""

from render.carcassonne.art.courses import Courses, Polyline
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.land import ROAD
from render.drawing.tile_sheet import TileSheet
from render.picture.masks import around
from render.tiles.geometry import INWARD, MIDDLES, ribbon

# The radius of a village's open place around the well.
GREEN = 0.1
# The width of a road's dark edge.
ROAD_EDGE = 0.011


def paint_roads(canvas: TileSheet, layout: Courses) -> None:
    draw = canvas.draw
    for narrower, colour in ((0.0, palette.ROAD_EDGE), (ROAD_EDGE, palette.ROAD)):
        for road in layout.roads:
            outline = ribbon(prolong(road.line), ROAD - narrower)
            draw.polygon([canvas.on_tile(point) for point in outline], colour)
        if layout.junction:
            radius = canvas.tile * (GREEN - narrower)
            draw.ellipse(around(*canvas.on_tile(layout.hub), radius), colour)


def prolong(line: Polyline) -> Polyline:
    """Extend a line a little beyond those of its ends that are at a side."""
    before, after = (
        [(x - INWARD[side][0] * 0.2, y - INWARD[side][1] * 0.2)]
        if (side := SIDE_AT.get((x, y))) is not None
        else []
        for x, y in (line[0], line[-1])
    )
    return (*before, *line, *after)


# The side whose middle each of these points is.
SIDE_AT = {middle: port // 3 for port, middle in MIDDLES.items()}


