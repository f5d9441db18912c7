"""A board to think on: the same game as the engine's, in a form that is changed in place.

It plays turns without events and without refusing anything: the caller must have checked them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.castle.play.completed import followers_of
from engine.castle.state import State
from engine.castle.vocabulary.options import Options
from engine.players.castle.board.ground import KINDS, Ground, ground_of
from engine.tiles.grid import bit_set, bits
from engine.tiles.ports import PORTS
from engine.tiles.region import Region

NOBODY = -1


Sight = tuple[float, int, int, int]
"""A way to lay the drawn tile: what it promises, the cell, the rotation, and the segment that takes
a follower, or NOBODY."""


class Area(NamedTuple):
    """The part of a feature built so far."""

    kind: int
    cells: int
    """Bit set of its cells."""
    faces: int
    """Bit set of the empty cells that it faces; it is closed when there are none."""
    marks: int
    first: int
    """How many followers the first seat has on it."""
    second: int
    """How many followers the second seat has on it."""
    spots: tuple[int, ...]
    """The spots where it faces empty cells."""


@dataclass(slots=True)
class Position:
    ground: Ground
    options: Options
    owners: list[Area | None]
    """For each spot that faces an empty cell its area. The additional last entry is for NOWHERE."""
    laid: int
    """Bit set of the cells with a tile on them."""
    frontier: int
    barred: list[int]
    """As in the engine's board."""
    courts: list[Area]
    """Closed courts with followers on them."""
    seat: int
    drawn: str | None
    """The tile to be laid; None when the game is over."""
    deck: Sequence[str]
    dealt: int
    scores: list[int]
    supply: list[int]
    held: list[tuple[int, ...]]
    keeps: list[int]
    """How many tiles the house of each keep has, 0 without one."""
    wall: dict[int, int]

    @classmethod
    def of(cls, state: State) -> "Position":
        """The same position, but without a pending question whether to take another turn."""
        board, setup = state.board, state.setup
        owners: list[Area | None] = [None] * (len(board.grid.neighbours) * PORTS + 1)
        for region in board.open_regions():
            area = area_of(state, region)
            for spot in region.open:
                owners[spot] = area
        return cls(
            ground=ground_of(setup.catalogue),
            options=setup.options,
            owners=owners,
            laid=bit_set(board.laid),
            frontier=board.frontier,
            barred=list(board.barred),
            courts=[area_of(state, court) for court in state.closed_courts if court.followers],
            seat=state.seat,
            drawn=state.drawn,
            deck=setup.deck,
            dealt=state.dealt,
            scores=list(state.scores),
            supply=list(state.supply),
            held=list(state.held),
            keeps=[0 if keep is None else keep.tiles for keep in state.keeps],
            wall=dict(state.wall),
        )

    def copy(self) -> "Position":
        return replace(
            self,
            owners=self.owners.copy(),
            barred=self.barred.copy(),
            courts=self.courts.copy(),
            scores=self.scores.copy(),
            supply=self.supply.copy(),
            held=self.held.copy(),
            keeps=self.keeps.copy(),
            wall=self.wall.copy(),
        )

    @property
    def left(self) -> int:
        """How many tiles are still to be drawn."""
        return len(self.deck) - self.dealt

    def room_for(self, edges: tuple[int, int, int, int]) -> int:
        """Bit set of the cells where a tile with these edges fits."""
        barred = self.barred
        north, east, south, west = edges
        return self.frontier & ~(
            barred[north] | barred[2 + east] | barred[4 + south] | barred[6 + west]
        )

    def areas(self) -> list[Area]:
        """Every area that faces an empty cell, once each."""
        across = self.ground.grid.across
        found = {}
        for cell in bits(self.frontier):
            for spot in across[cell]:
                area = self.owners[spot]
                if area is not None:
                    found[id(area)] = area
        return list(found.values())


def area_of(state: State, region: Region) -> Area:
    across = state.board.grid.across
    faces = bit_set(across[spot // PORTS][spot % PORTS] // PORTS for spot in region.open)
    first, second = followers_of(region)
    kind = KINDS.index(region.kind)
    return Area(kind, region.cells, faces, region.marks, first, second, region.open)
