"""Chains: what would close a ring in a face, with at most three walls and the towers between them.

Each wall that a chain can begin with is considered once. Two that end on the same free point make a
chain with a tower there; two whose ends can be joined by a third wall make a longer one.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from engine.castellan.pieces import Pieces
from engine.players.castellan.board import (
    CENTRE,
    HEADINGS,
    NO_TOWER,
    NORTH,
    STRIDES,
    WIDE,
    PlacedPiece,
    PlanarFace,
    WallBoard,
    count_free,
    tower,
)


class Chain(NamedTuple):
    pieces: tuple[PlacedPiece, ...]
    """Each can be built once those before it are there."""
    towers: int
    """The number of towers that count for what it encloses; for both parts of a courtyard that it
    divides."""
    smaller: int
    """The number of them that count for the smaller part of a divided courtyard."""
    space: int
    """The number of points that stay free in what it encloses."""
    need: Pieces
    """The number of pieces of each kind that it takes."""


class FirstWall(NamedTuple):
    """A wall that a chain can begin with."""

    corner: int
    wall: PlacedPiece
    open: bool
    """It begins at a wall end, where a tower has to be set first."""

    @property
    def across(self) -> int:
        """The addition to the area to the left of a walk along it."""
        return across(self.wall)

    @property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        return (tower(self.wall.spot), self.wall) if self.open else (self.wall,)


def across(piece: PlacedPiece) -> int:
    spot, heading, length = piece
    if heading & 1:
        return 0
    return (spot // WIDE - CENTRE) * (length if heading == NORTH else -length)


def find_chains(board: WallBoard, face: PlanarFace, *, long: bool) -> Sequence[Chain]:
    """The chains of a face; those of three walls only if they may be `long`."""
    finder = ChainFinder(board, face)
    finder.find_short()
    if long:
        finder.find_long()
    return finder.found


class ChainFinder:
    def __init__(self, board: WallBoard, face: PlanarFace) -> None:
        self.board = board
        self.face = face
        self.corners = {(spot, heading): corner for corner, spot, heading in face.slots}
        self.ends = {spot: corner for corner, spot in reversed(face.ends)}
        self.by_end = defaultdict[int, list[FirstWall]](list)
        self.counted: dict[tuple[int, int], tuple[int, int]] = {}
        self.found = list[Chain]()

    def find_short(self) -> None:
        """Find the chains of one wall, and of two with a tower between them."""
        arms = self.board.arms
        for corner, spot, heading in self.face.slots:
            self._begin(corner, spot, heading, is_open=False)
        for corner, spot in self.face.ends:
            if self.ends[spot] != corner:
                self._add(self.ends[spot], corner, (tower(spot),), 0, 0)
            elif self._has_one_arm(spot):
                for heading in HEADINGS:
                    if not arms[spot][heading]:
                        self._begin(corner, spot, heading, is_open=True)
        for end, firsts in self.by_end.items():
            for number, one in enumerate(firsts):
                for other in firsts[:number]:
                    if one.corner != other.corner:
                        pieces = (*one.pieces, *other.pieces, tower(end))
                        length = one.wall.length + other.wall.length
                        area = one.across - other.across
                        self._add(one.corner, other.corner, pieces, length, area)

    def _has_one_arm(self, spot: int) -> bool:
        return self.board.arms[spot].count(0) == 3

    def _begin(self, corner: int, spot: int, heading: int, *, is_open: bool) -> None:
        """Begin a chain with a short wall, and with a long one."""
        board = self.board
        end = spot
        way = STRIDES[heading]
        for length in (1, 2):
            end += way
            if end in board.middles:
                return
            first = FirstWall(corner, PlacedPiece(spot, heading, length), is_open)
            if end in board.arms:
                self._reach(first, end)
                return
            self.by_end[end].append(first)

    def _reach(self, first: FirstWall, end: int) -> None:
        """Add a chain of a single wall, if what it reaches is free on that side."""
        (spot, heading, length) = first.wall
        is_open = first.open
        if self.board.arms[end][heading ^ 2]:
            return
        if end in self.board.towers:
            if is_open or spot < end:
                other = self.corners[end, heading ^ 2]
                self._add(first.corner, other, first.pieces, length, first.across)
        elif is_open and spot < end and self._has_one_arm(end):
            pieces = (*first.pieces, tower(end))
            self._add(first.corner, self.ends[end], pieces, length, first.across)

    def find_long(self) -> None:
        """Find the chains of three walls with two towers between them."""
        for end, firsts in self.by_end.items():
            for heading in HEADINGS:
                for length in (1, 2):
                    beyond = end + STRIDES[heading] * length
                    others = self.by_end.get(beyond)
                    if others and end < beyond and self.board.fits(end, heading, length):
                        self._join(PlacedPiece(end, heading, length), beyond, firsts, others)

    def _join(
        self,
        wall: PlacedPiece,
        beyond: int,
        firsts: Sequence[FirstWall],
        others: Sequence[FirstWall],
    ) -> None:
        middle = (tower(wall.spot), wall, tower(beyond))
        over = across(wall)
        for one in firsts:
            for other in others:
                if one.corner != other.corner and self._apart(one, other, wall.spot, beyond):
                    length = one.wall.length + wall.length + other.wall.length
                    area = one.across + over - other.across
                    pieces = (*one.pieces, *other.pieces, *middle)
                    self._add(one.corner, other.corner, pieces, length, area)

    def _apart(self, one: FirstWall, other: FirstWall, end: int, beyond: int) -> bool:
        """True if two walls do not get in each other's way."""
        here = one.wall.spot + STRIDES[one.wall.heading] if one.wall.length == 2 else -1
        there = other.wall.spot + STRIDES[other.wall.heading] if other.wall.length == 2 else -2
        return here not in (there, beyond) and there != end

    def _add(
        self, one: int, other: int, pieces: tuple[PlacedPiece, ...], length: int, across: int
    ) -> None:
        """Add a chain between two corners, with what it encloses."""
        face = self.face
        left = face.areas[other] - face.areas[one] - across
        walked = face.lengths[other] - face.lengths[one]
        if one > other:
            left = left + face.area
            walked = walked + face.length
        here, there = self._counts(one, other)
        added = sum([not piece.length for piece in pieces])
        walls = len(pieces) - added
        need = Pieces(added, 2 * walls - length, length - walls)
        here = here + added
        there = there + added
        smaller = 0
        if face.area > 0:
            here, smaller = here + there, min(here, there)
            left = face.area - 1
            walked = face.length + length
        elif left < 0:
            here = there
            left = face.area - left
            walked = face.length - walked
        space = count_free(left, walked + length)
        self.found.append(Chain(pieces, here, smaller, space, need))

    def _counts(self, one: int, other: int) -> tuple[int, int]:
        """The towers that count along the walk from one corner to another, and along the rest of
        it."""
        key = one, other
        if key not in self.counted:
            towers = self.face.towers
            if one < other:
                here = towers[one : other + 1]
                there = towers[other:] + towers[: one + 1]
            else:
                here = towers[one:] + towers[: other + 1]
                there = towers[other : one + 1]
            self.counted[key] = len(set(here) - {NO_TOWER}), len(set(there) - {NO_TOWER})
        return self.counted[key]
