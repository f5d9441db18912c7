"""Chains: what would close a ring in a face, with at most three walls and the towers between them.

Each wall that a chain can begin with is considered once. Two that end on the same free point make a
chain with a tower there; two whose ends can be joined by a third wall make a longer one.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from engine.castellan.vocabulary.pieces import Pieces
from engine.players.castellan.board import (
    CENTRE,
    HEADINGS,
    NORTH,
    STEPS,
    WIDE,
    Board,
    Step,
    tower,
)
from engine.players.castellan.faces import NO_TOWER, Face, room


class Chain(NamedTuple):
    steps: tuple[Step, ...]
    """Each can be built once those before it are there."""
    towers: int
    """How many towers count for what it encloses; for both parts of a courtyard that it divides."""
    smaller: int
    """How many of them count for the smaller part of a divided courtyard."""
    space: int
    """How many points stay free in what it encloses."""
    need: Pieces
    """How many pieces of each kind the steps take."""


class First(NamedTuple):
    """A wall that a chain can begin with."""

    corner: int
    step: Step
    open: bool
    """Whether it begins at a wall end, where a tower has to be set first."""

    @property
    def across(self) -> int:
        """What it adds to the area to the left of a walk along it."""
        return across(self.step)

    @property
    def steps(self) -> tuple[Step, ...]:
        return (tower(self.step.spot), self.step) if self.open else (self.step,)


def across(step: Step) -> int:
    spot, heading, length = step
    if heading & 1:
        return 0
    return (spot // WIDE - CENTRE) * (length if heading == NORTH else -length)


class Chains:
    """The chains of one face."""

    def __init__(self, board: Board, face: Face, *, long: bool) -> None:
        self.board, self.face = board, face
        self.corners = {(spot, heading): corner for corner, spot, heading in face.slots}
        self.ends = {spot: corner for corner, spot in reversed(face.ends)}
        self.by_end = defaultdict[int, list[First]](list)
        self.counted: dict[tuple[int, int], tuple[int, int]] = {}
        self.found = list[Chain]()
        self._find()
        if long:
            self._join()

    def _find(self) -> None:
        arms = self.board.arms
        for corner, spot, heading in self.face.slots:
            self._begin(corner, spot, heading, is_open=False)
        for corner, spot in self.face.ends:
            if self.ends[spot] != corner:
                self._add(self.ends[spot], corner, (tower(spot),), 0, 0)
            elif self._ends_once(spot):
                for heading in HEADINGS:
                    if not arms[spot][heading]:
                        self._begin(corner, spot, heading, is_open=True)
        self._meet()

    def _ends_once(self, spot: int) -> bool:
        return self.board.arms[spot].count(0) == 3

    def _begin(self, corner: int, spot: int, heading: int, *, is_open: bool) -> None:
        """Begin a chain with a short wall, and with a long one."""
        board, way = self.board, STEPS[heading]
        end = spot + way
        if end in board.middles:
            return
        if end in board.arms:
            self._reach(First(corner, Step(spot, heading, 1), is_open), end)
            return
        self.by_end[end].append(First(corner, Step(spot, heading, 1), is_open))
        end += way
        if end in board.middles:
            return
        first = First(corner, Step(spot, heading, 2), is_open)
        if end in board.arms:
            self._reach(first, end)
        else:
            self.by_end[end].append(first)

    def _reach(self, first: First, end: int) -> None:
        """Add a chain of a single wall, if what it reaches is free on that side."""
        (spot, heading, length), is_open = first.step, first.open
        if self.board.arms[end][heading ^ 2]:
            return
        if end in self.board.towers:
            if is_open or spot < end:
                other = self.corners[end, heading ^ 2]
                self._add(first.corner, other, first.steps, length, first.across)
        elif is_open and spot < end and self._ends_once(end):
            steps = (*first.steps, tower(end))
            self._add(first.corner, self.ends[end], steps, length, first.across)

    def _meet(self) -> None:
        """Add the chains of two walls with a tower between them."""
        for end, firsts in self.by_end.items():
            for number, one in enumerate(firsts):
                for other in firsts[:number]:
                    if one.corner != other.corner:
                        steps = (*one.steps, *other.steps, tower(end))
                        length = one.step.length + other.step.length
                        self._add(
                            one.corner, other.corner, steps, length, one.across - other.across
                        )

    def _join(self) -> None:
        """Add the chains of three walls with two towers between them."""
        for end, firsts in self.by_end.items():
            for heading in HEADINGS:
                for length in (1, 2):
                    beyond = end + STEPS[heading] * length
                    others = self.by_end.get(beyond)
                    if others and end < beyond and self.board.fits(end, heading, length):
                        wall = Step(end, heading, length)
                        self._joined(wall, beyond, firsts, others)

    def _joined(
        self, wall: Step, beyond: int, firsts: Sequence[First], others: Sequence[First]
    ) -> None:
        middle = (tower(wall.spot), wall, tower(beyond))
        over = across(wall)
        for one in firsts:
            for other in others:
                if one.corner != other.corner and self._apart(one, other, wall.spot, beyond):
                    length = one.step.length + wall.length + other.step.length
                    area = one.across + over - other.across
                    steps = (*one.steps, *other.steps, *middle)
                    self._add(one.corner, other.corner, steps, length, area)

    def _apart(self, one: First, other: First, end: int, beyond: int) -> bool:
        """Whether two walls do not get in each other's way."""
        here = one.step.spot + STEPS[one.step.heading] if one.step.length == 2 else -1
        there = other.step.spot + STEPS[other.step.heading] if other.step.length == 2 else -2
        return here not in (there, beyond) and there != end

    def _add(self, one: int, other: int, steps: tuple[Step, ...], length: int, across: int) -> None:
        """Add a chain between two corners, with what it encloses."""
        face = self.face
        left = face.areas[other] - face.areas[one] - across
        walked = face.lengths[other] - face.lengths[one]
        if one > other:
            left, walked = left + face.area, walked + face.length
        here, there = self._counts(one, other)
        added = sum([not step.length for step in steps])
        walls = len(steps) - added
        need = Pieces(added, 2 * walls - length, length - walls)
        here, there, smaller = here + added, there + added, 0
        if face.area > 0:
            here, smaller = here + there, min(here, there)
            left, walked = face.area - 1, face.length + length
        elif left < 0:
            here, left, walked = there, face.area - left, face.length - walked
        space = room(left, walked + length)
        self.found.append(Chain(steps, here, smaller, space, need))

    def _counts(self, one: int, other: int) -> tuple[int, int]:
        """How many towers count along the walk from one corner to another, and along the rest of
        it."""
        key = one, other
        if key not in self.counted:
            towers = self.face.towers
            if one < other:
                here, there = towers[one : other + 1], towers[other:] + towers[: one + 1]
            else:
                here, there = towers[one:] + towers[: other + 1], towers[other : one + 1]
            self.counted[key] = len(set(here) - {NO_TOWER}), len(set(there) - {NO_TOWER})
        return self.counted[key]
