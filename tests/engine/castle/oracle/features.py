"""The board and its features, found by flood fill over (x, y, port). Deliberately naive.

Independent of turns, points and wall tiles. x grows east, y grows south. Ports are numbered
clockwise, N 0 1 2, E 3 4 5, S 6 7 8, W 9 10 11; here always in board orientation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

Cell = tuple[int, int]
Spot = tuple[int, int, int]  # (x, y, port)
Anchor = Spot
Segment = Mapping[str, Any]
Follower = tuple[int, Cell, int]  # (seat, cell, index of the tile's segment)

STEP = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}  # side number to (dx, dy)
SIDES = {"N": 0, "E": 1, "S": 2, "W": 3}


def beyond(cell: Cell, side: int) -> Cell:
    dx, dy = STEP[side]
    return cell[0] + dx, cell[1] + dy


def turned(port: int, rotation: int) -> int:
    """A port of the unrotated tile, after quarter turns clockwise."""
    return (port + 3 * rotation) % 12


@cache
def facing(spot: Spot) -> Spot:
    """Which spot touches this one from the other side: 0-8 1-7 2-6 and 3-11 4-10 5-9."""
    x, y, port = spot
    side = port // 3
    other = 8 - port if side in (0, 2) else 14 - port
    nx, ny = beyond((x, y), side)
    return nx, ny, other


class Piece(NamedTuple):
    """One segment on the board: of a tile (`cell`) or of a start space (`start`)."""

    kind: str
    spots: frozenset[Spot]
    cell: Cell | None
    start: int | None
    segment: int  # its index in the tile's or start space's list
    fountain: bool
    markets: int


class Feature(NamedTuple):
    """Connected pieces of one kind (R10)."""

    kind: str
    pieces: frozenset[Piece]

    @property
    def spots(self) -> set[Spot]:
        return {spot for piece in self.pieces for spot in piece.spots}

    @property
    def cells(self) -> list[Cell]:
        """Where its tiles lie, in reading order, each cell once (R14)."""
        cells = {piece.cell for piece in self.pieces if piece.cell is not None}
        return sorted(cells, key=lambda cell: (cell[1], cell[0]))

    @property
    def starts(self) -> list[int]:
        return sorted({piece.start for piece in self.pieces if piece.start is not None})

    @property
    def size(self) -> int:
        """Its tiles; a start space counts as one (R3, R14)."""
        return len(self.cells) + len(self.starts)

    @property
    def fountain(self) -> bool:
        return any(piece.fountain for piece in self.pieces)

    @property
    def markets(self) -> int:
        return sum(piece.markets for piece in self.pieces)

    @property
    def first_cell(self) -> tuple[int, int]:
        """(y, x) of its first tile in reading order."""
        x, y = self.cells[0]
        return y, x

    @property
    def first_port(self) -> tuple[int, int, int]:
        """The smallest (y, x, port) it owns on a tile: start spaces do not count."""
        on_tiles = [piece for piece in self.pieces if piece.cell is not None]
        return min((y, x, port) for piece in on_tiles for x, y, port in piece.spots)


@dataclass(frozen=True)
class Board:
    """What is inside the castle wall, and the followers on it."""

    tiles: Mapping[str, Sequence[Segment]]
    start_spaces: Sequence[Mapping[str, Any]]
    inside: frozenset[Cell]
    placed: Mapping[Cell, tuple[str, int]] = field(default_factory=dict)
    followers: Sequence[Follower] = ()
    start_pieces: Sequence["Piece"] = ()
    """The segments of all start spaces."""
    made: dict[tuple[Cell, str, int], list["Piece"]] = field(default_factory=dict)
    """The segments of tiles as they lie somewhere, so that they are made only once."""

    @cached_property
    def start_sides(self) -> set[tuple[Cell, int]]:
        """Full sides of inside cells that a start space touches (R3)."""
        return {((s["cell"][0], s["cell"][1]), SIDES[s["side"]]) for s in self.start_spaces}

    def with_tile(self, cell: Cell, tile: str, rotation: int) -> "Board":
        return replace(self, placed={**self.placed, cell: (tile, rotation)})

    def with_follower(self, seat: int, cell: Cell, index: int) -> "Board":
        return replace(self, followers=[*self.followers, (seat, cell, index)])

    def is_empty(self, cell: Cell) -> bool:
        return cell in self.inside and cell not in self.placed


def lay(segment: Segment, cell: Cell, rotation: int, start: int | None, index: int) -> Piece:
    """A segment as a piece on the board; a start space's piece lies in a wall cell."""
    return Piece(
        kind=str(segment["kind"]),
        spots=frozenset((*cell, turned(port, rotation)) for port in segment["ports"]),
        cell=cell if start is None else None,
        start=start,
        segment=index,
        fountain=bool(segment.get("fountain", False)),
        markets=int(segment.get("markets", 0)),
    )


