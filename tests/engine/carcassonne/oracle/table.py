"""The tiles on the table as one large picture, and the features found in it by flood filling."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from tests.engine.carcassonne.oracle.pictures import (
    ACROSS,
    KINDS,
    PICTURES,
    PORT_AT,
    PORTS,
    STEPS,
    THINGS,
)
from tests.engine.pictures import SIDES, WIDTH, Picture

Cell = tuple[int, int]
# A cell, and the row and column of one of its squares.
Square = tuple[Cell, int, int]


@dataclass
class Feature:
    kind: str
    squares: set[Square]
    cells: set[Cell]
    pennants: int
    things: set[str]
    complete: bool
    seats: list[int]
    """The players who have followers on it."""
    large: list[int]
    """The players who have their large followers on it."""


@dataclass
class Table:
    pictures: dict[Cell, Picture] = field(default_factory=dict)
    followers: dict[Square, int] = field(default_factory=dict)
    """The seat of the follower that stands on a square."""
    large: set[Square] = field(default_factory=set)
    """The squares with a large follower."""

    def lay(self, cell: Cell, tile: str, rotation: int) -> None:
        self.pictures[cell] = PICTURES[tile][rotation]

    def fits(self, cell: Cell, picture: Picture) -> bool:
        """C4: every side that touches a neighbour matches it, and at least one does."""
        if cell in self.pictures:
            return False
        beside = 0
        for side, squares in SIDES.items():
            other = self.pictures.get(beyond(cell, side))
            if other is not None:
                beside += 1
                facing = SIDES[ACROSS[side]][::-1]
                ours = [KINDS[picture[row][column]] for row, column in squares]
                theirs = [KINDS[other[row][column]] for row, column in facing]
                if ours != theirs:
                    return False
        return beside > 0

    def free_cells(self) -> set[Cell]:
        beside = {beyond(cell, side) for cell in self.pictures for side in STEPS}
        return beside - self.pictures.keys()

    def placements(self, tile: str) -> list[tuple[Cell, int]]:
        """Every cell and rotation; those that look alike only once (C5)."""
        placements = []
        for rotation, picture in enumerate(PICTURES[tile]):
            if picture not in PICTURES[tile][:rotation]:
                placements += [
                    (cell, rotation) for cell in self.free_cells() if self.fits(cell, picture)
                ]
        return placements

    def feature(self, start: Square) -> Feature:
        """Flood fill from a square."""
        kind = self.kind(start)
        squares = {start}
        edge = [start]
        complete = True
        while edge:
            square = edge.pop()
            for near in self.around(square):
                if near[0] not in self.pictures:
                    complete = False
                elif near not in squares and self.kind(near) == kind:
                    squares.add(near)
                    edge.append(near)
        cells = {cell for cell, _, _ in squares}
        if kind == "cloister":
            complete = self.filled_around(start[0]) == 8
        return Feature(
            kind=kind,
            squares=squares,
            cells=cells,
            pennants=sum(self.letter(square) == "P" for square in squares),
            things={
                THINGS[self.letter(square)] for square in squares if self.letter(square) in THINGS
            },
            complete=complete,
            seats=[seat for square, seat in self.followers.items() if square in squares],
            large=[self.followers[square] for square in self.large & squares],
        )

    def features(self) -> list[Feature]:
        """All but the river, on which nobody stands."""
        rest = {
            (cell, row, column)
            for cell, picture in self.pictures.items()
            for row in range(WIDTH)
            for column in range(WIDTH)
            if KINDS.get(picture[row][column], "river") != "river"
        }
        features = []
        while rest:
            features.append(self.feature(min(rest)))
            rest -= features[-1].squares
        return features

    def cloisters(self) -> list[Square]:
        return [
            (cell, row, line.index("k"))
            for cell, picture in self.pictures.items()
            for row, line in enumerate(picture)
            if "k" in line
        ]

    def touches(self, feature: Feature, other: Feature) -> bool:
        """C18: on the same tile, so not across its edge."""
        return any(
            near in other.squares and near[0] == square[0]
            for square in feature.squares
            for near in self.around(square)
        )

    def around(self, square: Square) -> Iterator[Square]:
        """The squares next to one: on its own tile, and across the thirds of its sides."""
        cell, row, column = square
        if self.letter(square) == "s":
            for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                corner = cell, row + down, column + right
                if {row + down, column + right} <= {*range(WIDTH)} and self.letter(corner) == "s":
                    yield corner
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if row + down in range(WIDTH) and column + right in range(WIDTH):
                yield cell, row + down, column + right
        for side, squares in SIDES.items():
            if (row, column) in squares:
                place = SIDES[ACROSS[side]][2 - squares.index((row, column))]
                yield beyond(cell, side), *place

    def kind(self, square: Square) -> str:
        """None for a square that belongs to nobody."""
        return KINDS.get(self.letter(square), "")

    def letter(self, square: Square) -> str:
        cell, row, column = square
        return self.pictures[cell][row][column]

    def filled_around(self, cell: Cell) -> int:
        x, y = cell
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return sum(neighbour in self.pictures for neighbour in near)


def beyond(cell: Cell, side: str) -> Cell:
    (x, y) = cell
    (dx, dy) = STEPS[side]
    return x + dx, y + dy


@cache
def segments_of(picture: Picture) -> dict[str | None, Square]:
    """A square of each segment of a tile, by the port that names it; a cloister has no port."""
    alone = Table({(0, 0): picture})
    named: dict[str | None, Square] = {}
    for feature in alone.features():
        ports = [
            PORT_AT[row, column] for _, row, column in feature.squares if (row, column) in PORT_AT
        ]
        ports.sort(key=PORTS.index)
        middles = [port for port in ports if len(port) == 1]
        first = next(iter([*middles, *ports]), None)
        named[first] = min(feature.squares)
    return named
