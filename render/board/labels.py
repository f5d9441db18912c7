"""Labels on a board: how large they are, and room for each near what it refers to."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import hypot, inf
from typing import Protocol

from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Badge, Colour, Point, Rect, Size, bounding_box


def seat_colours(seat: int | None) -> tuple[Colour, Colour]:
    """The colour of a seat, or of nobody, and one that is visible on it and next to it."""
    if seat is None:
        return NEUTRAL, CREAM
    return SEATS[seat].main, SEATS[seat].ink


def seat_badge(text: str, at: Point, size: int, seat: int | None) -> Badge:
    colour, ink = seat_colours(seat)
    return Badge(text, at, size, INK if seat is None else ink, colour, ink)


LABEL = 0.4
CLAIM = 0.33
SMALL = 0.3
"""The height of words, in cells."""
STANDING = 0.5
"""The share of a cell kept clear of labels where a follower stands."""
LETTER = 0.52
"""The approximate width of a letter of a badge, relative to its height."""
DOT, NARROWER = "·", 0.6
"""A dot between numbers, and how much less than a letter's width it takes, in letters."""
CAPITAL, WIDER = re.compile(r"[A-Z](?=\d)|(?<=\d)[A-Z]"), 0.75
"""A letter of the name of a place, and how much more it takes."""
AWAY = (
    *((0.0, -0.5), (0.62, -0.3), (-0.62, -0.3), (0.0, 0.55), (0.7, 0.3), (-0.7, 0.3)),
    *((0.95, 0.0), (-0.95, 0.0), (0.0, -0.9), (0.0, 0.9), (1.0, -0.8), (-1.0, 0.8)),
)
"""Where the label of a place may be, as an offset in cells: the best first."""
NUDGED = ((0.0, 0.0), (0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0))
"""The same for a label on the place itself."""
STEP, FURTHEST = 0.25, 24
AROUND = sorted(
    ((STEP * x, STEP * y) for x, y in product(range(-FURTHEST, FURTHEST + 1), repeat=2)),
    key=lambda away: hypot(*away),
)
"""The same if none of these has room: the nearest first, tried around the first `FIRST` places."""
NEAREST = sorted(
    ((0.125 * x, 0.125 * y) for x, y in product(range(-12, 13), repeat=2)),
    key=lambda away: (round(hypot(*away), 6), abs(away[0])),
)
"""The same in short steps, for a label that covers nothing of what it is about."""
LINES = 24
"""So many places outside are tried for one whose line covers nothing."""
FIRST = 4
HIDING = 16.0
"""The cost of covering a square cell of what should stay clear, compared with being a cell away,
which gets worse with the square of the distance."""


class LabelledBoard(Protocol):
    """A board, as far as labels need to know about it."""

    @property
    def cell(self) -> int:
        """The width of a cell."""

    @property
    def clear(self) -> Rect:
        """The part of it that is visible, without what its coordinates cover."""

    def pixels(self, cells: float) -> int:
        """The pixels of this many cells."""

    def mark_pixels(self, cells: float) -> int:
        """The pixels of something this many cells large: in a close-up it takes less of a cell."""


