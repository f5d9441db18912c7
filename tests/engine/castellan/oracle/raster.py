"""The castle as pixels: points are four pixels apart, a tower is a block of three by three, and a
wall a line of pixels that ends one short of where its towers reach. What paint cannot reach from
the outside is enclosed (K9). So a missing tower leaves a gap, and the middle of a long wall leaves
none."""

from collections.abc import Iterable, Set
from functools import lru_cache
from typing import NamedTuple

STEP = 4
LENGTHS = {"s": 1, "l": 2}

Pixel = tuple[int, int]
Point = tuple[int, int]
Cell = tuple[int, int]
Area = frozenset[Cell]


class Part(NamedTuple):
    """A piece in notation: `t`, `s` or `l`, a point, and for a wall E or N."""

    letter: str
    x: int
    y: int
    way: str = ""

    def point(self, steps: int) -> Point:
        """Where a wall is after this many distances."""
        return (self.x + steps, self.y) if self.way == "E" else (self.x, self.y + steps)

    @property
    def points(self) -> list[Point]:
        """The ends of a wall, and its middle if it is long."""
        return [self.point(steps) for steps in range(LENGTHS.get(self.letter, 0) + 1)]


def pixels(part: Part) -> set[Pixel]:
    x = STEP * part.x
    y = STEP * part.y
    if part.letter == "t":
        return {(x + right, y + up) for right in (-1, 0, 1) for up in (-1, 0, 1)}
    along = range(2, STEP * LENGTHS[part.letter] - 1)
    return {(x + far, y) if part.way == "E" else (x, y + far) for far in along}


def paint(parts: Iterable[Part]) -> set[Pixel]:
    return {pixel for part in parts for pixel in pixels(part)}


@lru_cache(maxsize=8)
def hollows(parts: tuple[Part, ...]) -> tuple[frozenset[Pixel], ...]:
    """Every area that cannot be reached from the outside, as pixels."""
    free, corner = _canvas(paint(parts))
    _flood(free, corner)
    areas = []
    while free:
        areas.append(frozenset(_flood(free, next(iter(free)))))
    return tuple(areas)


def enclosed_areas(parts: Iterable[Part]) -> set[Area]:
    return set(map(cells_in, hollows(tuple(parts))))


def centre(part: Part) -> Pixel:
    """The pixels of a piece on which nothing else may be painted."""
    x = STEP * part.x
    y = STEP * part.y
    if part.letter == "t":
        return x, y
    return (x + 2, y) if part.way == "E" else (x, y + 2)


def cells_in(reached: Set[Pixel]) -> Area:
    """A cell is where its centre is."""
    return frozenset((x // STEP, y // STEP) for x, y in reached if x % STEP == y % STEP == 2)


def _canvas(paint: Set[Pixel]) -> tuple[set[Pixel], Pixel]:
    """All pixels without paint, and one of them that is certainly outside."""
    if not paint:
        return {(0, 0)}, (0, 0)
    xs = [x for x, _ in paint]
    ys = [y for _, y in paint]
    left = min(xs) - STEP
    bottom = min(ys) - STEP
    width = range(left, max(xs) + STEP + 1)
    height = range(bottom, max(ys) + STEP + 1)
    return {(x, y) for x in width for y in height} - paint, (left, bottom)


def _flood(free: set[Pixel], start: Pixel) -> set[Pixel]:
    """Remove from the free pixels those that can be reached from one, and return them."""
    free.remove(start)
    reached = {start}
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in free:
                free.remove(beside)
                reached.add(beside)
                waiting.append(beside)
    return reached
