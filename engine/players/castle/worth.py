"""What features, followers, wall tiles and keeps are worth to their owner, in points, depending on
how many tiles are still to be drawn. The numbers were fitted to the outcomes of games between
players that judge by them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.players.castle.board.ground import COURT, HOUSE, PATH, TOWER

MARKET = 3
COURT_HOPE = 0.6
"""What an open court is worth beyond its markets, while many tiles are to come."""
SLOWNESS = {PATH: 5.5, TOWER: 6.0, HOUSE: 5.5}
"""With this many tiles to come, every second cell in front of a feature is filled in time."""
GROWTH = {PATH: 1.2, TOWER: 1.3, HOUSE: 2.1}
"""By how much the points of an open feature are multiplied if it is completed: it may have grown,
and a larger house may win the keep."""
FOLLOWER = 0.14
"""What a follower in the supply is worth for each tile to come."""
LAST_FOLLOWER = 3.0
"""The additional worth of having any follower left at all."""
WALL_TILE = 3.2
TURN = 1.8
KEEP = (3.4, 0.4)
"""What each tile of difference between the keeps is worth, at the end and at the start."""
KEEP_LEAD = 3
"""A larger difference is worth no more."""
TILES = 60
MOST_FACED = 80


class Season(NamedTuple):
    """What things are worth with this many tiles to come."""

    chances: Sequence[Sequence[float]]
    """How likely a feature is to be completed, by its kind and how many cells it faces."""
    court: float
    follower: float
    supply: Sequence[float]
    """The worth of the supply, by how many followers are in it."""
    wall_tile: float
    turn: float
    keep: float


@cache
def season(left: int) -> Season:
    share, soon = left / TILES, min(1.0, left / 6)
    return Season(
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


def open_worth(now: Season, kind: int, cells: int, marks: int, faces: int) -> float:
    """What an incomplete feature is worth to the player with the majority on it."""
    if kind == COURT:
        return MARKET * marks + (now.court if faces else 0.0)
    tiles = cells.bit_count()
    points = 2 * tiles if kind == TOWER or (kind == PATH and marks) else tiles
    return now.chances[kind][faces.bit_count()] * (points * GROWTH[kind] + now.follower)


def keep_lead(now: Season, first: int, second: int) -> float:
    """What the difference between keeps on houses of these sizes promises the first player."""
    return now.keep * max(-KEEP_LEAD, min(KEEP_LEAD, first - second))
