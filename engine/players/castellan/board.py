"""The castle as a working board: pieces are put on it and taken back in place.

A spot is a point as one number, a heading one of four, clockwise from the north. For placing walls,
the board stores for each spot with a tower or a wall end how long the wall is that leads from it in
each heading.
"""

from typing import NamedTuple

from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.pieces import Kind, Piece, Point

NORTH, EAST, SOUTH, WEST = HEADINGS = range(4)
WIDE = 1024
STEPS = (1, WIDE, -1, -WIDE)
"""From a spot to the next one in each heading."""
CENTRE = WIDE // 2
LENGTHS: dict[Kind, int] = {"tower": 0, "short": 1, "long": 2}
KIND_OF: tuple[Kind, ...] = ("tower", "short", "long")
"""The kinds of piece by length."""


class Step(NamedTuple):
    """A piece on the working board: a tower has no length."""

    spot: int
    heading: int
    length: int


def tower(spot: int) -> Step:
    return Step(spot, 0, 0)


class Board:
    """Where the pieces are, regardless of who owns the courtyards."""

    __slots__ = ("arms", "middles", "towers")

    def __init__(self, plan: Plan) -> None:
        self.towers: set[int] = set()
        self.middles: set[int] = set()
        self.arms: dict[int, list[int]] = {}
        """The lengths of the walls from each spot with a tower or a wall end, by heading."""
        for at in plan.towers:
            self.put(tower(spot_of(at)))
        for wall in plan.walls:
            self.put(step_of(wall))

    def put(self, step: Step) -> None:
        spot, heading, length = step
        arms = self.arms
        if not length:
            self.towers.add(spot)
            if spot not in arms:
                arms[spot] = [0, 0, 0, 0]
            return
        end = spot + STEPS[heading] * length
        if length == 2:
            self.middles.add(spot + STEPS[heading])
        arms.setdefault(spot, [0, 0, 0, 0])[heading] = length
        arms.setdefault(end, [0, 0, 0, 0])[heading ^ 2] = length

    def take_back(self, step: Step) -> None:
        """Take back a piece on which nothing else depends."""
        spot, heading, length = step
        if not length:
            self.towers.remove(spot)
            self._clear(spot)
            return
        end = spot + STEPS[heading] * length
        if length == 2:
            self.middles.remove(spot + STEPS[heading])
        self.arms[spot][heading] = self.arms[end][heading ^ 2] = 0
        self._clear(spot)
        self._clear(end)

    def _clear(self, spot: int) -> None:
        if spot not in self.towers and not any(self.arms[spot]):
            del self.arms[spot]

    def fits(self, spot: int, heading: int, length: int) -> bool:
        """Whether a wall can lead there from a spot that no wall covers (K5)."""
        arms, middles, step = self.arms, self.middles, STEPS[heading]
        end = spot + step * length
        if end in middles:
            return False
        here, there = arms.get(spot), arms.get(end)
        if (here and here[heading]) or (there and there[heading ^ 2]):
            return False
        return length == 1 or not (spot + step in arms or spot + step in middles)


def spot_of(point: Point) -> int:
    x, y = point
    return (x + CENTRE) * WIDE + y + CENTRE


def point_of(spot: int) -> Point:
    return spot // WIDE - CENTRE, spot % WIDE - CENTRE


def step_of(piece: Piece) -> Step:
    heading = EAST if piece.heading == "E" else NORTH
    return Step(spot_of(piece.at), heading, LENGTHS[piece.kind])


def piece_of(step: Step) -> Piece:
    """A wall written from its western or southern end."""
    spot, heading, length = step
    if not length:
        return Piece("tower", point_of(spot))
    if heading in (SOUTH, WEST):
        spot += STEPS[heading] * length
    return Piece(KIND_OF[length], point_of(spot), "E" if heading in (EAST, WEST) else "N")
