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
        """Area that a walk along it adds on the left."""
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
    """Find the chains of a face; those of three walls only if they may be `long`."""
    finder = ChainFinder(board, face)
    finder.find_short()
    if long:
        finder.find_long()
    return finder.chains


class ChainFinder:
    def __init__(self, board: WallBoard, face: PlanarFace) -> None:
        self.board = board
        self.face = face
        self.corners = {(spot, heading): corner for corner, spot, heading in face.slots}
        self.ends = {spot: corner for corner, spot in reversed(face.ends)}
        self.by_end = defaultdict[int, list[FirstWall]](list)
        self.counted: dict[tuple[int, int], tuple[int, int]] = {}
        self.chains = list[Chain]()

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
            for number, first in enumerate(firsts):
                for last in firsts[:number]:
                    if first.corner != last.corner:
                        pieces = (*first.pieces, *last.pieces, tower(end))
                        length = first.wall.length + last.wall.length
                        area = first.across - last.across
                        self._add(first.corner, last.corner, pieces, length, area)

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
        lasts: Sequence[FirstWall],
    ) -> None:
        middle = (tower(wall.spot), wall, tower(beyond))
        over = across(wall)
        for first in firsts:
            for last in lasts:
                if first.corner != last.corner and self._are_apart(first, last, wall.spot, beyond):
                    length = first.wall.length + wall.length + last.wall.length
                    area = first.across + over - last.across
                    pieces = (*first.pieces, *last.pieces, *middle)
                    self._add(first.corner, last.corner, pieces, length, area)

    def _are_apart(self, first: FirstWall, last: FirstWall, end: int, beyond: int) -> bool:
        """True if two walls do not get in each other's way."""
        first_middle = -1
        if first.wall.length == 2:
            first_middle = first.wall.spot + STRIDES[first.wall.heading]
        last_middle = -2
        if last.wall.length == 2:
            last_middle = last.wall.spot + STRIDES[last.wall.heading]
        return first_middle not in (last_middle, beyond) and last_middle != end

    def _add(
        self, start: int, end: int, pieces: tuple[PlacedPiece, ...], length: int, across: int
    ) -> None:
        """Add a chain between two corners, with what it encloses."""
        face = self.face
        left = face.areas[end] - face.areas[start] - across
        walked = face.lengths[end] - face.lengths[start]
        if start > end:
            left = left + face.area
            walked = walked + face.length
        along, along_rest = self._count_towers(start, end)
        added = sum([not piece.length for piece in pieces])
        walls = len(pieces) - added
        need = Pieces(added, 2 * walls - length, length - walls)
        along += added
        along_rest += added
        smaller = 0
        if face.area > 0:
            count = along + along_rest
            smaller = min(along, along_rest)
            left = face.area - 1
            walked = face.length + length
        elif left < 0:
            count = along_rest
            left = face.area - left
            walked = face.length - walked
        else:
            count = along
        space = count_free(left, walked + length)
        self.chains.append(Chain(pieces, count, smaller, space, need))

    def _count_towers(self, start: int, end: int) -> tuple[int, int]:
        """Count the towers along the walk from one corner to another, and along the rest of it."""
        key = (start, end)
        if key not in self.counted:
            towers = self.face.towers
            if start < end:
                along = towers[start : end + 1]
                rest = towers[end:] + towers[: start + 1]
            else:
                along = towers[start:] + towers[: end + 1]
                rest = towers[end : start + 1]
            self.counted[key] = (len(set(along) - {NO_TOWER}), len(set(rest) - {NO_TOWER}))
        return self.counted[key]
