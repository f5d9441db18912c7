"""Roads and the open places where they meet."""

from render.carcassonne.art.courses import Courses, prolong
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.land import ROAD
from render.drawing.tile_sheet import TileSheet
from render.picture.masks import around
from render.tiles.geometry import ribbon

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
