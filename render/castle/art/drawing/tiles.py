"""One castle tile as a picture, drawn for its rotation: the light stays in the north-west."""

from collections.abc import Sequence

from PIL import Image, ImageChops

from engine.tiles.tile import TurnedTile
from render.castle.art.drawing import ground
from render.castle.art.drawing.buildings import paint_house, paint_tower
from render.castle.art.shapes import road_mask, tile_shape, ways_of
from render.castle.art.spots import fountain_spots, market_spots
from render.castle.art.ways import Way, lengthen, path_ways
from render.drawing.ground import cast_shadow, chance
from render.drawing.tile_sheet import TileSheet
from render.picture.masks import pad
from render.tiles.geometry import turn_box

# The depth of a start space in the castle wall, in cells.
LEDGE = 0.27
# The opacity of a building's shadow.
CAST = 0.34
BUILDINGS = ("house", "tower")


def draw_tile(turned: TurnedTile, cell: int) -> Image.Image:
    """Draw a tile as an opaque square of `cell` pixels."""
    canvas = TileSheet.blank(cell, chance("tile", turned.tile.id), turned.rotation)
    shape = tile_shape(turned, canvas.tile)
    ways = ways_of(turned.segments, shape)
    areas = [None if area is None else pad(area, canvas.room) for area in shape]
    _paint(canvas, turned, ways, areas)
    for spot in fountain_spots(turned):
        ground.paint_fountain(canvas, spot)
    for stalls in market_spots(turned).values():
        for spot in stalls:
            ground.paint_stall(canvas, spot)
    return canvas.finish()


def draw_start_space(turned: TurnedTile, side: int, cell: int) -> Image.Image:
    """Draw a start space as an opaque square, of which only the ledge along this side is shown."""
    canvas = TileSheet.blank(cell, chance("tile", turned.tile.id), turned.rotation)
    shape = tile_shape(turned, canvas.tile)
    ways = [lengthen(way, LEDGE * 0.62) for way in path_ways(turned.segments)]
    ledge = canvas.mask()
    width = canvas.size[0]
    reach = canvas.room + canvas.long(LEDGE)
    ledge.paste(255, turn_box((0, 0, width, reach), side, width))
    areas = [
        None if area is None else ImageChops.multiply(pad(area, canvas.room), ledge)
        for area in shape
    ]
    _paint(canvas, turned, ways, areas)
    for way in ways:
        if way.fountain:
            ground.paint_fountain(canvas, way.fountain_point)
    markets = sum(segment.marks for segment in turned.segments if segment.kind == "court")
    deep = LEDGE * 0.46
    for number in range(markets):
        share = (number + 1) / (markets + 1)
        points = ((share, deep), (1 - deep, share), (share, 1 - deep), (deep, share))
        ground.paint_stall(canvas, points[side])
    return canvas.finish()


def _paint(
    canvas: TileSheet,
    turned: TurnedTile,
    ways: Sequence[Way],
    whole_areas: Sequence[Image.Image | None],
) -> None:
    roads = road_mask(ways, canvas.tile, canvas.room)
    areas = [None if area is None else ImageChops.subtract(area, roads) for area in whole_areas]
    buildings = canvas.mask()
    for segment, area in zip(turned.segments, areas, strict=True):
        if area is not None and segment.kind in BUILDINGS:
            buildings = ImageChops.lighter(buildings, area)
    things = ground.dressing(turned.tile)
    ground.paint_courts(canvas, turned.segments, areas, things)
    ground.paint_ways(canvas, ways, roads)
    cast_shadow(canvas.image, buildings, canvas.long(0.035), CAST)
    for segment, area, chimneys in zip(turned.segments, areas, things, strict=True):
        if area is not None and segment.kind == "house":
            paint_house(canvas, area, chimneys)
        elif area is not None and segment.kind == "tower":
            paint_tower(canvas, area)
    ground.paint_gates(canvas, ways)
