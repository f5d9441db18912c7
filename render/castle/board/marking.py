"""How things on a board are pointed out: features by a tint and an outline, places by labels.

Knows where a label has room, not what it says.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.castle.vocabulary.moves import Spot
from engine.tiles.grid import Cell
from engine.tiles.ports import FACING
from render.castle.art.colours.palette import NEUTRAL
from render.castle.board.ground import Ground
from render.castle.board.segments import Piece, beyond
from render.picture.colours.palette import CREAM, INK, SEATS
from render.picture.scene import Badge, Colour, Point, Rect, ShapePicture, Size
from render.tiles.sprites import BorderShape, SegmentsShape

RIM, LINE = 0.13, 0.075
"""How wide an outline is with its rim, and without, in cells."""
LETTER = 0.52
"""The approximate width of a letter of a badge, relative to its height."""
AWAY = (
    *((0.0, -0.5), (0.62, -0.3), (-0.62, -0.3), (0.0, 0.55), (0.7, 0.3), (-0.7, 0.3)),
    *((0.95, 0.0), (-0.95, 0.0), (0.0, -0.9), (0.0, 0.9), (1.0, -0.8), (-1.0, 0.8)),
)
"""Where the label of a place may stand, as an offset in cells: the best first."""
NUDGED = ((0.0, 0.0), (0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0))
"""The same for a label that stands on the place itself."""


def seat_colours(seat: int | None) -> tuple[Colour, Colour]:
    """The colour of a seat, or of nobody, and one that is visible on it and next to it."""
    if seat is None:
        return NEUTRAL, CREAM
    return SEATS[seat].main, SEATS[seat].ink


def seat_badge(text: str, at: Point, size: int, seat: int | None) -> Badge:
    """A badge in the colours of a seat, or of nobody."""
    colour, ink = seat_colours(seat)
    return Badge(text, at, size, INK if seat is None else ink, colour, ink)


def tinted(
    ground: Ground, pieces: Iterable[Piece], colour: Colour, opacity: float
) -> Iterator[ShapePicture]:
    """Tints of the segments of a feature that lie within the wall."""
    for cell, segments in _by_cell(ground, pieces):
        shape, at = SegmentsShape(ground.turned(cell), segments), ground.layout.cell_origin(cell)
        yield ShapePicture(shape, at, ground.cell, colour, opacity)


def outlined(ground: Ground, pieces: frozenset[Piece], seat: int | None) -> Iterator[ShapePicture]:
    """An outline of a feature in the colour of a seat, with a rim that is visible on every
    ground."""
    colour, rim = seat_colours(seat)
    for stroke, width in ((rim, RIM), (colour, LINE)):
        for cell, segments in _by_cell(ground, pieces):
            joined = _joined(ground, pieces, cell, segments)
            line = max(2, ground.sized(width))
            shape = BorderShape(ground.turned(cell), segments, joined, line)
            yield ShapePicture(shape, ground.layout.cell_origin(cell), ground.cell, stroke)


def _by_cell(ground: Ground, pieces: Iterable[Piece]) -> list[tuple[Cell, tuple[int, ...]]]:
    """The segments of a feature on each cell within the wall."""
    inside = ground.view.catalogue.grid.numbers
    found: dict[Cell, list[int]] = {}
    for cell, segment in sorted(pieces):
        if cell in inside:
            found.setdefault(cell, []).append(segment)
    return [(cell, tuple(segments)) for cell, segments in found.items()]


def _joined(
    ground: Ground, pieces: frozenset[Piece], cell: Cell, segments: Sequence[int]
) -> tuple[int, ...]:
    """The ports at which a feature continues beyond a side of a cell."""
    tile = ground.tiles[cell]
    ports = [port for segment in segments for port in tile.segments[segment].ports]
    return tuple(sorted(port for port in ports if _beyond(ground, cell, port) in pieces))


def _beyond(ground: Ground, cell: Cell, port: int) -> Piece | None:
    other = beyond(cell, port // 3)
    tile = ground.tiles.get(other)
    owner = None if tile is None else tile.owners[FACING[port]]
    return None if owner is None else Piece(other, owner)


def spot_on(ground: Ground, pieces: Iterable[Piece], cell: Cell) -> Spot:
    """A spot of a feature on one of its cells."""
    segment = min(piece.segment for piece in pieces if piece.cell == cell)
    return Spot(cell, ground.tiles[cell].segments[segment].ports[0])


def central(cells: Sequence[Cell]) -> Cell:
    """The cell nearest to the middle of all."""
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)


@dataclass(slots=True)
class Labels:
    """Labels of one or more lines, each placed near what it is about, without overlapping
    another."""

    ground: Ground
    taken: list[Rect] = field(default_factory=list)
    """What no label may cover."""

    def keep_clear(self, middle: Point, cells: float) -> None:
        """Keep labels off this square."""
        size = self.ground.scaled(cells)
        self.taken.append(_around(middle, (size, size)))

    def beside(self, lines: Sequence[str], near: Sequence[Point], size: int) -> list[Point]:
        """The middles of lines that stand at the first of these places with room around it."""
        places = [
            (x + self.ground.scaled(dx), y + self.ground.scaled(dy))
            for x, y in near
            for dx, dy in AWAY
        ]
        return self._placed(lines, places, size)

    def upon(self, line: str, near: Sequence[Point], size: int) -> Point:
        """The middle of a line at the first of these places that has room, or close by."""
        places = [
            (x + self.ground.scaled(dx), y + self.ground.scaled(dy))
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
        across, down = self.ground.layout.size
        if left < 0 or top < 0 or right > across or bottom > down:
            return False
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for other in self.taken
        )


def _around(middle: Point, size: Size) -> Rect:
    (x, y), (width, height) = middle, size
    left, top = x - width // 2, y - height // 2
    return left, top, left + width, top + height