def tile_pieces(board: Board, cell: Cell) -> list[Piece]:
    tile, rotation = board.placed[cell]
    if (cell, tile, rotation) not in board.made:
        board.made[cell, tile, rotation] = [
            lay(segment, cell, rotation, None, index)
            for index, segment in enumerate(board.tiles[tile])
        ]
    return board.made[cell, tile, rotation]


def lay_start_spaces(start_spaces: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """Lay the segments of all start spaces, each in the wall cell beyond its side."""
    pieces = []
    for number, start in enumerate(start_spaces):
        wall_cell = beyond((start["cell"][0], start["cell"][1]), SIDES[start["side"]])
        for index, segment in enumerate(start["segments"]):
            pieces.append(lay(segment, wall_cell, 0, number, index))
    return pieces


def all_pieces(board: Board) -> list[Piece]:
    """Every segment of every start space and of every placed tile."""
    pieces = list(board.start_pieces)
    for cell in board.placed:
        pieces += tile_pieces(board, cell)
    return pieces


def owners(board: Board) -> dict[Spot, Piece]:
    """Which piece owns which spot. A spot of the plain wall has no owner."""
    return {spot: piece for piece in all_pieces(board) for spot in piece.spots}


def flood(owner: Mapping[Spot, Piece], spot: Spot) -> Feature:
    """Find what owns a spot: across every side where the same kind meets (R10)."""
    kind = owner[spot].kind
    reached: set[Piece] = set()
    waiting = [owner[spot]]
    while waiting:
        piece = waiting.pop()
        reached.add(piece)
        for own_spot in piece.spots:
            neighbour = owner.get(facing(own_spot))
            if neighbour is not None and neighbour.kind == kind and neighbour not in reached:
                waiting.append(neighbour)
    return Feature(kind, frozenset(reached))


def features_of_tile(board: Board, cell: Cell) -> list[Feature]:
    """For each segment of a placed tile, its feature."""
    owner = owners(board)
    return [flood(owner, min(piece.spots)) for piece in tile_pieces(board, cell)]


def all_features(board: Board) -> list[Feature]:
    """Every feature with at least one tile."""
    owner = owners(board)
    reached: set[Spot] = set()
    features: list[Feature] = []
    for spot in owner:
        if spot not in reached:
            features.append(flood(owner, spot))
            reached |= features[-1].spots
    return [feature for feature in features if feature.cells]


def is_complete(board: Board, feature: Feature) -> bool:
    """R12: nowhere against an empty cell; a court never."""
    if feature.kind == "court":
        return False
    for spot in feature.spots:
        x, y, _ = facing(spot)
        if board.is_empty((x, y)):
            return False
    return True


def followers_on(board: Board, feature: Feature) -> tuple[int, int]:
    """How many followers of seat 0 and of seat 1 stand on a feature."""
    counts = [0, 0]
    for seat, cell, index in board.followers:
        for piece in feature.pieces:
            if (piece.cell, piece.segment) == (cell, index):
                counts[seat] += 1
    return counts[0], counts[1]


def majority(counts: tuple[int, int]) -> int | None:
    """R13: the seat with strictly more followers, or nobody."""
    if counts[0] == counts[1]:
        return None
    return 0 if counts[0] > counts[1] else 1


def completed_by(board: Board, cell: Cell) -> list[Feature]:
    """Features that the tile just placed on a cell completes, its own or its neighbours' (R12)."""
    owner = owners(board)
    features: list[Feature] = []
    for port in range(12):
        for spot in ((*cell, port), facing((*cell, port))):
            if spot not in owner:
                continue
            feature = flood(owner, spot)
            if feature.cells and is_complete(board, feature) and feature not in features:
                features.append(feature)
    return features


def anchor_of(feature: Feature, cell: Cell) -> Anchor:
    """What names a feature that the tile on a cell completes."""
    spots = feature.spots
    for port in range(12):
        if (*cell, port) in spots:
            return (*cell, port)
    for port in range(12):
        neighbour = facing((*cell, port))
        if neighbour in spots:
            return neighbour
    raise ValueError("the feature does not touch the cell")
