"""Geometry of a square tile, its side being 1: sides, corners and turns, lines with a width, and
where there is room on it."""

from collections.abc import Iterable, Sequence
from math import cos, dist, hypot, pi, sin
from typing import TypeVar

from PIL import Image, ImageDraw

from render.picture.masks import Point, erode
from render.picture.stencils import FINER

# The factor of oversampling: a tile is drawn larger and then reduced.
OVERSAMPLING = 3
CENTRE: Point = (0.5, 0.5)
# Half the width of a path.
HALF_WIDTH = 0.085
# The middle of each side, by its channel: the port in the middle of it.
MIDDLES: dict[int, Point] = {1: (0.5, 0.0), 4: (1.0, 0.5), 7: (0.5, 1.0), 10: (0.0, 0.5)}
# The corner after each side, clockwise.
CORNERS: tuple[Point, ...] = ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
# The direction from each side into the tile.
INWARD: tuple[Point, ...] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))


def turn_point(point: Point, quarters: int) -> Point:
    x, y = point
    return ((x, y), (1 - y, x), (1 - x, 1 - y), (y, 1 - x))[quarters]


def inward(channel: int, length: float) -> tuple[Point, Point]:
    """Draw a line from the middle of a side straight into the tile."""
    (x, y) = MIDDLES[channel]
    (dx, dy) = INWARD[channel // 3]
    return (x, y), (x + dx * length, y + dy * length)


def quarter_arc(corner: Point, start: Point) -> tuple[Point, ...]:
    """Draw an arc about a corner, from the middle of the side before it to that of the side
    after."""
    dx = start[0] - corner[0]
    dy = start[1] - corner[1]
    points = []
    for step in range(13):
        angle = -pi / 2 * step / 12
        x = corner[0] + dx * cos(angle) - dy * sin(angle)
        y = corner[1] + dx * sin(angle) + dy * cos(angle)
        points.append((round(x, 9), round(y, 9)))
    return tuple(points)


def ribbon(line: Sequence[Point], half_width: float = HALF_WIDTH) -> tuple[Point, ...]:
    """Outline a line with a width, that of a path unless another is given."""
    left = []
    right = []
    for index, (x, y) in enumerate(line):
        (ax, ay) = line[max(0, index - 1)]
        (bx, by) = line[min(len(line) - 1, index + 1)]
        share = half_width / hypot(bx - ax, by - ay)
        dx = (bx - ax) * share
        dy = (by - ay) * share
        left.append((x + dy, y - dx))
        right.append((x - dy, y + dx))
    return (*left, *reversed(right))


def disc(centre: Point, radius: float) -> tuple[Point, ...]:
    angles = [2 * pi * step / 48 for step in range(48)]
    return tuple((centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in angles)


N = TypeVar("N", int, float)


def turn_box(box: tuple[N, N, N, N], quarters: int, size: N) -> tuple[N, N, N, N]:
    """Turn a box on or beside a square by this many quarters clockwise."""
    left, top, right, bottom = box
    return (
        (left, top, right, bottom),
        (size - bottom, left, size - top, right),
        (size - right, size - bottom, size - left, size - top),
        (top, size - right, bottom, size - left),
    )[quarters]


# The operation that turns a picture, for each number of quarter turns clockwise.
CLOCKWISE = (
    None,
    Image.Transpose.ROTATE_270,
    Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_90,
)


def turn_mask(mask: Image.Image, quarters: int) -> Image.Image:
    transpose = CLOCKWISE[quarters]
    return mask if transpose is None else mask.transpose(transpose)


def fill_outlines(outlines: Iterable[Sequence[Point]], size: int, room: int = 0) -> Image.Image:
    """Fill these outlines with white, in a mask of a tile with room around it."""
    mask = Image.new("L", (size + 2 * room, size + 2 * room))
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        draw.polygon([(room + x * size, room + y * size) for x, y in outline], 255)
    return mask


def fill_smoothly(outlines: Iterable[Sequence[Point]], size: int) -> Image.Image:
    """Fill these outlines with soft edges, in a mask of a tile without room around it."""
    return fill_outlines(outlines, size * FINER).reduce(FINER)


def along_border(distance: float) -> Point:
    """Find the point this many sides clockwise along the border from the north-west corner."""
    side, way = divmod(distance % 4, 1)
    return ((way, 0.0), (1.0, way), (1.0 - way, 1.0), (0.0, 1.0 - way))[int(side)]


# The side of the mask in which room is measured.
SIZE = 48
# The room that a spot needs around it, in 48ths of a tile; more is no better.
ROOM = 14


def roomiest(free: Image.Image) -> Point:
    """Find the point with the most room around it; if tied, the one nearest to their middle."""
    spots = points_with_room(free, ROOM)
    middle_row = sum(row for row, _ in spots) / len(spots)
    middle_column = sum(column for _, column in spots) / len(spots)
    return tile_point(
        min(
            spots,
            key=lambda point: (point[0] - middle_row) ** 2 + (point[1] - middle_column) ** 2,
        )
    )


# The distance between places for labels, in 48ths of a tile.
LABEL_STEP = 3


def label_places(area: Image.Image, near: Point) -> tuple[Point, ...]:
    """Spread places for labels over an area, off its border, the nearest to a point first."""
    inside = erode(area).tobytes()
    rows = ((number % SIZE, number // SIZE) for number, value in enumerate(inside) if value)
    spots = [tile_point((y, x)) for x, y in rows if x % LABEL_STEP == y % LABEL_STEP == 0]
    return tuple(sorted(spots, key=lambda spot: dist(spot, near))) or (near,)


def depth(point: Point) -> float:
    x, y = point
    return min(x, y, 1 - x, 1 - y)


def tile_point(point: tuple[int, int]) -> Point:
    row, column = point
    return (column + 0.5) / SIZE, (row + 0.5) / SIZE


def points_with_room(free: Image.Image, room: int) -> list[tuple[int, int]]:
    """List the places (row, column) with this much room around them, or nearly as much as any."""
    framed = Image.new("L", (SIZE + 2, SIZE + 2))
    framed.paste(free, (1, 1))
    steps = [framed]
    while len(steps) <= room:
        smaller = erode(steps[-1])
        if smaller.getbbox() is None:
            break
        steps.append(smaller)
    enough = len(steps) - 1 if len(steps) > room else max(0, len(steps) - 1 - len(steps) // 4)
    inside = steps[enough].crop((1, 1, SIZE + 1, SIZE + 1)).tobytes()
    return [divmod(number, SIZE) for number, value in enumerate(inside) if value]
