"""Where streets and houses are in the cities of a tile. Knows no colours but those of roofs.

Houses on the border of two tiles are half on each, in the same place on every side that is city.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from random import Random

from PIL import Image, ImageDraw

from engine.tiles.tile import Tile
from render.art.geometry import Point
from render.art.texture import chance
from render.carcassonne.art.colours.palette import ROOFS, SLATE, Roof
from render.carcassonne.art.landscape.houses import House
from render.carcassonne.art.shape.courses import City, Line, courses
from render.carcassonne.art.standing import PENNANT, places
from render.tiles.art.paths import INWARD, MIDDLES
from render.tiles.art.shapes import along_border

STREET = 0.03
"""Half the width of a street."""
SQUARE = 0.05
"""How far the square in which streets meet extends."""
WALK = 0.052
"""The free space on both sides of a wall."""
TOWER = 0.062
"""The free space around the towers of a wall."""
ALLEY = 0.012
"""The free space between houses."""
HALVES: tuple[Point, ...] = ((0.075, 0.05), (0.062, 0.045), (0.05, 0.04), (0.04, 0.034))
"""Half the length and half the width of the houses, the largest first."""
MARGIN = 0.03
"""How far all other houses keep from the sides of the tile, including their shadows."""
TWINS = (0.29, 0.71)
"""Where along a side of the tile the houses are that are half on each tile."""
SLATED = 0.09
"""The share of houses with a roof of slate."""
SAMPLES = 100
GRID = [(x / 50, y / 50) for x in range(2, 49) for y in range(2, 49)]


class Ground:
    """Where there is still room for houses: on the tile, and this far around it."""

    def __init__(self, outline: Line) -> None:
        self._free = Image.new("L", (2 * SAMPLES, 2 * SAMPLES))
        self._draw = ImageDraw.Draw(self._free)
        self._draw.polygon(self._at(outline), 255)

    def keep_line(self, line: Line, half_width: float) -> None:
        self._draw.line(self._at(line), 0, round(2 * half_width * SAMPLES), "curve")

    def keep_disc(self, middle: Point, radius: float) -> None:
        (x, y), r = self._at((middle,))[0], radius * SAMPLES
        self._draw.ellipse((x - r, y - r, x + r, y + r), 0)

    def build(self, house: House) -> bool:
        """Take the room for a house, if it is free."""
        (x, y) = self._at((house.place,))[0]
        middle = self._free.getpixel((int(x), int(y)))
        if not middle or self._free.crop(self._box(house, 0.0)).getextrema() != (255, 255):
            return False
        self._free.paste(0, self._box(house, ALLEY))
        return True

    def _box(self, house: House, around: float) -> tuple[int, int, int, int]:
        (x, y), (a, b) = house.place, house.half
        (left, top), (right, bottom) = self._at(
            ((x - a - around, y - b - around), (x + a + around, y + b + around))
        )
        return floor(left), floor(top), ceil(right), ceil(bottom)

    def _at(self, line: Line) -> list[Point]:
        half = SAMPLES // 2
        return [(half + x * SAMPLES, half + y * SAMPLES) for x, y in line]


def street(side: int, square: Point) -> Line:
    """From beyond the middle of a side to the square."""
    (x, y), (dx, dy) = MIDDLES[3 * side + 1], INWARD[side]
    return (x - dx * 0.2, y - dy * 0.2), (x + dx * 0.07, y + dy * 0.07), square


@lru_cache(maxsize=8)
def city_houses(tile: Tile) -> tuple[House, ...]:
    """The houses in all cities of a tile, unturned."""
    return tuple(
        house
        for city in courses(tile.segments).cities
        for house in _houses(tile, city, chance("houses", tile.id, city.segment))
    )


def _houses(tile: Tile, city: City, dice: Random) -> Iterator[House]:
    ground = _ground(tile, city)
    for house in (*_twins(city.sides), *_tried(dice)):
        if ground.build(house):
            yield house


def _ground(tile: Tile, city: City) -> Ground:
    ground = Ground(city.outline)
    known = places(tile.segments)
    square = known.followers[city.segment]
    for wall in city.walls:
        ground.keep_line(wall, WALK)
        for corner in wall:
            ground.keep_disc(corner, TOWER)
    for side in city.sides:
        ground.keep_line(street(side, square), STREET + ALLEY / 2)
    ground.keep_disc(square, SQUARE)
    for pennant in known.pennants:
        ground.keep_disc(pennant, PENNANT * 0.7)
    return ground


def _twins(sides: Sequence[int]) -> Iterator[House]:
    for side in sides:
        half = HALVES[0] if side % 2 == 0 else HALVES[0][::-1]
        for way in TWINS:
            yield House(along_border(side + way), half, ROOFS[0])


def _tried(dice: Random) -> Iterator[House]:
    """Houses all over the tile, in no order but their size."""
    for long, wide in HALVES:
        for x, y in dice.sample(GRID, len(GRID)):
            a, b = (long, wide) if dice.random() < 0.5 else (wide, long)
            roof: Roof = SLATE if dice.random() < SLATED else dice.choice(ROOFS)
            if min(x - a, y - b) > MARGIN and max(x + a, y + b) < 1 - MARGIN:
                yield House((x, y), (a, b), roof)
