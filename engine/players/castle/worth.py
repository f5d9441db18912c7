"""Worth of features, followers, wall tiles and keeps to their owner, in points, depending on how
many tiles are still to be drawn. The numbers were fitted to the outcomes of games between players
that judge by them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.castle.scoring import MARKET
from engine.castle.state import State
from engine.players.castle.play import points_for
from engine.players.castle.position import COURT, HOUSE, PATH, TOWER, CastlePosition

# The worth of an open court beyond its markets, while many tiles are to come.
COURT_HOPE = 0.6
# With this many tiles to come, every second cell in front of a feature is filled in time.
SLOWNESS = {PATH: 5.5, TOWER: 6.0, HOUSE: 5.5}
# By how much the points of an open feature are multiplied if it is completed: it may have grown,
# and a larger house may win the keep.
GROWTH = {PATH: 1.2, TOWER: 1.3, HOUSE: 2.1}
# The worth of a follower in the supply for each tile to come.
FOLLOWER = 0.14
# The additional worth of having any follower left at all.
LAST_FOLLOWER = 3.0
WALL_TILE = 3.2
TURN = 1.8
# The chance, as beginners see it, that any open feature is completed.
HOPE = 0.5
# The worth of each tile of difference between the keeps, at the end and at the start.
KEEP = (3.4, 0.4)
# A larger difference is worth no more.
KEEP_LEAD = 3
TILES = 60
MOST_FACED = 80


class Weights(NamedTuple):
    """Worth of things with this many tiles to come."""

    chances: Sequence[Sequence[float]]
    """The chance that a feature is completed, by its kind and the number of cells it faces."""
    court: float
    follower: float
    supply: Sequence[float]
    """The worth of the supply, by how many followers are in it."""
    wall_tile: float
    turn: float
    keep: float


@cache
def weights(left: int) -> Weights:
    share = left / TILES
    soon = min(1.0, left / 6)
    return Weights(
        chances=[
            [(left / (left + SLOWNESS[kind])) ** faced for faced in range(MOST_FACED)]
            for kind in (PATH, TOWER, HOUSE)
        ],
        court=COURT_HOPE * soon,
        follower=FOLLOWER * left,
        supply=[0.0, *(FOLLOWER * left * count + LAST_FOLLOWER * soon for count in range(1, 7))],
        wall_tile=WALL_TILE,
        turn=TURN * soon,
        keep=KEEP[0] * (1 - share) + KEEP[1] * share,
    )


@cache
def weights_for_beginners(left: int) -> Weights:
    """Weigh as beginners do: only points that they may get, however likely, and followers. They
    think of neither courts nor wall tiles nor keeps."""
    chances = [[1.0, *[HOPE] * (MOST_FACED - 1)]] * len(SLOWNESS)
    return weights(left)._replace(chances=chances, court=0.0, wall_tile=0.0, keep=0.0)


def open_worth(now: Weights, kind: int, cells: int, marks: int, faces: int) -> float:
    """Worth of an incomplete feature to the player with the majority on it."""
    if kind == COURT:
        return MARKET * marks + (now.court if faces else 0.0)
    points = points_for(kind, cells.bit_count(), marks)
    return now.chances[kind][faces.bit_count()] * (points * GROWTH[kind] + now.follower)


def keep_lead(now: Weights, first: int, second: int) -> float:
    """Estimate what keeps on houses of these sizes promise the first player over the second."""
    return now.keep * max(-KEEP_LEAD, min(KEEP_LEAD, first - second))


def expected_lead(position: CastlePosition, now: Weights) -> float:
    """Estimate the points by which the first seat ends ahead of the second."""
    lead = keep_lead(now, *position.keeps)
    lead += now.wall_tile * (len(position.held[0]) - len(position.held[1]))
    lead += now.supply[position.supply[0]] - now.supply[position.supply[1]]
    for kind, cells, faces, marks, first, second, _ in (*position.areas(), *position.courts):
        if first != second:
            worth = open_worth(now, kind, cells, marks, faces)
            lead += worth if first > second else -worth
    lead += position.scores[0] - position.scores[1]
    return lead + (now.turn if position.seat == 0 else -now.turn)


def prospects(state: State) -> tuple[float, float]:
    if state.phase == "over":
        return float(state.scores[0]), float(state.scores[1])
    return expected_points(CastlePosition.of(state))


def expected_points(position: CastlePosition) -> tuple[float, float]:
    """Estimate the final points while the game is running: the scores, with half of the lead to
    come added to one and subtracted from the other."""
    first, second = position.scores
    beyond = expected_lead(position, weights(position.left)) - (first - second)
    return first + beyond / 2, second - beyond / 2
