"""Labels on a board: how large they are, and room for each near what it refers to."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from math import dist, hypot, inf
from typing import Protocol

from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Badge, Colour, Point, Rect, Size


def seat_colours(seat: int | None) -> tuple[Colour, Colour]:
    """Choose the colour of a seat, or of nobody, and one that is visible on it and next to it."""
    if seat is None:
        return NEUTRAL, CREAM
    return SEATS[seat].main, SEATS[seat].ink


def seat_badge(text: str, at: Point, size: int, seat: int | None) -> Badge:
    colour, ink = seat_colours(seat)
    return Badge(text, at, size, INK if seat is None else ink, colour, ink)


# The height of numbers, in cells.
LABEL = 0.4
# The height of what is written on claims, in cells.
CLAIM = 0.33
# The height of words, in cells.
SMALL = 0.3
# The share of a cell kept clear of labels where a follower stands.
STANDING = 0.5
# The radius of a follower, in cells.
FOLLOWER = 0.25
# The approximate width of a letter of a badge, relative to its height.
LETTER = 0.52
# A dot between numbers.
DOT = "·"
# The width that a dot lacks, in letters.
NARROWER = 0.6
# A letter of the name of a place.
CAPITAL = re.compile(r"[A-Z](?![a-z])")
# The width that a capital takes besides that of a letter, in letters.
WIDER = 0.75
# The offsets of a label from its place in cells: the best first.
AWAY = (
    (0.0, -0.5),
    (0.62, -0.3),
    (-0.62, -0.3),
    (0.0, 0.55),
    (0.7, 0.3),
    (-0.7, 0.3),
    (0.95, 0.0),
    (-0.95, 0.0),
    (0.0, -0.9),
    (0.0, 0.9),
    (1.0, -0.8),
    (-1.0, 0.8),
)
# The offsets of a label on the place itself: the best first.
NUDGED = ((0.0, 0.0), (0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0))
# The distance from one offset of `AROUND` to the next, in cells.
STEP = 0.25
# The most such steps away from a place.
FURTHEST = 24
# The offsets if none of these has room: the nearest first, tried around the first `FIRST` places.
AROUND = sorted(
    ((STEP * x, STEP * y) for x, y in product(range(-FURTHEST, FURTHEST + 1), repeat=2)),
    key=lambda away: hypot(*away),
)
# The offsets in short steps, for a label that covers nothing of what it is about.
NEAREST = sorted(
    ((0.125 * x, 0.125 * y) for x, y in product(range(-12, 13), repeat=2)),
    key=lambda away: (round(hypot(*away), 6), abs(away[0])),
)
# The most places outside that are tried for one whose line covers nothing.
LINES = 24
# A label that is so near to a place, in cells, needs no line to it.
NEAR = 0.16
# The most places around which `AROUND` is tried.
FIRST = 4
# The cost of covering a square cell of what should stay clear, compared with being a cell away,
# which gets worse with the square of the distance.
HIDING = 16.0


# A middle and a radius.
Disc = tuple[Point, int]


class LabelledBoard(Protocol):
    """A board, as far as labels need to know about it."""

    @property
    def cell(self) -> int:
        """Width of a cell."""

    @property
    def clear(self) -> Rect:
        """Visible part, without what its coordinates cover."""

    def pixels(self, cells: float) -> int:
        """Convert a length in cells to pixels."""

    def mark_pixels(self, cells: float) -> int:
        """Work out the pixels of something this many cells large: in a close-up it takes less of a
        cell."""


@dataclass(slots=True)
class Labels:
    """Labels of one or more lines, each near what it refers to. They do not overlap, and go where
    they cover the least."""

    board: LabelledBoard
    placed: list[Rect] = field(default_factory=list)
    """The labels placed so far, which no other may cover."""
    clear: list[Rect] = field(default_factory=list)
    """The places that labels cover only if there is no room elsewhere."""
    obstacles: list[Disc] = field(default_factory=list)
    """The middles and radii of what a label placed clear of them never covers."""
    _by_square: dict[Point, tuple[list[Disc], list[Rect]]] = field(
        default_factory=lambda: defaultdict(lambda: ([], []))
    )
    """The obstacles and the labels in each square of the board, which is a cell large."""
    _filed_counts: tuple[int, int] = (0, 0)
    """The number of obstacles, and of labels, that were sorted into squares."""

    def keep_clear(self, middle: Point, cells: float) -> None:
        size = self.board.mark_pixels(cells)
        self.clear.append(_around(middle, (size, size)))

    def place_beside(self, lines: Sequence[str], near: Sequence[Point], size: int) -> list[Point]:
        """Place lines next to the first of these places with room around it, and return their
        middles."""
        near = self._visible_first(near)
        spots = (self._off(point, away) for point in near for away in AWAY)
        return self._place(lines, spots, near, size)

    def place_upon(self, line: str, near: Sequence[Point], size: int) -> Point:
        """Place a line on the first of these places that has room, or close by."""
        near = self._visible_first(near)
        (middle,) = self._place([line], self._nudge(near), near, size)
        return middle

    def place_clear_of(
        self,
        line: str,
        at: Point,
        size: int,
        *,
        inside: Callable[[Point], bool],
        end_of: Callable[[Point], Point],
        ground: Rect | None = None,
    ) -> tuple[Point, Point | None]:
        """Place a line as near to this place as it covers neither another label nor an obstacle.
        Returns its middle, and where the line that leads to it ends, unless it has room inside,
        which is somewhere on this ground. A leading line covers nothing either, if possible."""
        self._file()
        whole = _room_for([line], size)
        around = self._clear_places(at, nearest_offsets(self.board.cell), whole, ground)
        point = next((point for point in around if inside(point)), None)
        if point is not None:
            self.placed.append(_around(point, whole))
            return point, None
        nearest: tuple[Point, Point] | None = None
        further = self._clear_places(at, further_offsets(self.board.cell), whole)
        for point in islice(further, LINES):
            rect = _around(point, whole)
            end = end_of(point)
            way = [] if inside(point) else _way(point, end, rect, size // 2)
            if all(map(self._covers_nothing, way)):
                self.placed += [rect, *way]
                return point, end if way else None
            nearest = nearest or (point, end)
        if nearest is None:
            return self.place_upon(line, [at], size), None
        point, end = nearest
        self.placed.append(_around(point, whole))
        return point, end

    def _clear_places(
        self, at: Point, offsets: Sequence[Point], whole: Size, ground: Rect | None = None
    ) -> Iterator[Point]:
        """List the places at these offsets, and on this ground, where a label of this size is
        visible and covers neither another nor an obstacle."""
        x, y = at
        left, top, right, bottom = ground or self.board.clear
        for across, down in offsets:
            u = x + across
            v = y + down
            if left <= u <= right and top <= v <= bottom:
                rect = _around((u, v), whole)
                if self._is_visible(rect) and self._covers_nothing(rect):
                    yield u, v

    def _covers_nothing(self, rect: Rect) -> bool:
        """Tell whether a rectangle covers neither a label nor an obstacle. Written out, as hundreds
        of places are tried for a label."""
        left, top, right, bottom = rect
        for square in _squares_of(rect, self.board.cell):
            if square not in self._by_square:
                continue
            discs, rects = self._by_square[square]
            for west, north, east, south in rects:
                if left < east and west < right and top < south and north < bottom:
                    return False
            for (x, y), radius in discs:
                across = left - x if x < left else x - right if x > right else 0
                down = top - y if y < top else y - bottom if y > bottom else 0
                if across * across + down * down < radius * radius:
                    return False
        return True

    def _file(self) -> None:
        """Sort new obstacles and labels into the squares in which they lie."""
        cell = self.board.cell
        (obstacle_count, label_count) = self._filed_counts
        for disc in self.obstacles[obstacle_count:]:
            for square in _squares_of(_around(disc[0], (2 * disc[1], 2 * disc[1])), cell):
                self._by_square[square][0].append(disc)
        for rect in self.placed[label_count:]:
            for square in _squares_of(rect, cell):
                self._by_square[square][1].append(rect)
        self._filed_counts = len(self.obstacles), len(self.placed)

    def place_within(
        self, lines: Sequence[str], spots: Sequence[Point], size: int
    ) -> list[Point] | None:
        """Place lines below each other, the first of them exactly at one of these places: the first
        that has room, or where they hide the least; None if there is no room."""
        whole = _room_for(lines, size)
        height = whole[1] // len(lines)
        below = height * (len(lines) - 1) // 2
        best = None
        least = inf
        for x, y in self._visible_first(spots):
            rect = _around((x, y + below), whole)
            if self._has_room(rect, self._is_seen((x, y))) and self._harm(rect) < least:
                best = (x, y)
                least = self._harm(rect)
                if not least:
                    break
        if best is None:
            return None
        self.placed.append(_around((best[0], best[1] + below), whole))
        return [(best[0], best[1] + height * row) for row in range(len(lines))]

    def avoid(self, middle: Point, cells: float) -> None:
        """Keep labels that are placed with `place_on` off a disc with this radius."""
        self.obstacles.append((middle, self.board.mark_pixels(cells)))

    def place_on(
        self, line: str, spots: Sequence[Point], size: int
    ) -> tuple[Point, Point | None] | None:
        """Place a line on the first of these places where it covers neither another label nor an
        obstacle; if it does everywhere, as near to one of the first as possible. Returns its
        middle, and the nearest of the places if it is away from all of them then; None if no place
        is visible."""
        self._file()
        whole = _room_for([line], size)
        spots = self._visible_first(spots)
        if not self._is_seen(spots[0]):
            return None
        for spot in spots:
            rect = _around(spot, whole)
            if self._is_visible(rect) and self._covers_nothing(rect):
                self.placed.append(rect)
                return spot, None
        offsets = further_offsets(self.board.cell)
        nearest = [
            (dist(spot, place), place)
            for spot in spots[:FIRST]
            for place in islice(self._clear_places(spot, offsets, whole), 1)
        ]
        _, middle = min(nearest, default=(0.0, spots[0]))
        rect = _around(middle, whole)
        self.placed.append(rect)
        end = min(spots, key=lambda spot: _distance(spot, rect))
        return middle, end if _distance(end, rect) > NEAR * self.board.cell else None

    def place_if_room(self, line: str, near: Sequence[Point], size: int) -> Point | None:
        """Place a line on the first of these places that has room, or close by; None if there is no
        room."""
        whole = _room_for([line], size)
        middle = self._free(self._nudge(near), whole, self._is_seen(near[0]))
        if middle is not None:
            self.placed.append(_around(middle, whole))
        return middle

    def _nudge(self, near: Sequence[Point]) -> Iterator[Point]:
        return (self._off(point, nudge) for nudge in NUDGED for point in near)

    def _visible_first(self, spots: Sequence[Point]) -> Sequence[Point]:
        return sorted(spots, key=lambda point: not self._is_seen(point))

    def _is_seen(self, point: Point) -> bool:
        (x, y) = point
        (left, top, right, bottom) = self.board.clear
        return left <= x < right and top <= y < bottom

    def _off(self, point: Point, cells: tuple[float, float]) -> Point:
        (x, y) = point
        (across, down) = cells
        return x + self.board.pixels(across), y + self.board.pixels(down)

    def _place(
        self, lines: Sequence[str], spots: Iterable[Point], near: Sequence[Point], size: int
    ) -> list[Point]:
        whole = _room_for(lines, size)
        is_seen = self._is_seen(near[0])
        x, y = self._free(spots, whole, is_seen) or self._least_covering(near, whole, is_seen)
        self.placed.append(_around((x, y), whole))
        height = whole[1] // len(lines)
        top = y - height * (len(lines) - 1) // 2
        return [(x, top + height * row) for row in range(len(lines))]

    def _free(self, spots: Iterable[Point], whole: Size, is_seen: bool) -> Point | None:
        """Find the first of these places that has room for a label of this size."""
        for at in spots:
            rect = _around(at, whole)
            if self._has_room(rect, is_seen) and not self._harm(rect):
                return at
        return None

    def _has_room(self, rect: Rect, is_seen: bool) -> bool:
        """Tell whether a label overlaps no other, and is completely visible (or completely hidden,
        if its place is not seen)."""
        visible = self._is_visible(rect) if is_seen else not _common_area(rect, self.board.clear)
        return visible and not any(_common_area(rect, other) for other in self.placed)

    def _is_visible(self, rect: Rect) -> bool:
        (left, top, right, bottom) = rect
        (west, north, east, south) = self.board.clear
        return west <= left and north <= top and right <= east and bottom <= south

    def _least_covering(self, near: Sequence[Point], size: Size, is_seen: bool) -> Point:
        """Find a place for a label of this size that overlaps no other: as near as possible,
        weighed against what it covers."""
        best = near[0]
        least = inf
        for away in AROUND:
            far = hypot(*away) ** 2
            if far >= least:
                break
            for point in near[:FIRST]:
                middle = self._off(point, away)
                rect = _around(middle, size)
                if self._has_room(rect, is_seen) and far + self._harm(rect) < least:
                    best = middle
                    least = far + self._harm(rect)
        return best

    def _harm(self, rect: Rect) -> float:
        """Weigh the area that a label covers of what should stay clear."""
        covered = sum(_common_area(rect, other) for other in self.clear)
        return HIDING * covered / self.board.cell**2


def labels_beside(board: LabelledBoard, standing: Iterable[Point]) -> Labels:
    """Begin labels that cover none of the followers at these places."""
    labels = Labels(board)
    for point in standing:
        labels.keep_clear(point, STANDING)
    return labels


def _room_for(lines: Sequence[str], size: int) -> Size:
    """Estimate the size of a label. Letters are of average width, dots narrower and capitals
    wider."""
    height = round(size * 1.24)
    longest = max(
        len(line) - NARROWER * line.count(DOT) + WIDER * len(CAPITAL.findall(line))
        for line in lines
    )
    return max(height, round(longest * size * LETTER + size * 0.72)), height * len(lines)


def _around(middle: Point, size: Size) -> Rect:
    (x, y) = middle
    (width, height) = size
    left = x - width // 2
    top = y - height // 2
    return left, top, left + width, top + height


def _way(start: Point, end: Point, label: Rect, wide: int) -> list[Rect]:
    """Cover the line from a label to its end with squares, as far as it is outside of the label."""
    (x, y) = start
    (u, v) = end
    (left, top, right, bottom) = label
    steps = max(1, 2 * max(abs(x - u), abs(y - v)) // wide)
    spots = [
        (x + (u - x) * step // steps, y + (v - y) * step // steps) for step in range(1, steps + 1)
    ]
    return [
        _around((across, down), (wide, wide))
        for across, down in spots
        if not (left <= across < right and top <= down < bottom)
    ]


def _distance(point: Point, rect: Rect) -> float:
    x, y = point
    left, top, right, bottom = rect
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def _squares_of(rect: Rect, cell: int) -> Iterator[Point]:
    """List the squares that a rectangle lies in, of those into which the picture is divided."""
    left, top, right, bottom = rect
    columns = range(left // cell, right // cell + 1)
    return product(columns, range(top // cell, bottom // cell + 1))


@cache
def nearest_offsets(cell: int) -> Sequence[Point]:
    """`NEAREST` in pixels, on a board with cells of this size."""
    return [(round(across * cell), round(down * cell)) for across, down in NEAREST]


@cache
def further_offsets(cell: int) -> Sequence[Point]:
    """`AROUND` in pixels."""
    return [(round(across * cell), round(down * cell)) for across, down in AROUND]


def _common_area(first: Rect, second: Rect) -> int:
    left, top, right, bottom = first
    west, north, east, south = second
    if right <= west or east <= left or bottom <= north or south <= top:
        return 0
    return (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
