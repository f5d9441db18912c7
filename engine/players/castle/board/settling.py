"""What is paid out when a tile completes features: points, wall tiles, keeps, followers."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from engine.castle.material.castle_wall import SPACES
from engine.players.castle.board.ground import HOUSE, TOWER, plain
from engine.players.castle.board.position import Position

RAISED_BY = {TOWER: 2, HOUSE: 3}
"""The wall tile that doubles a feature of each kind."""
RAISED_FROM = 4
"""A wall tile must add at least this many points to be played while many tiles are to come."""
LATE = 12


class Closing(NamedTuple):
    """A path, tower or house that a tile completes, with followers on it."""

    kind: int
    tiles: int
    marks: int
    first: int
    second: int


class Settled(NamedTuple):
    points: tuple[int, int]
    towers: tuple[Sequence[int], Sequence[int]]
    """The corner towers at which each marker stopped and found a wall tile."""
    keeps: tuple[int, int]
    home: tuple[int, int]
    """How many followers of each seat come home."""
    played: Sequence[int]
    """The wall tiles that the player to act plays on the features they score."""


def settled(position: Position, closings: Iterable[Closing]) -> Settled:
    seat = position.seat
    scored: tuple[list[int], list[int]] = ([], [])
    keeps, home, played = position.keeps.copy(), [0, 0], []
    for kind, tiles, marks, first, second in closings:
        home[0] += first
        home[1] += second
        if first == second:
            continue
        winner = int(second > first)
        gained = plain(kind, tiles, marks)
        raised = RAISED_BY.get(kind)
        if (
            winner == seat
            and raised in position.held[seat]
            and raised not in played
            and (gained >= RAISED_FROM or position.left < LATE)
        ):
            played.append(raised)
            gained *= 2
        scored[winner].append(gained)
        if kind == HOUSE:
            keeps[winner] = max(keeps[winner], tiles)
    towers = landings(position, scored)
    points = sum(scored[0]), sum(scored[1])
    return Settled(points, towers, (keeps[0], keeps[1]), (home[0], home[1]), played)


def landings(
    position: Position, scored: tuple[list[int], list[int]]
) -> tuple[Sequence[int], Sequence[int]]:
    """R17, R29: the stops in the order that gives the player to act the most wall tiles, and the
    opponent the fewest."""
    seat, wall = position.seat, dict.fromkeys(position.wall)
    found: list[Sequence[int]] = [(), ()]
    for one, better in ((seat, max), (1 - seat, min)):
        if scored[one]:
            orders = permutations(scored[one]) if len(scored[one]) > 1 else [tuple(scored[one])]
            found[one] = better((_stops(position, one, order, wall) for order in orders), key=len)
            for tower in found[one]:
                del wall[tower]
    return found[0], found[1]


def _stops(
    position: Position, seat: int, order: Sequence[int], wall: dict[int, None]
) -> Sequence[int]:
    score, found = position.scores[seat], []
    tower_at = position.ground.catalogue.wall.tower_at
    every_stop = position.options.wall_tile_pickup == "every_stop"
    for number, points in enumerate(order, 1):
        score += points
        tower = tower_at[score % SPACES]
        if tower in wall and tower not in found and (every_stop or number == len(order)):
            found.append(tower)
    return found
