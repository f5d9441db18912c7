"""Art of games with square tiles, and the shapes of the segments of tiles and of their borders,
each made once for all rotations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import sqrt

from PIL import Image, ImageChops, ImageDraw, ImageOps

from engine.tiles.draws import TileCatalogue
from engine.tiles.tile import TurnedTile, turn_port
from render.picture.cache import PackingCache, cache_results, image_weight
from render.picture.masks import Point
from render.picture.palette import Pattern
from render.picture.scene import Name
from render.picture.sprites import Pictures, Sprites
from render.tiles.geometry import turn_mask
from render.tiles.sprites import BorderShape, PatternShape, SegmentsShape, Turned

# The area of some segments of a tile, as a mask of a size.
SegmentMask = Callable[[TurnedTile, tuple[int, ...], int], Image.Image]


class TileSprites(Sprites):
    """Pictures of a game's art, and the shapes on its tiles."""

    def __init__(
        self, pictures: Pictures, catalogue: TileCatalogue, segment_mask: SegmentMask
    ) -> None:
        super().__init__(pictures)
        self._turned = catalogue.turned
        self._segment_mask = segment_mask
        self._masks = PackingCache(image_weight)

    def turned_tile(self, tile: Turned) -> TurnedTile:
        name, rotation = tile
        return self._turned[name][rotation]

    def shape(self, name: Name, size: int) -> Image.Image:
        """Make the mask, as the tile lies. Shared: not to be modified."""
        match name:
            case PatternShape(tile, segments, pattern, rim):
                area = self.shape(SegmentsShape(tile, segments), size)
                return ImageChops.multiply(area, pattern_mask(pattern, size, rim=rim))
            case SegmentsShape((tile, rotation)):
                shape_unturned: SegmentsShape | BorderShape = replace(name, tile=(tile, 0))
            case BorderShape((tile, rotation), joined=joined):
                ports = tuple(sorted(turn_port(port, -rotation) for port in joined))
                shape_unturned = replace(name, tile=(tile, 0), joined=ports)
            case _:
                raise KeyError(name)
        mask = self._masks.get((shape_unturned, size), lambda: self._make(shape_unturned, size))
        return turn_mask(mask, rotation)

    def _make(self, name: SegmentsShape | BorderShape, size: int) -> Image.Image:
        tile = self.turned_tile(name.tile)
        if isinstance(name, SegmentsShape):
            return self._segment_mask(tile, name.segments, size)
        area = self.shape(SegmentsShape(name.tile, name.segments), size)
        return border_mask(area, tile, name.segments, name.joined, name.width)


# The factor of oversampling of patterns.
FINENESS = 4
# The marks of a pattern across a tile; every other row is moved by half of their distance.
COLUMNS = 3
# The rows of marks down a tile.
ROWS = 4
# Half the width and half the height of the blocks that a mark consists of, in tiles.
BLOCKS: Mapping[Pattern, Sequence[Point]] = {
    "squares": ((0.05, 0.05),),
    "dashes": ((0.08, 0.026),),
    "crosses": ((0.068, 0.022), (0.022, 0.068)),
}
# The radius of a dot, in tiles.
DOT = 0.058
# Half the width of a stripe, in tiles.
STRIPE = 0.022
# Half the width of a zigzag, and half its height, in tiles.
ZIGZAG = 0.018
RISE = 0.045
# The width of the rim around a mark, in tiles.
RIM = 0.018


@cache_results(image_weight)
def pattern_mask(pattern: Pattern, size: int, *, rim: bool) -> Image.Image:
    """Draw the pattern of a seat over a tile, so that it goes on in the next."""
    side = FINENESS * size
    whole = Image.new("L", (side, side))
    draw = ImageDraw.Draw(whole)
    edge = RIM if rim else 0.0
    if pattern == "stripes":
        half = round((STRIPE + edge) * side * sqrt(2))
        for number in range(2 * COLUMNS + 1):
            right = number * side // COLUMNS
            left = right - side
            corners = (
                (right - half, 0),
                (right + half, 0),
                (left + half, side),
                (left - half, side),
            )
            draw.polygon(corners, 255)
        return whole.reduce(FINENESS)
    if pattern == "zigzags":
        width = round(2 * (ZIGZAG + edge) * side)
        for row in range(-1, ROWS + 1):
            y = (row + 0.5) / ROWS
            points = [
                (x / 2 / COLUMNS * side, (y + (RISE if (x + row) % 2 else -RISE)) * side)
                for x in range(-1, 2 * COLUMNS + 2)
            ]
            draw.line(points, 255, width, "curve")
        return whole.reduce(FINENESS)
    blocks = ((DOT, DOT),) if pattern == "dots" else BLOCKS[pattern]
    shape = draw.ellipse if pattern == "dots" else draw.rectangle
    for row in range(ROWS):
        y = (row + 0.5) / ROWS
        for column in range(COLUMNS + 1):
            x = (column + row % 2 / 2) / COLUMNS
            for wide, high in blocks:
                box = (x - wide - edge, y - high - edge, x + wide + edge, y + high + edge)
                shape([round(part * side) for part in box], 255)
    return whole.reduce(FINENESS)


Choose = Callable[[Image.Image, Image.Image], Image.Image]


def border_mask(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    width: int,
) -> Image.Image:
    """Draw a line on the border of what some segments cover, half of it inside. Along the sides of
    the tile all of it is inside, and at the ports where the segments continue there is none."""
    inner = width - width // 2
    outer = width // 2
    whole = _extend(mask, turned, chosen, joined, inner)
    inside = _around(whole, inner, ImageChops.darker)
    reach = _around(ImageOps.expand(mask, outer), outer, ImageChops.lighter)
    return ImageChops.subtract(reach, inside)


def _around(mask: Image.Image, by: int, choose: Choose) -> Image.Image:
    """Choose the darkest or lightest pixel of the square around each pixel that extends this far,
    without the mask's margin of that width."""
    far = mask.width
    for across, down in ((1, 0), (0, 1)):
        reach = 1
        while reach <= 2 * by:
            step = min(reach, 2 * by + 1 - reach)
            mask = choose(mask, ImageChops.offset(mask, step * across, step * down))
            reach += step
    return mask.crop((2 * by, 2 * by, far, far))


def _extend(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    margin: int,
) -> Image.Image:
    """Add a margin to the mask, which is covered where the segments continue beyond a side."""
    extended = ImageOps.expand(mask, margin)
    for side in range(4):
        first, path, second = (
            turned.owners[port] not in chosen or port in joined
            for port in range(3 * side, 3 * side + 3)
        )
        if path and (first or second):
            # The border of the tile is extended beyond a side, or beyond a half of it.
            upright = turn_mask(extended, -side % 4)
            middle = extended.width // 2
            start = 0 if first else middle
            end = extended.width if second else middle
            border = upright.crop((start, margin, end, margin + 1))
            border = border.resize((end - start, margin), Image.Resampling.NEAREST)
            upright.paste(border, (start, 0))
            extended = turn_mask(upright, side)
    return extended
