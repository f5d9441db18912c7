"""What segments of a tile cover, and their borders, as masks with soft edges. Knows no colours."""

from collections.abc import Callable

from PIL import Image, ImageChops, ImageDraw, ImageOps

from engine.tiles.tile import TurnedTile
from render.picture.cache import cached, image_weight
from render.picture.canvas.stencils import FINER
from render.tiles.art.paths import CENTRE, HALF_WIDTH, PLAZA, disc, ribbon
from render.tiles.art.shapes import settled_ways, tile_shape

NEAREST = Image.Resampling.NEAREST
Choose = Callable[[Image.Image, Image.Image], Image.Image]


def segments_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    """What some segments of a tile cover."""
    areas = tile_shape(turned, size).areas
    mask = Image.new("L", (size, size))
    for index in chosen:
        area = areas[index]
        if area is not None:
            mask.paste(area, (0, 0), area)
    paths = tuple(index for index, area in enumerate(areas) if area is None)
    every = _paths_mask(turned, paths, size)
    if every is not None:
        mask.paste(0, (0, 0), every)
    own = _paths_mask(turned, tuple(index for index in paths if index in chosen), size)
    if own is not None:
        mask.paste(own, (0, 0), own)
    return mask


def border_mask(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    width: int,
) -> Image.Image:
    """A line on the border of what some segments cover, half of it inside. Along the sides of the
    tile all of it is inside, and at the ports where the segments continue there is none."""
    inner, outer = width - width // 2, width // 2
    whole = _continued(mask, turned, chosen, joined, inner)
    within = _around(whole, inner, ImageChops.darker)
    reach = _around(ImageOps.expand(mask, outer), outer, ImageChops.lighter)
    return ImageChops.subtract(reach, within)


def _around(mask: Image.Image, by: int, choose: Choose) -> Image.Image:
    """The darkest or lightest pixel of the square around each pixel that extends this far, without
    the mask's margin of that width."""
    far = mask.width
    for across, down in ((1, 0), (0, 1)):
        covered = 1
        while covered <= 2 * by:
            step = min(covered, 2 * by + 1 - covered)
            mask = choose(mask, ImageChops.offset(mask, step * across, step * down))
            covered += step
    return mask.crop((2 * by, 2 * by, far, far))


def _continued(
    mask: Image.Image,
    turned: TurnedTile,
    chosen: tuple[int, ...],
    joined: tuple[int, ...],
    margin: int,
) -> Image.Image:
    """The mask with a margin, which is covered where the segments continue beyond a side."""
    whole = mask.width + 2 * margin
    large = Image.new("L", (whole, whole))
    large.paste(mask, (margin, margin))
    for side in range(4):
        first, path, second = (
            turned.owners[port] not in chosen or port in joined
            for port in range(3 * side, 3 * side + 3)
        )
        if path and (first or second):
            _continue(large, side, margin, (first, second))
    return large


def _continue(large: Image.Image, side: int, margin: int, halves: tuple[bool, bool]) -> None:
    """Extend the border of the tile into the margin beyond one side, or beyond a half of it."""
    whole, middle = large.width, large.width // 2
    first, second = halves
    start, end = 0 if first else middle, whole if second else middle
    if side in (2, 3):
        start, end = whole - end, whole - start
    far = whole - margin
    if side % 2 == 0:
        row = margin if side == 0 else far - 1
        border = large.crop((start, row, end, row + 1)).resize((end - start, margin), NEAREST)
        large.paste(border, (start, 0 if side == 0 else far))
    else:
        column = margin if side == 3 else far - 1
        border = large.crop((column, start, column + 1, end)).resize((margin, end - start), NEAREST)
        large.paste(border, (0 if side == 3 else far, start))


def mask_weight(mask: Image.Image | None) -> int:
    return 0 if mask is None else image_weight(mask)


@cached(mask_weight)
def _paths_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image | None:
    """What some paths cover. Shared: not to be modified."""
    if not chosen:
        return None
    outlines = []
    for way in settled_ways(turned.segments, turned.owners, tile_shape(turned, size)):
        for arm, segment in _arms(way.segments, way.arms):
            if segment in chosen:
                outlines.append(ribbon(arm))
                outlines.append(disc(arm[-1], HALF_WIDTH if way.divides else 0.0))
        if way.square and set(way.segments) <= set(chosen):
            outlines.append(disc(CENTRE, PLAZA))
    if not outlines:
        return None
    side = size * FINER
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    for outline in outlines:
        draw.polygon([(x * side, y * side) for x, y in outline], 255)
    return large.reduce(FINER)


def _arms(
    owners: tuple[int, ...], arms: tuple[tuple[tuple[float, float], ...], ...]
) -> list[tuple[tuple[tuple[float, float], ...], int]]:
    """Each arm with the segment it belongs to: one for all, or at a square one for each."""
    if len(owners) == 1:
        return [(arm, owners[0]) for arm in arms]
    return list(zip(arms, owners, strict=True))