@dataclass(slots=True)
class Labels:
    """Labels of one or more lines, each near what it refers to. They do not overlap, and go where
    they cover the least."""

    board: LabelledBoard
    placed: list[Rect] = field(default_factory=list)
    """The labels placed so far, which no other may cover."""
    clear: list[Rect] = field(default_factory=list)
    """The places that labels cover only if there is no room elsewhere."""
    standing: list[tuple[Point, int]] = field(default_factory=list)
    """The middles and radii of what a label `clear_of` it never covers."""

    def keep_clear(self, middle: Point, cells: float) -> None:
        size = self.board.mark_pixels(cells)
        self.clear.append(_around(middle, (size, size)))

    def beside(self, lines: Sequence[str], near: Sequence[Point], size: int) -> list[Point]:
        """The middles of lines placed next to the first of these places with room around it."""
        near = self._visible_first(near)
        places = (self._off(place, away) for place in near for away in AWAY)
        return self._place(lines, places, near, size)

    def badges_beside(
        self, lines: Sequence[str], near: Sequence[Point], size: int, seats: Sequence[int | None]
    ) -> list[Badge]:
        """Lines placed there as badges, each in the colours of a seat or of nobody."""
        places = self.beside(lines, near, size)
        return [
            seat_badge(line, place, size, seat)
            for line, place, seat in zip(lines, places, seats, strict=True)
        ]

    def upon(self, line: str, near: Sequence[Point], size: int) -> Point:
        """The middle of a line at the first of these places that has room, or close by."""
        near = self._visible_first(near)
        (middle,) = self._place([line], self._nudge(near), near, size)
        return middle

    def clear_of(
        self,
        line: str,
        at: Point,
        size: int,
        inside: Callable[[Point], bool],
        end_of: Callable[[Point], Point],
    ) -> tuple[Point, Point | None]:
        """The middle of a line as near to this place as it covers neither another label nor what
        stands there, and where the line that leads to it ends, unless it has room inside. A leading
        line covers nothing either, if possible."""
        whole = _room_for([line], size)
        led: tuple[Point, Point, list[Rect]] | None = None
        loose: Point | None = None
        tries = 0
        for offsets in (NEAREST, AROUND):
            reach = self.board.pixels(offsets[-1][0]) + max(whole)
            around = _around(at, (2 * reach, 2 * reach))
            discs = [one for one in self.standing if max(_away(one[0], at)) < reach + one[1]]
            rects = [one for one in self.placed if _common_area(one, around)]
            for offset in offsets:
                place = self._off(at, offset)
                within = inside(place)
                if led is not None and not within:
                    continue
                rect = _around(place, whole)
                if not _is_clear(rect, discs, rects) or not self._has_room(rect, True):
                    continue
                if within:
                    self.placed.append(rect)
                    return place, None
                loose = loose or place
                if tries == LINES:
                    continue
                tries += 1
                end = end_of(place)
                way = _way(place, end, rect, size // 2)
                box = bounding_box([rect, *way])
                crossed = [one for one in discs if _covers(box, *one)]
                hidden = [one for one in rects if _common_area(box, one)]
                if all(_is_clear(spot, crossed, hidden) for spot in way):
                    led = place, end, way
            if led is not None:
                place, end, way = led
                self.placed += [_around(place, whole), *way]
                return place, end
            if loose is not None:
                self.placed.append(_around(loose, whole))
                return loose, end_of(loose)
        return self.upon(line, [at], size), None

    def within(
        self, lines: Sequence[str], places: Sequence[Point], size: int
    ) -> list[Point] | None:
        """The middles of lines below each other, the first of them exactly at one of these places:
        the first place that has room, or where they hide the least; None if there is no room."""
        whole = _room_for(lines, size)
        height = whole[1] // len(lines)
        below = height * (len(lines) - 1) // 2
        best, least = None, inf
        for x, y in self._visible_first(places):
            rect = _around((x, y + below), whole)
            if self._has_room(rect, self._is_seen((x, y))) and self._harm(rect) < least:
                best, least = (x, y), self._harm(rect)
                if not least:
                    break
        if best is None:
            return None
        self.placed.append(_around((best[0], best[1] + below), whole))
        return [(best[0], best[1] + height * row) for row in range(len(lines))]

    def if_room(self, line: str, near: Sequence[Point], size: int) -> Point | None:
        """The same, but None if there is no room."""
        whole = _room_for([line], size)
        middle = self._free(self._nudge(near), whole, self._is_seen(near[0]))
        if middle is not None:
            self.placed.append(_around(middle, whole))
        return middle

    def _nudge(self, near: Sequence[Point]) -> Iterator[Point]:
        return (self._off(place, nudge) for nudge in NUDGED for place in near)

    def _visible_first(self, places: Sequence[Point]) -> Sequence[Point]:
        return sorted(places, key=lambda place: not self._is_seen(place))

    def _is_seen(self, place: Point) -> bool:
        (x, y), (left, top, right, bottom) = place, self.board.clear
        return left <= x < right and top <= y < bottom

    def _off(self, place: Point, cells: tuple[float, float]) -> Point:
        (x, y), (across, down) = place, cells
        return x + self.board.pixels(across), y + self.board.pixels(down)

    def _place(
        self, lines: Sequence[str], places: Iterable[Point], near: Sequence[Point], size: int
    ) -> list[Point]:
        whole, seen = _room_for(lines, size), self._is_seen(near[0])
        x, y = self._free(places, whole, seen) or self._least_covering(near, whole, seen)
        self.placed.append(_around((x, y), whole))
        height = whole[1] // len(lines)
        top = y - height * (len(lines) - 1) // 2
        return [(x, top + height * row) for row in range(len(lines))]

    def _free(self, places: Iterable[Point], whole: Size, seen: bool) -> Point | None:
        """The first of these places that has room for a label of this size."""
        return next((at for at in places if self._is_free(_around(at, whole), seen)), None)

    def _is_free(self, rect: Rect, seen: bool) -> bool:
        return self._has_room(rect, seen) and not any(_common_area(rect, one) for one in self.clear)

    def _has_room(self, rect: Rect, seen: bool) -> bool:
        """True if a label overlaps no other, and is completely visible (or completely hidden, if
        the place is not seen)."""
        shown = _common_area(rect, self.board.clear)
        within = shown == (_common_area(rect, rect) if seen else 0)
        return within and not any(_common_area(rect, other) for other in self.placed)

    def _least_covering(self, near: Sequence[Point], size: Size, seen: bool) -> Point:
        """The middle of a label of this size that overlaps no other, as near as possible, weighed
        against what it covers."""
        best, least = near[0], inf
        for away in AROUND:
            far = hypot(*away) ** 2
            if far >= least:
                break
            for place in near[:FIRST]:
                middle = self._off(place, away)
                rect = _around(middle, size)
                if self._has_room(rect, seen) and far + self._harm(rect) < least:
                    best, least = middle, far + self._harm(rect)
        return best

    def _harm(self, rect: Rect) -> float:
        """The area that a label covers of what should stay clear."""
        covered = sum(_common_area(rect, other) for other in self.clear)
        return HIDING * covered / self.board.cell**2


def labels_beside(board: LabelledBoard, standing: Iterable[Point]) -> Labels:
    """Labels that cover none of the followers at these places."""
    labels = Labels(board)
    for place in standing:
        labels.keep_clear(place, STANDING)
    return labels


def points_badges(
    labels: Labels, at: Point, size: int, seats: Iterable[int], points: int
) -> list[Badge]:
    """Each seat's points for a feature, side by side; a 0 if nobody got anything."""
    by: list[int | None] = [*seats] or [None]
    return labels.badges_beside([format_gain(points)] * len(by), [at], size, by)


def format_gain(points: int) -> str:
    return f"+{points}" if points else "0"


def _room_for(lines: Sequence[str], size: int) -> Size:
    height = round(size * 1.24)
    longest = max(map(_letters, lines))
    return max(height, round(longest * size * LETTER + size * 0.72)), height * len(lines)


def _letters(line: str) -> float:
    """The length of a line in letters of average width."""
    return len(line) - NARROWER * line.count(DOT) + WIDER * len(CAPITAL.findall(line))


def _around(middle: Point, size: Size) -> Rect:
    (x, y), (width, height) = middle, size
    left, top = x - width // 2, y - height // 2
    return left, top, left + width, top + height


def _away(one: Point, other: Point) -> tuple[int, int]:
    return abs(one[0] - other[0]), abs(one[1] - other[1])


def _way(start: Point, end: Point, label: Rect, wide: int) -> list[Rect]:
    """Squares along the line from a label to its end, as far as it is outside of the label."""
    (x, y), (u, v), (left, top, right, bottom) = start, end, label
    steps = max(1, 2 * max(_away(start, end)) // wide)
    places = [
        (x + (u - x) * step // steps, y + (v - y) * step // steps) for step in range(1, steps + 1)
    ]
    return [
        _around((across, down), (wide, wide))
        for across, down in places
        if not (left <= across < right and top <= down < bottom)
    ]


def _is_clear(rect: Rect, discs: Sequence[tuple[Point, int]], rects: Sequence[Rect]) -> bool:
    return not (
        any(_covers(rect, *one) for one in discs) or any(_common_area(rect, one) for one in rects)
    )


def _covers(rect: Rect, middle: Point, radius: int) -> bool:
    """True if it covers part of a disc."""
    (x, y), (left, top, right, bottom) = middle, rect
    across, down = x - min(max(x, left), right), y - min(max(y, top), bottom)
    return across * across + down * down < radius * radius


def _common_area(one: Rect, other: Rect) -> int:
    left, top, right, bottom = one
    west, north, east, south = other
    if right <= west or east <= left or bottom <= north or south <= top:
        return 0
    return (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
