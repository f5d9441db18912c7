"""Shapes and lines as stencils, with soft edges."""

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin

from PIL import Image, ImageDraw

from render.picture.cache import cache_results
from render.picture.colouring import Stencil, stencil, stencil_weight
from render.picture.scene import Point, Size

# Shapes are drawn this many times larger, then reduced.
FINER = 4


@cache_results(stencil_weight)
def box(size: Size, radius: int, width: int) -> Stencil:
    """Draw a box with rounded corners, filled, or only its rim if a width is given."""
    mask = Image.new("L", size, 255)
    if width:
        mask.paste(0, (width, width, size[0] - width, size[1] - width))
    for quarter in range(4 if radius else 0):
        left = size[0] - radius if quarter in (1, 2) else 0
        top = size[1] - radius if quarter in (2, 3) else 0
        mask.paste(_corner_mask(radius, width, quarter), (left, top))
    return stencil(mask)


@cache_results(stencil_weight)
def corner(radius: int, quarter: int, width: int) -> Stencil:
    return stencil(_corner_mask(radius, width, quarter))


def _corner_mask(radius: int, width: int, quarter: int) -> Image.Image:
    """Cut a corner out of a round mask; the quarters are numbered clockwise from the top left."""
    mask = _round_mask(2 * radius, width)
    left, top = ((0, 0), (radius, 0), (radius, radius), (0, radius))[quarter]
    return mask.crop((left, top, left + radius, top + radius))


@cache_results(stencil_weight)
def disc(diameter: int, width: int) -> Stencil:
    return stencil(_round_mask(diameter, width))


def _round_mask(diameter: int, width: int) -> Image.Image:
    """Draw a disc, or only its rim if a width is given."""
    mask = _disc_mask(diameter)
    inner = diameter - 2 * width
    if width and inner > 0:
        mask.paste(0, (width, width), _disc_mask(inner))
    return mask


def _disc_mask(diameter: int) -> Image.Image:
    large = Image.new("L", (diameter * FINER, diameter * FINER))
    ImageDraw.Draw(large).ellipse((0, 0, diameter * FINER - 1, diameter * FINER - 1), fill=255)
    return large.resize((diameter, diameter), Image.Resampling.BOX)


@cache_results(stencil_weight)
def shield(size: Size, straight_share: float) -> Stencil:
    """Draw a shield: straight at the top, for this share of its height, then two arcs that meet in
    a point."""
    width, height = size
    right = width * FINER - 1
    bottom = height * FINER - 1
    large = Image.new("L", (width * FINER, height * FINER))
    straight = bottom * straight_share
    arc = [
        (cos(angle), straight + (bottom - straight) * sin(angle))
        for angle in (step * pi / 40 for step in range(21))
    ]
    outline = [(0.0, 0.0), (float(right), 0.0)]
    outline += [(right * (1 + x) / 2, y) for x, y in arc]
    outline += [(right * (1 - x) / 2, y) for x, y in reversed(arc)]
    ImageDraw.Draw(large).polygon(outline, 255)
    return stencil(large.resize((width, height), Image.Resampling.BOX))


@cache_results(stencil_weight)
def line(points: tuple[Point, ...], width: int, dash: int) -> Stencil:
    """Draw a line through points, which are measured from the top left of the stencil."""
    pad = width + 1
    size = (max(x for x, _ in points) + pad, max(y for _, y in points) + pad)
    large = Image.new("L", (size[0] * FINER, size[1] * FINER))
    draw = ImageDraw.Draw(large)
    for piece in _dashes(points, dash) if dash else [points]:
        path = [(x * FINER, y * FINER) for x, y in piece]
        draw.line(path, fill=255, width=width * FINER, joint="curve")
    return stencil(large.resize(size, Image.Resampling.BOX))


def _dashes(points: tuple[Point, ...], dash: int) -> list[list[tuple[float, float]]]:
    """Divide a line into dashes; one may go around a bend."""
    steps = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]
    passed = [0.0, *accumulate(steps)]

    def at(distance: float) -> tuple[float, float]:
        number = max(0, bisect_left(passed, distance) - 1)
        (ax, ay), (bx, by) = points[number : number + 2]
        share = (distance - passed[number]) / (steps[number] or 1)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    pieces = []
    for start in range(0, int(passed[-1]), 2 * dash):
        end = min(passed[-1], start + dash)
        bends = [point for point, far in zip(points, passed, strict=True) if start < far < end]
        pieces.append([at(start), *bends, at(end)])
    return pieces
