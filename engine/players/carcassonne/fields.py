"""Fields with farmers: their cities, and what they may still grow to."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from engine.counts import Counts, most
from engine.players.carcassonne.chances import Promise
from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.tile import PORTS

# The worth to farmers of an open city, as a share of its chance to be completed: others come too.
UNDONE = 0.65


class FarmedField(NamedTuple):
    farmers: Counts
    leaders: tuple[int, ...]
    """The seats with the most farmers."""
    cities: tuple[int, ...]
    """The first segments of the cities that it touches, in the order of laying."""
    open: int
    """The number of its spots that face an empty cell."""
    faces: Mapping[int, int]
    """The empty cells that it faces, each with the ports through which it would enter, as a bit
    set."""
    fed: float
    """The number of cities that it can expect to feed, of those that it touches."""


def farmed_field(
    farmers: Counts,
    cities: tuple[int, ...],
    spots: Collection[int],
    board: Board,
    complete: Callable[[int], float],
) -> FarmedField:
    """Describe a field with these open spots."""
    across = board.grid.across
    faces: dict[int, int] = {}
    for spot in spots:
        cell, port = divmod(across[spot // PORTS][spot % PORTS], PORTS)
        faces[cell] = faces.get(cell, 0) | 1 << port
    return FarmedField(
        farmers=farmers,
        leaders=most(farmers),
        cities=cities,
        open=len(spots),
        faces=faces,
        fed=sum(map(complete, cities)),
    )


def share_complete(city: Feature, promise: Callable[[Feature], Promise]) -> float:
    """Return the fraction of a complete city that this one counts for farmers."""
    return UNDONE * promise(city).chance if city.open else 1.0
