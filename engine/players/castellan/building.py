"""A turn under construction on the working board: what is built, the courtyards this makes, and
what could be built next."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from engine.castellan.pieces import Pieces
from engine.castellan.state import State
from engine.players.castellan.board import (
    Edge,
    PlacedPiece,
    PlanarFace,
    WallBoard,
    edge_of,
    outer_face,
    tower,
    walk_face,
)
from engine.players.castellan.chains import Chain, find_chains
from engine.players.castellan.prospects import CLOSED, Resources, Yard, division, gain

# The cost of using a piece, since it could be used for something else.
PIECE = 0.6
# The harm of a wall on points where towers could be set.
FILLED = 0.1
# The harm of dividing a courtyard where it does not pay.
DIVIDING = 3.0
TOWER = Pieces(tower=1)
WALLS = ((1, Pieces(short=1)), (2, Pieces(long=1)))


class BuildingPlot(NamedTuple):
    """Ground on which the player to act may build: a courtyard of their own, or open ground."""

    number: int
    """Changes with each piece that is built there."""
    yard: Yard | None = None
    edge: Edge = (0, 0)
    """A wall from which to walk around the courtyard."""
    fresh: bool = False
    """The courtyard was made in this turn."""


class Construction:
    """Pieces that the player to act has built in a turn so far."""

    def __init__(self, state: State) -> None:
        self.board = WallBoard(state.plan)
        self.pieces = list[PlacedPiece]()
        self.open = BuildingPlot(0)
        self.own = list[BuildingPlot]()
        self._numbers = count(1)
        self._faces = dict[int, PlanarFace]()
        self._chains = dict[tuple[int, bool], Sequence[Chain]]()
        for courtyard in state.plan.courtyards:
            if courtyard.seat == state.seat:
                face = walk_face(self.board, *edge_of(state.plan, courtyard))
                self.own.append(self._add_plot(face, double=courtyard.double, fresh=False))

    @property
    def yards(self) -> list[Yard]:
        return [plot.yard for plot in self.own if plot.yard is not None]

    def yards_with_keep(self, plot: BuildingPlot) -> list[Yard]:
        """List the courtyards as they are with the double keep in this one."""
        return [
            own.yard._replace(double=own.yard.double or own is plot)
            for own in self.own
            if own.yard is not None
        ]

    @property
    def plots(self) -> list[BuildingPlot]:
        return [*self.own, self.open]

    def face(self, plot: BuildingPlot) -> PlanarFace:
        if plot.number not in self._faces:
            face = walk_face(self.board, *plot.edge) if plot.yard else outer_face(self.board)
            self._faces[plot.number] = face
        return self._faces[plot.number]

    def chains(self, plot: BuildingPlot, *, long: bool = False) -> Sequence[Chain]:
        """List the chains that could close a ring there, of up to three walls if `long`."""
        key = plot.number, long
        if key not in self._chains:
            self._chains[key] = find_chains(self.board, self.face(plot), long=long)
        return self._chains[key]

    def build(self, pieces: Sequence[PlacedPiece], plot: BuildingPlot) -> None:
        for piece in pieces:
            self.board.put(piece)
        self.pieces += pieces
        if plot.yard is None:
            self.open = BuildingPlot(next(self._numbers))
        else:
            self.own.remove(plot)
        made = [face for face in self._faces_beside(pieces) if face.area > 0]
        fresh = plot.yard is None or plot.fresh or len(made) > 1
        double = plot.yard is not None and plot.yard.double
        for face in sorted(made, key=lambda face: -face.count):
            self.own.append(self._add_plot(face, double=double, fresh=fresh))
            double = False

    def _add_plot(self, face: PlanarFace, *, double: bool, fresh: bool) -> BuildingPlot:
        number = next(self._numbers)
        self._faces[number] = face
        return BuildingPlot(number, Yard(face.count, face.space, double), face.edges[0], fresh)

    def _faces_beside(self, pieces: Sequence[PlacedPiece]) -> Iterator[PlanarFace]:
        seen = set[Edge]()
        for piece in pieces:
            spot, heading, length = piece
            edges = [(spot, heading), (piece.end, heading ^ 2)]
            if not length:
                edges = [(spot, way) for way, arm in enumerate(self.board.arms[spot]) if arm]
            for edge in edges:
                if edge not in seen:
                    face = walk_face(self.board, *edge)
                    seen.update(face.edges)
                    yield face

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Takes back afterwards what is built meanwhile."""
        number = len(self.pieces)
        plot = self.open
        own = list(self.own)
        yield
        self.open = plot
        self.own = own
        while len(self.pieces) > number:
            self.board.take_back(self.pieces.pop())


