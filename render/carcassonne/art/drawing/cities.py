"""Cities: their ground and streets, the plan of their houses, walls, towers, gates and pennants.

Houses on the border of two tiles are half on each, in the same place on every side that is city.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, floor
from random import Random

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import Tile
from render.carcassonne.art.courses import City, Polyline, courses
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.drawing.buildings import House
from render.carcassonne.art.drawing.palette import ROOFS, SLATE, Roof
from render.carcassonne.art.spots import CATHEDRAL, PENNANT, spots_on
from render.drawing.ground import SHADE, chance, draw_rings, tint
from render.drawing.lines import oblong, points_along
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, soften
from render.picture.palette import DOOR, GOLD
from render.tiles.geometry import INWARD, MIDDLES, along_border, ribbon

# Half the height of a pennant.
HEIGHT = 0.118
# The outline of a pennant.
SHIELD: Polyline = (
    (-0.8, -0.95),
    (0.8, -0.95),
    (0.8, 0.1),
    (0.55, 0.6),
    (0.0, 1.05),
    (-0.55, 0.6),
    (-0.8, 0.1),
)


def paint_ground(canvas: TileSheet, city: City, area: Image.Image, square: Point) -> None:
    canvas.image.paste(palette.YARD, (0, 0), area)
    draw = canvas.draw
    for side in city.sides:
        outline = ribbon(street(side, square), STREET)
        draw.polygon([canvas.on_tile(point) for point in outline], palette.STREET)
    draw.ellipse(around(*canvas.on_tile(square), canvas.tile * SQUARE), palette.STREET)


def paint_pennant(canvas: TileSheet, spot: Point) -> None:
    """Paint a blue shield with a golden cross, upright in every rotation."""
    draw = canvas.draw
    (x, y) = canvas.on_tile(spot)

    def shield(height: float, drop: float = 0.0) -> list[Point]:
        unit = canvas.tile * height
        return [(x + drop + dx * unit, y + drop + dy * unit) for dx, dy in SHIELD]

    draw.polygon(shield(HEIGHT, canvas.tile * 0.02), palette.STONE_DARK)
    for less, colour in (
        (0.0, palette.STONE_LINE),
        (0.015, materials.WOOL),
        (0.036, palette.BANNER),
    ):
        draw.polygon(shield(HEIGHT - less), colour)
    unit = canvas.tile * HEIGHT
    draw.rectangle(around(x, y, unit * 0.14, unit * 0.62), GOLD)
    draw.rectangle(around(x, y - unit * 0.2, unit * 0.5, unit * 0.14), GOLD)


# Half the width of a street.
STREET = 0.03
# The extent of the square in which streets meet.
SQUARE = 0.05
# The free space on both sides of a wall.
WALK = 0.052
# The free space around the towers of a wall.
TOWER_ROOM = 0.062
# The free space between houses.
ALLEY = 0.012
# Half the length and half the width of the houses, the largest first.
HALVES: tuple[Point, ...] = ((0.075, 0.05), (0.062, 0.045), (0.05, 0.04), (0.04, 0.034))
# The distance of all other houses from the sides of the tile, including their shadows.
MARGIN = 0.03
# The places along a side of the tile of the houses that are half on each tile.
TWINS = (0.29, 0.71)
# The share of houses with a roof of slate.
SLATED = 0.09
# The pixels of a tile in a plan of houses.
SAMPLES = 100
# The places at which houses are tried.
GRID = [(x / 50, y / 50) for x in range(2, 49) for y in range(2, 49)]


class HousePlot:
    """Room that is left for houses, on the tile and around it."""

    def __init__(self, outline: Polyline) -> None:
        self._free = Image.new("L", (2 * SAMPLES, 2 * SAMPLES))
        self._draw = ImageDraw.Draw(self._free)
        self._draw.polygon(self._at(outline), 255)

    def keep_line(self, line: Polyline, half_width: float) -> None:
        self._draw.line(self._at(line), 0, round(2 * half_width * SAMPLES), "curve")

    def keep_disc(self, middle: Point, radius: float) -> None:
        (x, y) = self._at((middle,))[0]
        r = radius * SAMPLES
        self._draw.ellipse(around(x, y, r), 0)

    def build(self, house: House) -> bool:
        (x, y) = self._at((house.point,))[0]
        middle = self._free.getpixel((int(x), int(y)))
        if not middle or self._free.crop(self._box(house, 0.0)).getextrema() != (255, 255):
            return False
        self._free.paste(0, self._box(house, ALLEY))
        return True

    def _box(self, house: House, margin: float) -> tuple[int, int, int, int]:
        (x, y) = house.point
        (a, b) = house.half
        (left, top), (right, bottom) = self._at(
            ((x - a - margin, y - b - margin), (x + a + margin, y + b + margin))
        )
        return floor(left), floor(top), ceil(right), ceil(bottom)

    def _at(self, line: Polyline) -> list[Point]:
        half = SAMPLES // 2
        return [(half + x * SAMPLES, half + y * SAMPLES) for x, y in line]


def street(side: int, square: Point) -> Polyline:
    """Lay a street from beyond the middle of a side to the square."""
    (x, y) = MIDDLES[3 * side + 1]
    (dx, dy) = INWARD[side]
    return (x - dx * 0.2, y - dy * 0.2), (x + dx * 0.07, y + dy * 0.07), square


@lru_cache(maxsize=8)
def city_houses(tile: Tile) -> tuple[House, ...]:
    houses: list[House] = []
    for city in courses(tile.segments).cities:
        plot = _plot(tile, city)
        dice = chance("houses", tile.id, city.segment)
        houses += filter(plot.build, [*_twins(city.sides), *_candidate_houses(dice)])
    return tuple(houses)


def _plot(tile: Tile, city: City) -> HousePlot:
    ground = HousePlot(city.outline)
    places_on_tile = spots_on(tile)
    square = places_on_tile.followers[city.segment]
    for wall in city.walls:
        ground.keep_line(wall, WALK)
        for corner in wall:
            ground.keep_disc(corner, TOWER_ROOM)
    for side in city.sides:
        ground.keep_line(street(side, square), STREET + ALLEY / 2)
    ground.keep_disc(square, SQUARE)
    for pennant in places_on_tile.pennants:
        ground.keep_disc(pennant, PENNANT * 0.7)
    for cathedral in places_on_tile.cathedrals:
        ground.keep_disc(cathedral, CATHEDRAL)
    return ground


def _twins(sides: Sequence[int]) -> Iterator[House]:
    for side in sides:
        half = HALVES[0] if side % 2 == 0 else HALVES[0][::-1]
        for distance in TWINS:
            yield House(along_border(side + distance), half, ROOFS[0])


def _candidate_houses(dice: Random) -> Iterator[House]:
    """Suggest houses all over the tile, in no order but their size."""
    for long, wide in HALVES:
        for x, y in dice.sample(GRID, len(GRID)):
            a, b = (long, wide) if dice.random() < 0.5 else (wide, long)
            roof: Roof = SLATE if dice.random() < SLATED else dice.choice(ROOFS)
            if min(x - a, y - b) > MARGIN and max(x + a, y + b) < 1 - MARGIN:
                yield House((x, y), (a, b), roof)


# Half the thickness of a city wall.
WALL = 0.027
# The extent of a tower from a corner of the wall.
TOWER = 0.048
# The width of the dark edge of a wall.
LINE = 0.0135
# The width of the dark edge of a tower.
TOWER_LINE = 0.011
# The distance from one merlon to the next.
MERLONS = 0.055
# Half the length and half the width of a merlon.
MERLON: Point = (0.012, 0.017)
# Half the depth and the width of a gatehouse.
GATE: Point = (0.05, 0.095)
# The extent of a wall's shadow.
DROP = 0.028


def paint_walls(canvas: TileSheet, walls: Sequence[Polyline]) -> None:
    lines = [[canvas.on_tile(point) for point in _prolong(wall)] for wall in walls]
    towers = [point for wall in walls for point in map(canvas.on_tile, wall[1:-1])]
    shadows = canvas.mask()
    draw = ImageDraw.Draw(shadows)
    drop = canvas.long(DROP)
    for line in lines:
        draw.line(line, 255, canvas.long(2 * WALL), "curve")
    for spot in towers:
        draw.ellipse(around(*spot, canvas.tile * TOWER), 255)
    tint(canvas.image, SHADE, soften(ImageChops.offset(shadows, drop, drop), drop / 3), 0.4)
    draw = canvas.draw
    for line in lines:
        draw.line(line, palette.STONE_LINE, canvas.long(2 * WALL), "curve")
        draw.line(line, palette.STONE, canvas.long(2 * (WALL - LINE)), "curve")
        for a, b in pairwise(line):
            count = max(1, round(dist(a, b) / canvas.tile / MERLONS))
            for spot, along in points_along([a, b], dist(a, b) / count):
                draw.polygon(_oblong(canvas, spot, along, MERLON), palette.STONE_LIGHT)
    for spot in towers:
        _tower(canvas, spot)


def _tower(canvas: TileSheet, spot: Point) -> None:
    draw = canvas.draw
    unit = canvas.tile
    (x, y) = spot
    stone = ((TOWER, palette.STONE_LINE), (TOWER - TOWER_LINE, palette.STONE))
    draw_rings(draw, spot, unit, stone)
    roof = around(x, y, unit * TOWER * 0.66)
    draw.ellipse(roof, palette.SLATE.shaded, palette.STONE_LINE, 2)
    draw.pieslice(roof, 150, 300, palette.SLATE.lit)


def _prolong(wall: Polyline) -> Polyline:
    """Extend a wall a little beyond the corners of the tile."""
    (ax, ay) = wall[0]
    (bx, by) = wall[1]
    (cx, cy) = wall[-2]
    (dx, dy) = wall[-1]
    return ((2 * ax - bx, 2 * ay - by), *wall, (2 * dx - cx, 2 * dy - cy))


def paint_gate(canvas: TileSheet, road: Polyline) -> None:
    """Paint a gatehouse between two towers where a road ends at a wall."""
    (ax, ay) = canvas.on_tile(road[0])
    (bx, by) = canvas.on_tile(road[-1])
    length = dist((ax, ay), (bx, by))
    draw = canvas.draw
    along = ((bx - ax) / length, (by - ay) / length)
    back = canvas.tile * 0.01
    spot = (bx - along[0] * back, by - along[1] * back)
    deep, wide = GATE
    for half, colour in (
        ((deep, wide), palette.STONE_LINE),
        ((deep - TOWER_LINE, wide - TOWER_LINE), palette.STONE),
        ((deep, wide * 0.44), palette.STONE_LINE),
        ((deep - TOWER_LINE, wide * 0.35), DOOR),
    ):
        draw.polygon(_oblong(canvas, spot, along, half), colour)
    for side in (-1, 1):
        aside = side * canvas.tile * wide * 0.74
        tower = (spot[0] - along[1] * aside, spot[1] + along[0] * aside)
        draw.polygon(_oblong(canvas, tower, along, (0.028, 0.019)), palette.STONE_LIGHT)


def _oblong(canvas: TileSheet, middle: Point, along: Point, half: Point) -> list[Point]:
    return oblong(middle, along, (half[0] * canvas.tile, half[1] * canvas.tile))
