"""One land tile as a picture, drawn for its rotation: the light stays in the north-west.

Knows the order in which the parts of a tile are painted; each kind of ground knows how it looks.
"""

from PIL import Image

from engine.tiles.tile import TurnedTile
from render.art import palette as art_palette
from render.art.texture import SHADE, chance, padded, tint
from render.carcassonne.art.landscape import cities, fields, roads, walls
from render.carcassonne.art.landscape.city_plans import city_houses
from render.carcassonne.art.landscape.cloisters import paint_cloister
from render.carcassonne.art.landscape.dressing import dressing
from render.carcassonne.art.landscape.houses import paint_houses
from render.carcassonne.art.shape.courses import courses
from render.carcassonne.art.shape.land import land
from render.carcassonne.art.standing import places
from render.tiles.art.canvas import Canvas

EDGE = 0.16
"""How strong the line between two tiles is."""


def draw_tile(turned: TurnedTile, cell: int) -> Image.Image:
    """The tile as an opaque square of `cell` pixels."""
    canvas = Canvas.blank(cell, chance("tile", turned.tile.id), turned.rotation)
    lies = courses(turned.tile.segments)
    areas = [padded(area, canvas.room) for area in land(turned, canvas.tile)]
    canvas.image.paste(art_palette.GRASS, (0, 0, *canvas.size))
    number = 0
    for segment, area in zip(turned.segments, areas, strict=True):
        if segment.kind == "field":
            fields.paint_mown(canvas, area, number)
            number += 1
    roads.paint_roads(canvas, lies)
    fields.paint_things(canvas, dressing(turned.tile))
    if lies.junction:
        roads.paint_village(canvas, lies)
    if lies.cloister is not None:
        paint_cloister(canvas, lies)
    known = places(turned.tile.segments)
    for city in lies.cities:
        square = known.followers[city.segment]
        cities.paint_ground(canvas, city, areas[city.segment], square)
    paint_houses(canvas, city_houses(turned.tile))
    for city in lies.cities:
        walls.paint_walls(canvas, city.walls)
    for road in lies.roads:
        if road.end == "city":
            walls.paint_gate(canvas, road.line)
    for pennant in known.pennants:
        cities.paint_pennant(canvas, pennant)
    return _edged(canvas.finished())


def _edged(tile: Image.Image) -> Image.Image:
    """The tile with a faint line along two sides, so that tiles can be counted."""
    line = Image.new("L", tile.size)
    line.paste(255, (tile.width - 1, 0, tile.width, tile.height))
    line.paste(255, (0, tile.height - 1, tile.width, tile.height))
    tint(tile, SHADE, line, EDGE)
    return tile
