"""One land tile as a picture, drawn for its rotation: the light stays in the north-west."""

from PIL import Image

from engine.tiles.tile import TurnedTile
from render.carcassonne.art.courses import SIDE_AT, Courses, courses
from render.carcassonne.art.drawing import cities, palette
from render.carcassonne.art.drawing.buildings import House, from_hub, paint_cloister, paint_houses
from render.carcassonne.art.drawing.fields import dressing, paint_mown, paint_things
from render.carcassonne.art.drawing.landmarks import paint_cathedral, paint_inn
from render.carcassonne.art.drawing.roads import paint_roads
from render.carcassonne.art.drawing.water import paint_bridges, paint_river
from render.carcassonne.art.land import land
from render.carcassonne.art.spots import spots_on
from render.drawing.ground import SHADE, chance, tint
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, pad
from render.tiles.geometry import INWARD

# The opacity of the line between two tiles.
TILE_EDGE = 0.16


def draw_tile(turned: TurnedTile, cell: int) -> Image.Image:
    """Draw a tile as an opaque square of `cell` pixels."""
    canvas = TileSheet.blank(cell, chance("tile", turned.tile.id), turned.rotation)
    layout = courses(turned.tile.segments)
    areas = [pad(area, canvas.room) for area in land(turned, canvas.tile)]
    canvas.image.paste(materials.GRASS, (0, 0, *canvas.size))
    for segment, area in zip(turned.segments, areas, strict=True):
        if segment.kind == "field":
            paint_mown(canvas, area)
    if layout.river is not None:
        paint_river(canvas, layout.river)
    paint_roads(canvas, layout)
    paint_bridges(canvas, layout.bridges)
    paint_things(canvas, dressing(turned.tile))
    if layout.junction:
        paint_village(canvas, layout)
    if layout.cloister is not None:
        paint_cloister(canvas, layout)
    places_on_tile = spots_on(turned.tile)
    for city in layout.cities:
        cities.paint_ground(
            canvas, city, areas[city.segment], places_on_tile.followers[city.segment]
        )
    paint_houses(canvas, cities.city_houses(turned.tile))
    for city in layout.cities:
        cities.paint_walls(canvas, city.walls)
    for road in layout.roads:
        if road.end == "city":
            cities.paint_gate(canvas, road.line)
    for inn in places_on_tile.inns:
        paint_inn(canvas, inn)
    for cathedral in places_on_tile.cathedrals:
        paint_cathedral(canvas, cathedral)
    for pennant in places_on_tile.pennants:
        cities.paint_pennant(canvas, pennant)
    tile = canvas.finish()
    # A faint line along two sides, so that tiles can be counted.
    line = Image.new("L", tile.size)
    line.paste(255, (tile.width - 1, 0, tile.width, tile.height))
    line.paste(255, (0, tile.height - 1, tile.width, tile.height))
    tint(tile, SHADE, line, TILE_EDGE)
    return tile


# For each house of a village its place relative to the well, and half its size.
HOUSES: tuple[tuple[Point, Point], ...] = (
    ((-0.118, -0.112), (0.05, 0.04)),
    ((0.112, -0.118), (0.04, 0.05)),
    ((0.118, 0.112), (0.05, 0.04)),
    ((-0.112, 0.118), (0.04, 0.05)),
)
# The distance from the well to the larger house on a side without a road.
BARN = 0.125


def paint_village(canvas: TileSheet, layout: Courses) -> None:
    hub = layout.hub
    dice = canvas.dice
    houses = [House(from_hub(hub, spot), half, dice.choice(palette.ROOFS)) for spot, half in HOUSES]
    road_sides = {SIDE_AT[road.line[0]] for road in layout.roads}
    for side in sorted({*range(4)} - road_sides):
        dx, dy = INWARD[side]
        half = (0.06, 0.045) if dx == 0 else (0.045, 0.06)
        houses.append(House(from_hub(hub, (-dx * BARN, -dy * BARN)), half, palette.SLATE))
    paint_houses(canvas, houses)
    draw = canvas.draw
    (x, y) = canvas.on_tile(hub)
    radius = canvas.tile * 0.036
    draw.ellipse(around(x + 3, y + 3, radius), palette.ROAD_EDGE)
    draw.ellipse(around(x, y, radius), palette.STONE_LINE)
    draw.ellipse(around(x, y, radius - 2), palette.STONE_LIGHT)
    draw.ellipse(around(x, y, radius * 0.5), materials.WATER)
