"""The shapes of the segments of tiles, each made once for all four rotations."""

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from engine.tiles.ports import turned
from engine.tiles.tile import TurnedTile
from render.picture.cache import PackingCache, image_weight
from render.picture.scene import Name
from render.tiles.art.segment_masks import border_mask
from render.tiles.art.shapes import turned_mask
from render.tiles.sprites import BorderShape, SegmentsShape, Turned

Covered = Callable[[TurnedTile, tuple[int, ...], int], Image.Image]
"""What some segments of a tile cover, as a mask of a size."""


class SegmentShapes:
    """The masks by their names, for the tiles of one game."""

    def __init__(self, lying: Callable[[Turned], TurnedTile], covered: Covered) -> None:
        self._lying = lying
        self._covered = covered
        self._masks = PackingCache(image_weight)

    def shape(self, name: Name, size: int) -> Image.Image:
        """The mask, as the tile lies. Shared: not to be modified."""
        match name:
            case SegmentsShape((tile, rotation)):
                unturned: SegmentsShape | BorderShape = replace(name, tile=(tile, 0))
            case BorderShape((tile, rotation), joined=joined):
                ports = tuple(sorted(turned(port, -rotation) for port in joined))
                unturned = replace(name, tile=(tile, 0), joined=ports)
            case _:
                raise KeyError(name)
        mask = self._masks.get((unturned, size), lambda: self._made(unturned, size))
        return turned_mask(mask, rotation)

    def _made(self, name: SegmentsShape | BorderShape, size: int) -> Image.Image:
        tile = self._lying(name.tile)
        if isinstance(name, SegmentsShape):
            return self._covered(tile, name.segments, size)
        covered = self.shape(SegmentsShape(name.tile, name.segments), size)
        return border_mask(covered, tile, name.segments, name.joined, name.width)
