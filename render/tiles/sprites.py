"""Names of the sprites and shapes of square tiles, for any game."""

from dataclasses import dataclass
from typing import Literal

from render.picture.palette import DOOR, DOOR_DARK, INK, Pattern
from render.picture.scene import TOP_LEFT, Box, Item, Point, SpritePicture
from render.picture.sprites import SpritePage

# A tile id, and its quarter turns clockwise; for a start space the id of its tile.
Turned = tuple[str, int]
# The thing beyond a side of a tile.
Beyond = Turned | Literal["empty", "wall"]
# The things beyond the north, east, south and west side.
Near = tuple[Beyond, Beyond, Beyond, Beyond]


@dataclass(frozen=True, slots=True)
class TileSprite:
    """A tile. With the parts beyond its four sides given, features that only touch are divided, and
    segments of complete features are lined."""

    tile: Turned
    near: Near | None = None
    complete: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FineTile:
    """A tile drawn in a size larger than usual."""

    tile: Turned
    size: int

    @property
    def page(self) -> SpritePage:
        """Page that it ships on, alone."""
        (tile, turns) = self.tile
        size = self.size
        return SpritePage(f"{size}/{tile}_{turns}.webp", "RGB", (size, size), [self])


@dataclass(frozen=True, slots=True)
class EdgeSprite:
    """Half of the edge between a tile and its surroundings that is beyond the tile."""

    tile: Turned
    side: int
    beyond: Beyond


@dataclass(frozen=True, slots=True)
class SegmentsShape:
    tile: Turned
    segments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PatternShape:
    """Pattern of a seat over some segments of a tile. It goes on across all tiles, and does not
    turn with them."""

    tile: Turned
    segments: tuple[int, ...]
    pattern: Pattern
    rim: bool
    """Whether it covers the rim around its marks too."""


@dataclass(frozen=True, slots=True)
class BorderShape:
    """A line along the border of some segments of a tile. There is none where they continue beyond
    a side, at the ports that are `joined`."""

    tile: Turned
    segments: tuple[int, ...]
    joined: tuple[int, ...]
    width: int


def tile_picture(
    tile: Turned, at: Point, size: int, near: Near | None = None, complete: tuple[int, ...] = ()
) -> SpritePicture:
    """Draw a tile with its top left corner at a point."""
    return SpritePicture(TileSprite(tile, near, complete), at, size, anchor=TOP_LEFT)


def edge_picture(
    tile: Turned, side: int, beyond: Beyond, corner: Point, size: int
) -> SpritePicture:
    """Draw the edge beyond a side of a tile that has its top left corner at a point."""
    (x, y) = corner
    anchor = ((0.0, 1.0), TOP_LEFT, TOP_LEFT, (1.0, 0.0))[side]
    at = ((x, y), (x + size, y), (x, y + size), (x, y))[side]
    return SpritePicture(EdgeSprite(tile, side, beyond), at, size, anchor=anchor)


def framed_tile(tile: Turned, at: Point, size: int, edge: int = 5, radius: int = 6) -> list[Item]:
    """Draw a tile with a dark edge around it."""
    left, top = at
    frame = (left - edge, top - edge, left + size + edge, top + size + edge)
    return [Box(frame, INK, radius=radius), tile_picture(tile, at, size)]


def tile_on_tray(tile: Turned, at: Point, size: int, wide: int) -> list[Item]:
    """Draw a tile that is not laid yet, on a wooden tray that is this much wider on every side."""
    left, top = at
    edge = max(2, size // 40)
    tray = (left - wide, top - wide, left + size + wide, top + size + wide)
    hollow = (left - edge, top - edge, left + size + edge, top + size + edge)
    return [
        Box(tray, DOOR, DOOR_DARK, width=edge, radius=wide),
        Box(hollow, DOOR_DARK, radius=edge),
        tile_picture(tile, at, size),
    ]
