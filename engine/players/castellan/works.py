"""A turn under construction on the working board: what is built, and the courtyards this makes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.castellan.state import State
from engine.castellan.vocabulary.pieces import Cell
from engine.players.castellan.board import STEPS, Board, Step
from engine.players.castellan.chains import Chain, Chains
from engine.players.castellan.faces import Edge, Face, cell_of, edge_of, outside, walk
from engine.players.castellan.outlook import Yard


class Ground(NamedTuple):
    """Where the player to act may build: a courtyard of their own, or open ground."""

    number: int
    """Changes with each piece that is built there."""
    yard: Yard | None = None
    edge: Edge = (0, 0)
    """A wall from which to walk around the courtyard."""
    fresh: bool = False
    """Whether the courtyard was made in this turn."""


class Mark(NamedTuple):
    """How far a turn has been built, to return to later."""

    steps: int
    open: Ground
    own: list[Ground]


class Works:
    def __init__(self, state: State) -> None:
        self.board = Board(state.plan)
        self.steps = list[Step]()
        self.open = Ground(0)
        self.own = list[Ground]()
        """The courtyards of the player to act."""
        self._number = 0
        self._faces = dict[int, Face]()
        self._chains = dict[tuple[int, bool], Sequence[Chain]]()
        for one in state.plan.courtyards:
            if one.seat == state.seat:
                face = walk(self.board, *edge_of(state.plan, one))
                self.own.append(self._enclosed(face, double=one.double, fresh=False))

    @property
    def yards(self) -> list[Yard]:
        return [ground.yard for ground in self.own if ground.yard is not None]

    def doubled(self, ground: Ground) -> list[Yard]:
        """The courtyards as they are with the double keep in this one."""
        return [
            one.yard._replace(double=one.yard.double or one is ground)
            for one in self.own
            if one.yard is not None
        ]

    @property
    def grounds(self) -> list[Ground]:
        return [*self.own, self.open]

    def face(self, ground: Ground) -> Face:
        if ground.number not in self._faces:
            face = walk(self.board, *ground.edge) if ground.yard else outside(self.board)
            self._faces[ground.number] = face
        return self._faces[ground.number]

    def chains(self, ground: Ground, *, long: bool = False) -> Sequence[Chain]:
        """The chains that could close a ring there, with up to three walls if they may be
        `long`."""
        key = ground.number, long
        if key not in self._chains:
            self._chains[key] = Chains(self.board, self.face(ground), long=long).found
        return self._chains[key]

    def build(self, steps: Sequence[Step], ground: Ground) -> None:
        for step in steps:
            self.board.put(step)
        self.steps += steps
        if ground.yard is None:
            self.open = Ground(self._next())
        else:
            self.own.remove(ground)
        made = [face for face in self._faces_beside(steps) if face.area > 0]
        fresh = ground.yard is None or ground.fresh or len(made) > 1
        double = ground.yard is not None and ground.yard.double
        for face in sorted(made, key=lambda face: -face.count):
            self.own.append(self._enclosed(face, double=double, fresh=fresh))
            double = False

    def _enclosed(self, face: Face, *, double: bool, fresh: bool) -> Ground:
        number = self._next()
        self._faces[number] = face
        return Ground(number, Yard(face.count, face.space, double), face.edges[0], fresh)

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _faces_beside(self, steps: Sequence[Step]) -> Iterator[Face]:
        seen = set[Edge]()
        for edge in (edge for step in steps for edge in self._edges_of(step)):
            if edge not in seen:
                face = walk(self.board, *edge)
                seen.update(face.edges)
                yield face

    def _edges_of(self, step: Step) -> list[Edge]:
        spot, heading, length = step
        if length:
            return [(spot, heading), (spot + STEPS[heading] * length, heading ^ 2)]
        return [(spot, way) for way, arm in enumerate(self.board.arms[spot]) if arm]

    def cell(self, ground: Ground) -> Cell:
        """The cell by which a courtyard is named."""
        return cell_of(self.face(ground))

    def mark(self) -> Mark:
        return Mark(len(self.steps), self.open, list(self.own))

    def back_to(self, mark: Mark) -> None:
        self.open, self.own = mark.open, list(mark.own)
        while len(self.steps) > mark.steps:
            self.board.take_back(self.steps.pop())
