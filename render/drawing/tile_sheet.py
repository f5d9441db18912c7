"""Sheet on which one tile is painted, with room around it for what the neighbours continue."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.picture.masks import Point
from render.tiles.geometry import OVERSAMPLING, turn_point

# The part of the neighbours on the sheet, in tiles.
ROOM = 0.14
# The pixels of a tile on a sheet that widths of lines are given for.
USUAL = 276


class Thing(NamedTuple):
    kind: str
    spot: Point
    """Its place on the unturned tile."""
    size: float
    """From 0, the smallest of its kind, to 1."""


@dataclass(frozen=True)
class TileSheet:
    image: Image.Image
    tile: int
    """The pixels of a tile on this sheet."""
    dice: Random
    rotation: int = 0
    """The quarter turns clockwise of the tile."""

    @classmethod
    def blank(cls, cell: int, dice: Random, rotation: int = 0) -> "TileSheet":
        tile = cell * OVERSAMPLING
        size = tile + 2 * round(tile * ROOM)
        return cls(Image.new("RGB", (size, size)), tile, dice, rotation)

    @property
    def room(self) -> int:
        return round(self.tile * ROOM)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        return self.room + point[0] * self.tile, self.room + point[1] * self.tile

    def on_tile(self, spot: Point) -> Point:
        """Find the pixel of a point on the tile, wherever it is after turning."""
        return self.at(turn_point(spot, self.rotation))

    def pixel(self, spot: Point) -> tuple[int, int]:
        x, y = self.on_tile(spot)
        return int(x), int(y)

    def somewhere(self) -> Point:
        """Choose a random point on the tile, the same one in every rotation, and find its pixel."""
        return self.on_tile((self.dice.random(), self.dice.random()))

    def long(self, length: float) -> int:
        """Convert a length in tiles to pixels, at least one."""
        return max(1, round(length * self.tile))

    def width(self, width: int) -> int:
        """Convert the width of a line on a sheet of the usual size to the width on this one."""
        return max(1, round(width * self.tile / USUAL))

    def mask(self) -> Image.Image:
        return Image.new("L", self.size)

    def finish(self) -> Image.Image:
        """Cut out the tile alone, and reduce it to its size on the board."""
        room = self.room
        tile = self.tile
        return self.image.crop((room, room, room + tile, room + tile)).reduce(OVERSAMPLING)