class Project(NamedTuple):
    worth: float
    pieces: tuple[PlacedPiece, ...]
    need: Pieces
    plot: BuildingPlot


def find_projects(built: Construction, has: Resources, left: Pieces) -> Iterator[Project]:
    """Find the projects that bring something and can be built with these pieces."""
    long = left.tower > 1 and left.short + left.long > 2
    for plot in built.plots:
        yard = plot.yard
        for chain in built.chains(plot, long=long):
            if has_enough(left, chain.need):
                brings = gain(chain, has) if yard is None else division(chain, yard)
                worth = brings - PIECE * len(chain.pieces)
                if worth > 0:
                    yield Project(worth, chain.pieces, chain.need, plot)
        yield from _growth(built, plot, left)


def _growth(built: Construction, plot: BuildingPlot, left: Pieces) -> Iterator[Project]:
    """Towers inside a courtyard: where a wall ends, or with a wall that leads there."""
    if plot.yard is None or not left.tower or not plot.yard.space:
        return
    brings = 2 if plot.yard.double else 1
    face = built.face(plot)
    for _, spot in face.ends[:1]:
        yield Project(brings - PIECE, (tower(spot),), TOWER, plot)
    for length, wall in WALLS:
        need = TOWER.plus(wall)
        if has_enough(left, need):
            for piece in _walls(built.board, face.slots, length):
                pieces = piece, tower(piece.end)
                if pieces[1].spot not in built.board.arms:
                    yield Project(brings - PIECE * (1 + length), pieces, need, plot)
                    break


def find_rest(built: Construction, left: Pieces) -> Project | None:
    """Find the place where a piece that brings nothing does the least harm."""
    projects = list[Project]()
    for plot in built.plots:
        face = built.face(plot)
        risks = _risks(built) if plot.yard is None else {}
        if left.tower:
            for _, spot in face.ends:
                piece = tower(spot)
                projects.append(Project(-risks.get(piece, 0.0), (piece,), TOWER, plot))
        for length, need in WALLS:
            if has_enough(left, need):
                for piece in _walls(built.board, face.slots, length):
                    harm = risks.get(piece, 0.0)
                    if plot.yard:
                        harm = DIVIDING if piece.end in built.board.arms else FILLED * length
                    projects.append(Project(-harm, (piece,), need, plot))
    return max(projects, key=lambda project: project.worth, default=None)


def _risks(built: Construction) -> dict[PlacedPiece, float]:
    """Estimate the harm of each piece of a chain on open ground: others then lack one less."""
    risks = dict[PlacedPiece, float]()
    for chain in built.chains(built.open):
        harm = CLOSED[len(chain.pieces) - 1] * chain.towers
        for piece in chain.pieces:
            if harm > risks.get(piece, 0.0):
                risks[piece] = harm
    return risks


def _walls(
    board: WallBoard, slots: list[tuple[int, int, int]], length: int
) -> Iterator[PlacedPiece]:
    for _, spot, heading in slots:
        if board.fits(spot, heading, length):
            yield PlacedPiece(spot, heading, length)


def has_enough(left: Pieces, need: Pieces) -> bool:
    return left[0] >= need[0] and left[1] >= need[1] and left[2] >= need[2]


def subtract_pieces(left: Pieces, need: Pieces) -> Pieces:
    return Pieces(left[0] - need[0], left[1] - need[1], left[2] - need[2])
