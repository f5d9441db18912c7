"""Labels on a board: how large they are, and room for each near what it is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from render.board.badges import seat_badge
from render.picture.scene import Badge, Point, Rect, Size

LABEL = 0.4
CLAIM = 0.33
SMALL = 0.3
"""How high words are, in cells."""
STANDING = 0.5
"""How much of a cell is kept clear of labels where a follower stands."""
LETTER = 0.52
"""The approximate width of a letter of a badge, relative to its height."""
AWAY = (
    *((0.0, -0.5), (0.62, -0.3), (-0.62, -0.3), (0.0, 0.55), (0.7, 0.3), (-0.7, 0.3)),
    *((0.95, 0.0), (-0.95, 0.0), (0.0, -0.9), (0.0, 0.9), (1.0, -0.8), (-1.0, 0.8)),
)
"""Where the label of a place may stand, as an offset in cells: the best first."""
NUDGED = ((0.0, 0.0), (0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0))
"""The same for a label that stands on the place itself."""


class Laid(Protocol):
    """Where a board lies in its picture."""

    @property
    def size(self) -> Size: ...


class Board(Protocol):
    """A board, as far as labels have to know it."""

    @property
    def layout(self) -> Laid: ...

    def scaled(self, cells: float) -> int:
        """The pixels of so many cells."""


@dataclass(slots=True)
class Labels:
    """Labels of one or more lines, each placed near what it is about, without overlapping
    another."""

    board: Board
    taken: list[Rect] = field(default_factory=list)
    """What no label may cover."""

    def keep_clear(self, middle: Point, cells: float) -> None:
        """Keep labels off this square."""
        size = self.board.scaled(cells)
        self.taken.append(_around(middle, (size, size)))

    def beside(self, lines: Sequence[str], near: Sequence[Point], size: int) -> list[Point]:
        """The middles of lines that stand at the first of these places with room around it."""
        places = [
            (x + self.board.scaled(dx), y + self.board.scaled(dy))
            for x, y in near
            for dx, dy in AWAY
        ]
        return self._placed(lines, places, size)

    def badges_beside(
        self, lines: Sequence[str], near: Sequence[Point], size: int, seats: Sequence[int | None]
    ) -> list[Badge]:
        """Lines there as badges, each in the colours of a seat or of nobody."""
        places = self.beside(lines, near, size)
        return [
            seat_badge(line, place, size, seat)
            for line, place, seat in zip(lines, places, seats, strict=True)
        ]

    def upon(self, line: str, near: Sequence[Point], size: int) -> Point:
        """The middle of a line at the first of these places that has room, or close by."""
        places = [
            (x + self.board.scaled(dx), y + self.board.scaled(dy))
            for dx, dy in NUDGED
            for x, y in near
        ]
        (middle,) = self._placed([line], places, size)
        return middle

    def _placed(self, lines: Sequence[str], places: Sequence[Point], size: int) -> list[Point]:
        """If there is no room anywhere, at the first place."""
        height = round(size * 1.24)
        width = max(height, round(max(map(len, lines)) * size * LETTER + size * 0.56))
        rects = {place: _around(place, (width, height * len(lines))) for place in places}
        x, y = next((place for place in places if self._is_free(rects[place])), places[0])
        self.taken.append(rects[x, y])
        top = y - height * (len(lines) - 1) // 2
        return [(x, top + height * row) for row in range(len(lines))]

    def _is_free(self, rect: Rect) -> bool:
        left, top, right, bottom = rect
        across, down = self.board.layout.size
        if left < 0 or top < 0 or right > across or bottom > down:
            return False
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for other in self.taken
        )


def labels_beside(board: Board, standing: Iterable[Point]) -> Labels:
    """Labels that hide none of the followers standing there."""
    labels = Labels(board)
    for place in standing:
        labels.keep_clear(place, STANDING)
    return labels


def points_badges(
    labels: Labels, at: Point, size: int, seats: Iterable[int], points: int
) -> list[Badge]:
    """What each of the seats got for a feature, one beside the other; nobody gets 0."""
    by: list[int | None] = [*seats] or [None]
    return labels.badges_beside([gained(points)] * len(by), [at], size, by)


def gained(points: int) -> str:
    return f"+{points}" if points else "0"


def _around(middle: Point, size: Size) -> Rect:
    (x, y), (width, height) = middle, size
    left, top = x - width // 2, y - height // 2
    return left, top, left + width, top + height
