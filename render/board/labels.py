"""Labels on a board: how large they are, and room for each near what it refers to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import hypot, inf
from typing import Protocol

from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Badge, Colour, Point, Rect, Size


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


def _common_area(one: Rect, other: Rect) -> int:
    left, top, right, bottom = one
    west, north, east, south = other
    if right <= west or east <= left or bottom <= north or south <= top:
        return 0
    return (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
