"""One castle tile as a picture, drawn for the way it lies: the light stays in the north-west.

Knows the order in which the parts of a tile are painted; each kind of ground knows its own look.
"""

from collections.abc import Sequence

from PIL import Image, ImageChops

from engine.tiles.tile import TurnedTile
from render.art.canvas import Canvas
from render.art.courts import paint_courts, paint_stall
from render.art.houses import paint_house
from render.art.paths import Point, Way, lengthened, path_ways
from render.art.paving import paint_ends, paint_ways, way_mask
from render.art.shapes import settled_ways, tile_shape
from render.art.standing import market_spots
from render.art.texture import chance, padded, shadow
from render.art.towers import paint_tower

LEDGE = 0.27
"""How deep a start space is set into the castle wall."""
BUILDINGS = {"house": paint_house, "tower": paint_tower}


def draw_tile(turned: TurnedTile, cell: int) -> Image.Image:
    """The tile as an opaque square of `cell` pixels."""
    canvas = Canvas.blank(cell, chance("tile", turned.tile.id))
    shape = tile_shape(turned, canvas.tile)
    ways = settled_ways(turned.segments, turned.owners, shape)
    areas = [None if area is None else padded(area, canvas.room) for area in shape.areas]
    _paint(canvas, turned, ways, areas)
    for stalls in market_spots(turned).values():
        for spot in stalls:
            paint_stall(canvas, spot)
    return canvas.finished()


def draw_start_space(turned: TurnedTile, side: int, cell: int) -> Image.Image:
    """A start space as an opaque square, of which the ledge along this side is to be shown."""
    canvas = Canvas.blank(cell, chance("tile", turned.tile.id))
    shape = tile_shape(turned, canvas.tile)
    ways = [lengthened(way, LEDGE * 0.62) for way in path_ways(turned.segments)]
    ledge = _ledge(canvas, side)
    areas = [
        None if area is None else ImageChops.multiply(padded(area, canvas.room), ledge)
        for area in shape.areas
    ]
    _paint(canvas, turned, ways, areas)
    markets = sum(segment.marks for segment in turned.segments if segment.kind == "court")
    for number in range(markets):
        paint_stall(canvas, _along(side, (number + 1) / (markets + 1)))
    return canvas.finished()


def _ledge(canvas: Canvas, side: int) -> Image.Image:
    """White along one side, and beyond it."""
    mask = canvas.mask()
    width, height = canvas.size
    deep = canvas.room + canvas.long(LEDGE)
    box = (
        (0, 0, width, deep),
        (width - deep, 0, width, height),
        (0, height - deep, width, height),
        (0, 0, deep, height),
    )[side]
    mask.paste(255, box)
    return mask


def _along(side: int, share: float) -> Point:
    """A place in the middle of the ledge."""
    deep = LEDGE * 0.46
    return ((share, deep), (1 - deep, share), (share, 1 - deep), (deep, share))[side]


def _paint(
    canvas: Canvas,
    turned: TurnedTile,
    ways: Sequence[Way],
    whole: Sequence[Image.Image | None],
) -> None:
    roads = way_mask(canvas, ways)
    areas = [None if area is None else ImageChops.subtract(area, roads) for area in whole]
    buildings = _united(canvas, turned, areas)
    paint_courts(canvas, turned.segments, areas)
    paint_ways(canvas, ways, roads)
    shadow(canvas.image, buildings, canvas.long(0.035), 0.42)
    for segment, area in zip(turned.segments, areas, strict=True):
        if area is not None and segment.kind in BUILDINGS:
            BUILDINGS[segment.kind](canvas, area)
    paint_ends(canvas, ways)


def _united(canvas: Canvas, turned: TurnedTile, areas: Sequence[Image.Image | None]) -> Image.Image:
    """White where anything is built."""
    mask = canvas.mask()
    for segment, area in zip(turned.segments, areas, strict=True):
        if area is not None and segment.kind in BUILDINGS:
            mask = ImageChops.lighter(mask, area)
    return mask
