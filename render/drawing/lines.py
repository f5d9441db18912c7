"""Along lines: the outline of a mask, places at even distances, merlons."""

from itertools import pairwise
from math import hypot

from PIL import Image

from render.picture.masks import Point

Step = tuple[int, int]


def outlines(mask: Image.Image, coarse: int) -> list[list[Point]]:
    """Trace closed lines around the white parts, with the white on the right, at a coarser size."""
    width = mask.width // coarse
    height = mask.height // coarse
    small = mask.resize((width, height), Image.Resampling.BOX).point(
        [255 * (v > 127) for v in range(256)]
    )
    follows = _edges(small.tobytes(), width, height)
    lines = []
    while follows:
        reached = {corner for ends in follows.values() for corner in ends}
        start = next((corner for corner in follows if corner not in reached), next(iter(follows)))
        line = []
        corner = start
        while corner in follows:
            line.append(corner)
            corner = follows[corner].pop() if len(follows[corner]) > 1 else follows.pop(corner)[0]
        lines.append(_smooth([(x * coarse, y * coarse) for x, y in line]))
    return lines


def _edges(data: bytes, width: int, height: int) -> dict[Step, list[Step]]:
    """Find the borders of white pixels, each leading clockwise to the next corner."""
    follows: dict[Step, list[Step]] = {}
    for y in range(height):
        row = data[y * width : (y + 1) * width]
        above = data[(y - 1) * width : y * width] if y else b""
        for x in range(1, width):
            if row[x] != row[x - 1]:
                a, b = ((x, y + 1), (x, y)) if row[x] else ((x, y), (x, y + 1))
                follows.setdefault(a, []).append(b)
        if above and above != row:
            for x in range(width):
                if row[x] != above[x]:
                    a, b = ((x, y), (x + 1, y)) if row[x] else ((x + 1, y), (x, y))
                    follows.setdefault(a, []).append(b)
    return follows


def _smooth(line: list[Point]) -> list[Point]:
    """Replace each point by the mean of it and its neighbours; the ends of an open line stay."""
    reach = 3
    result = []
    for index in range(len(line)):
        near = line[max(0, index - reach) : index + reach + 1]
        result.append((sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)))
    return result


def points_along(line: list[Point], distance: float) -> list[tuple[Point, Point]]:
    """Find points along a line at even distances, each with the direction of the line there."""
    points = []
    due = distance / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        direction = ((bx - ax) / length, (by - ay) / length)
        while due <= length:
            share = due / length
            points.append(((ax + (bx - ax) * share, ay + (by - ay) * share), direction))
            due += distance
        due -= length
    return points


def oblong(middle: Point, along: Point, half: Point) -> list[Point]:
    """Find the corners of a rectangle with this half length and half width, in a direction."""
    (x, y) = middle
    (dx, dy) = along
    (long, wide) = half
    return [
        (x + dx * a * long - dy * b * wide, y + dy * a * long + dx * b * wide)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def battlements(
    ends: Point, top: float, deep: float, merlons: int, gap: float = 0.6
) -> tuple[Point, ...]:
    """Find the corners of a row of merlons, from the left end to the right one. A gap is as wide as
    this many merlons."""
    left, right = ends
    wide = (right - left) / (merlons * (1 + gap) - gap)
    starts = [left + number * wide * (1 + gap) for number in range(merlons)]
    return tuple(
        corner
        for x in starts
        for corner in ((x, top + deep), (x, top), (x + wide, top), (x + wide, top + deep))
    )
