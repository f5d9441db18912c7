"""What segments of a tile cover, and their borders, as masks with soft edges. Knows no colours."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageOps

from engine.tiles.tile import TurnedTile
from render.picture.canvas.stencils import FINER
from render.tiles.art.paths import CENTRE, HALF_WIDTH, PLAZA, disc, ribbon
from render.tiles.art.shapes import settled_ways, tile_shape

Choose = Callable[[Image.Image, Image.Image], Image.Image]


@lru_cache(maxsize=300)
def segments_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    """What some segments of a tile cover. Shared: not to be modified."""
    areas = tile_shape(turned, size).areas
    paths = _paths_mask(turned, tuple(range(len(areas))), size)
    mask = Image.new("L", (size, size))
    for index in chosen:
        area = areas[index]
        if area is not None:
            mask.paste(area, (0, 0), area)
    mask.paste(0, (0, 0), paths)
    own = _paths_mask(turned, chosen, size)
    mask.paste(own, (0, 0), own)
    return mask


def border_mask(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    width: int,
) -> Image.Image:
    """A line on the border of what a mask of some segments covers, half of it within; along the
    sides of the tile all of it is inside, and there is none at the ports where they continue."""
    size = mask.width
    inner, outer = width - width // 2, width // 2
    whole = _continued(mask, turned, chosen, joined, inner)
    within = _around(whole, inner, ImageChops.darker).crop(
        (inner, inner, inner + size, inner + size)
    )
    padded = ImageOps.expand(mask, outer)
    reach = _around(padded, outer, ImageChops.lighter).crop(
        (outer, outer, outer + size, outer + size)
    )
    return ImageChops.subtract(reach, within)


def _around(mask: Image.Image, by: int, choose: Choose) -> Image.Image:
    """The darkest or lightest of the square around each pixel that reaches this far; not so in a
    margin of that width."""
    for across, down in ((1, 0), (0, 1)):
        covered = 1
        while covered <= 2 * by:
            step = min(covered, 2 * by + 1 - covered)
            mask = choose(mask, ImageChops.offset(mask, step * across, step * down))
            covered += step
        mask = ImageChops.offset(mask, -by * across, -by * down)
    return mask


def _continued(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    margin: int,
) -> Image.Image:
    """The mask with a margin, covered where the segments continue beyond a side."""
    size, whole = mask.width, mask.width + 2 * margin
    large = Image.new("L", (whole, whole))
    large.paste(mask, (margin, margin))
    middle = margin + size // 2
    for side in range(4):
        first, path, second = (
            turned.owners[port] not in chosen or port in joined
            for port in range(3 * side, 3 * side + 3)
        )
        for goes_on, start, end in ((first, 0, middle), (second, middle, whole)):
            if goes_on and path:
                row = large.crop((start, margin, end, margin + 1))
                large.paste(row.resize((end - start, margin)), (start, 0))
        large = large.transpose(Image.Transpose.ROTATE_90)
    return large


def _paths_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    side = size * FINER
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    for way in settled_ways(turned.segments, turned.owners, tile_shape(turned, size)):
        outlines = []
        for arm, segment in _arms(way.segments, way.arms):
            if segment in chosen:
                outlines.append(ribbon(arm))
                outlines.append(disc(arm[-1], HALF_WIDTH if way.divides else 0.0))
        if way.square and set(way.segments) <= set(chosen):
            outlines.append(disc(CENTRE, PLAZA))
        for outline in outlines:
            draw.polygon([(x * side, y * side) for x, y in outline], 255)
    return large.resize((size, size), Image.Resampling.BOX)


def _arms(
    owners: tuple[int, ...], arms: tuple[tuple[tuple[float, float], ...], ...]
) -> list[tuple[tuple[tuple[float, float], ...], int]]:
    """Each arm with the segment it belongs to: one for all, or at a square one for each."""
    if len(owners) == 1:
        return [(arm, owners[0]) for arm in arms]
    return list(zip(arms, owners, strict=True))
