"""What a road, city or cloister may become worth, and what followers in the supply are worth."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from engine.carcassonne.play.cloisters import AROUND
from engine.carcassonne.play.completed import SCORING_KINDS, points_for
from engine.carcassonne.vocabulary.options import Options
from engine.carcassonne.vocabulary.players import FOLLOWERS
from engine.players.carcassonne.chances import Chances
from engine.tiles.grid import Grid
from engine.tiles.ports import PORTS, opposite
from engine.tiles.region import Region

A_FOLLOWER = (16.0, 8.5, 5.0, 3.8, 3.2, 2.6, 2.2)
"""The worth of the first follower in the supply, of the second, and so on, early in the game."""
IN_SUPPLY = (0.0, *accumulate(A_FOLLOWER))
RETURNED = 4.0
"""The worth of a follower that a completed feature will return, early in the game."""
LATE = 8.0
"""With this many draws left to a player, followers are worth half."""


class Promise(NamedTuple):
    """What a feature is expected to give to the seat with the most followers on it."""

    points: float
    chance: float
    """How likely it is to be completed, and to return its followers."""


def promise_of(
    region: Region, grid: Grid, around: Callable[[int], int], chances: Chances, options: Options
) -> Promise:
    """What a road or a city promises."""
    kind, tiles, pennants = SCORING_KINDS[region.kind], region.size, region.marks
    entered: dict[int, int] = {}
    for spot in region.open:
        cell, port = divmod(spot, PORTS)
        if port % 3 == 1:
            entered[grid.neighbours[cell][port // 3]] = opposite(port // 3)
    chance = 1.0
    for cell, side in entered.items():
        chance *= chances.closing(around(cell), side, len(entered))
    complete = points_for(options, kind, tiles + len(entered), pennants)
    return Promise(chance * complete + (1 - chance) * (tiles + pennants), chance)


def cloister_promise(tiles: int, chances: Chances) -> Promise:
    """What a cloister with this many tiles around it promises."""
    empty = len(AROUND) - tiles
    return Promise(1 + tiles + empty * chances.filled, chances.filled**empty)


def late(chances: Chances) -> float:
    """The share of their early worth that followers still have."""
    return chances.draws / (chances.draws + LATE)


def supply_worth(followers: int, chances: Chances) -> float:
    return IN_SUPPLY[min(followers, FOLLOWERS)] * late(chances)


def follower_worth(followers: int, chances: Chances) -> float:
    """The worth of the last of this many followers in the supply."""
    return A_FOLLOWER[min(followers, FOLLOWERS) - 1] * late(chances) if followers else 0.0


def returned_worth(promise: Promise, chances: Chances) -> float:
    """The worth of each follower on a feature that may be completed."""
    return promise.chance * RETURNED * late(chances)
