"""The completed features of one turn: points, order, markers, wall tiles. Deliberately naive.

Independent of what a player may choose, and of the end of the game.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from .features import (
    Anchor,
    Board,
    Cell,
    Feature,
    anchor_of,
    followers_on,
    majority,
)

WallPlays = tuple[tuple[int, Anchor | None], ...]  # (kind 2 or 3, feature or spent for nothing)


class Scoring(NamedTuple):
    """One completed feature: who scores it (None: nobody) and for how much."""

    anchor: Anchor
    feature: Feature
    followers: tuple[int, int]
    seat: int | None
    points: int


class Track(NamedTuple):
    """The score track before the scoring of a turn."""

    scores: Sequence[int]
    wall: Mapping[int, int]
    corner_towers: Sequence[int]
    pickup: str  # the option wall_tile_pickup


def tile_value(feature: Feature) -> int:
    """R14: points a tile, before wall tiles."""
    if feature.kind == "tower" or (feature.kind == "path" and feature.fountain):
        return 2
    return 1


def reading_key(feature: Feature, anchor: Anchor) -> tuple[tuple[int, int], tuple[int, int, int]]:
    """First cell in reading order, then anchor (R29)."""
    x, y, port = anchor
    return feature.first_cell, (y, x, port)


def order_key(scoring: Scoring) -> tuple[int, tuple[int, int], tuple[int, int, int]]:
    """R29: more tiles first, then reading order."""
    return (-scoring.feature.size, *reading_key(scoring.feature, scoring.anchor))


def scorings(
    board: Board, cell: Cell, completed: Sequence[Feature], wall: WallPlays
) -> list[Scoring]:
    """What the tile on a cell completes, in the sorted order of R29."""
    result = []
    for feature in completed:
        anchor = anchor_of(feature, cell)
        followers = followers_on(board, feature)
        seat = majority(followers)
        plays = [play for play in wall if play[1] == anchor]
        points = tile_value(feature) * feature.size * (1 + len(plays))  # R21: double, triple
        result.append(Scoring(anchor, feature, followers, seat, 0 if seat is None else points))
    return sorted(result, key=order_key)


def tower_at(track: Track, score: int) -> int | None:
    """On which corner tower a marker with this score stands (R18)."""
    for first_space in track.corner_towers:
        if score % 100 in (first_space, first_space + 1):
            return first_space
    return None


def towers_taken(track: Track, order: Sequence[Scoring]) -> list[int | None]:
    """For each scoring in order, the tower whose wall tile its player takes then (R18)."""
    scores = list(track.scores)
    lying = set(track.wall)
    taken: list[int | None] = []
    for number, scoring in enumerate(order):
        assert scoring.seat is not None
        scores[scoring.seat] += scoring.points
        tower = tower_at(track, scores[scoring.seat])
        is_last = all(later.seat != scoring.seat for later in order[number + 1 :])
        if tower in lying and (track.pickup == "every_stop" or is_last):
            lying.remove(tower)
            taken.append(tower)
        else:
            taken.append(None)
    return taken


def count_taken(track: Track, order: Sequence[Scoring], seat: int) -> int:
    """How many wall tiles a seat takes."""
    count = 0
    for scoring, tower in zip(order, towers_taken(track, order), strict=True):
        if scoring.seat == seat and tower is not None:
            count += 1
    return count


def scorings_of(listed: Sequence[Scoring], seat: int | None) -> list[Scoring]:
    return [scoring for scoring in listed if scoring.seat == seat]


def automatic_order(track: Track, seat: int, listed: Sequence[Scoring]) -> list[Scoring]:
    """R29: own features for the most wall tiles, then the opponent's for the fewest."""
    own = scorings_of(listed, seat)
    theirs = scorings_of(listed, 1 - seat)
    if track.pickup == "end_of_turn":
        return [*own, *theirs]
    best_own = own
    for order in permutations(own):
        if count_taken(track, order, seat) > count_taken(track, best_own, seat):
            best_own = list(order)
    best = [*best_own, *theirs]
    for order in permutations(theirs):
        whole = [*best_own, *order]
        if count_taken(track, whole, 1 - seat) < count_taken(track, best, 1 - seat):
            best = whole
    return best


def all_orders(seat: int, listed: Sequence[Scoring]) -> list[list[Scoring]]:
    """R17: the placing player's features first, within each group any order."""
    return [
        [*own, *theirs]
        for own in permutations(scorings_of(listed, seat))
        for theirs in permutations(scorings_of(listed, 1 - seat))
    ]


def who_takes_what(track: Track, order: Sequence[Scoring]) -> frozenset[tuple[int | None, int]]:
    """What an order leads to: which seat takes the wall tile from which tower."""
    pairs = zip(order, towers_taken(track, order), strict=True)
    return frozenset((scoring.seat, tower) for scoring, tower in pairs if tower is not None)


def order_matters(track: Track, seat: int, listed: Sequence[Scoring]) -> bool:
    """R17: whether the order changes who gets which wall tile."""
    return len({who_takes_what(track, order) for order in all_orders(seat, listed)}) > 1
