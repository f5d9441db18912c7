"""The order in which completed features are scored, and what the markers collect on the way.

R17, R18, R29. The order matters only because a marker that stops on a corner tower takes a wall
tile, so everything here is about stops.
"""

from collections.abc import Collection, Sequence
from itertools import permutations
from typing import NamedTuple

from engine.castle.material.castle_wall import SPACES, CastleWall
from engine.castle.play.completed import Completed, points_for
from engine.castle.state import State, spot_of
from engine.castle.vocabulary.moves import Spot


class Scoring(NamedTuple):
    """A completed feature that scores for a player."""

    feature: Completed
    seat: int
    wall_tiles: int
    points: int


class Stop(NamedTuple):
    """Where a marker stopped, and the corner tower whose wall tile it took."""

    space: int
    tower: int | None


Sequences = tuple[list[Scoring], list[Scoring]]


def scorings(seat: int, features: Sequence[Completed], raised: Sequence[int]) -> Sequences:
    """The scorings of the placing player and of the opponent, each in the order of the features'
    rank."""
    own: list[Scoring] = []
    theirs: list[Scoring] = []
    for feature in features:
        if feature.winner is not None:
            wall_tiles = raised.count(feature.spot)
            points = points_for(feature.region, wall_tiles)
            group = own if feature.winner == seat else theirs
            group.append(Scoring(feature, feature.winner, wall_tiles, points))
    return own, theirs


def stop_at(wall: CastleWall, lying: Collection[int], score: int) -> Stop:
    """R18: where a marker with this score stops, and the wall tile it finds there; `lying` are the
    corner towers that still have one."""
    space = score % SPACES
    tower = wall.tower_at[space]
    return Stop(space, tower if tower in lying else None)


def stops(state: State, sequence: Sequence[Scoring]) -> list[Stop]:
    """R18: where each scoring stops the marker, and what it collects."""
    if not sequence:
        return []
    scores, lying = list(state.scores), set(state.wall)
    every_stop = state.setup.options.wall_tile_pickup == "every_stop"
    last = {scoring.seat: index for index, scoring in enumerate(sequence)}
    result = []
    for index, scoring in enumerate(sequence):
        scores[scoring.seat] += scoring.points
        stop = stop_at(state.setup.catalogue.wall, lying, scores[scoring.seat])
        if stop.tower is not None and (every_stop or last[scoring.seat] == index):
            lying.remove(stop.tower)
            result.append(stop)
        else:
            result.append(Stop(stop.space, None))
    return result


def automatic_order(state: State, own: list[Scoring], theirs: list[Scoring]) -> list[Scoring]:
    """R29: the most wall tiles for the placing player, then the fewest for the opponent."""

    def takings(sequence: tuple[Scoring, ...]) -> int:
        return sum(stop.tower is not None for stop in stops(state, sequence))

    first = max(permutations(own), key=takings) if len(own) > 1 else tuple(own)
    if len(theirs) < 2:
        return [*first, *theirs]
    return [*first, *min(permutations(theirs), key=lambda rest: takings((*first, *rest)))]


def order_matters(state: State, own: Sequence[Scoring], theirs: Sequence[Scoring]) -> bool:
    """R17: whether the order changes who collects which wall tile, and so is chosen by the
    player."""
    if state.setup.options.scoring_order != "chosen" or (len(own) < 2 and len(theirs) < 2):
        return False
    by_own = {_takings(state, order): order for order in permutations(own)}
    outcomes = {
        _takings(state, (*first, *rest))
        for first in by_own.values()
        for rest in permutations(theirs)
    }
    return len(outcomes) > 1


def orders_to_choose(
    state: State, features: Sequence[Completed], raised: Sequence[int]
) -> list[tuple[Spot, ...]]:
    """Every order as named in a move: a single empty order where the order does not matter."""
    if len(features) < 2:
        return [()]
    own, theirs = scorings(state.seat, features, raised)
    if not order_matters(state, own, theirs):
        return [()]
    return [
        spots_of(state, (*first, *rest))
        for first in permutations(own)
        for rest in permutations(theirs)
    ]


def spots_of(state: State, order: Sequence[Scoring]) -> tuple[Spot, ...]:
    return tuple([spot_of(state, scoring.feature.spot) for scoring in order])


def _takings(state: State, order: Sequence[Scoring]) -> frozenset[tuple[int, int]]:
    """Which seat collects which corner tower's wall tile."""
    return frozenset(
        (stop.tower, scoring.seat)
        for stop, scoring in zip(stops(state, order), order, strict=True)
        if stop.tower is not None
    )
