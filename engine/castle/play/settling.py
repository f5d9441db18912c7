"""Paying out: points, wall tiles, keeps, and the followers that return (R15 to R18).

Which features are scored, and in which order, has been decided before.
"""

from collections.abc import Sequence

from engine.castle.play.completed import Completed, first_cell, followers_of, points_a_tile
from engine.castle.play.scoring_order import Scoring, Stop, stops
from engine.castle.state import Keep, State, spot_of
from engine.castle.vocabulary.events import (
    Event,
    FeatureScored,
    FollowersReturned,
    KeepMoved,
    WallTilePlayed,
)
from engine.castle.vocabulary.moves import Spot
from engine.castle.vocabulary.players import Pair, changed
from engine.tiles.grid import bits


def spend(
    state: State,
    kind: int,
    target: Spot | None,
    events: list[Event],
    *,
    for_nothing: bool | None = None,
) -> State:
    """A wall tile of the player to act leaves the game."""
    if for_nothing is None:
        for_nothing = target is None
    events.append(WallTilePlayed(state.seat, kind, target, for_nothing))
    held = list(state.held[state.seat])
    held.remove(kind)
    return _with_held(state, state.seat, tuple(held))


def settle(
    state: State,
    features: Sequence[Completed],
    sequence: Sequence[Scoring],
    events: list[Event],
) -> State:
    """Score the features in this order, then return all their followers."""
    for scoring, stop in zip(sequence, stops(state, sequence), strict=True):
        took = None if stop.tower is None else state.wall[stop.tower]
        events.append(_scored(state, scoring.feature, scoring, stop, took))
        state = _credit(state, scoring, stop)
        if scoring.feature.region.kind == "house":
            state = _move_keep(state, scoring, events)
    for feature in features:
        if feature.winner is None:
            events.append(_scored(state, feature, None, None, None))
    back = _followers_on(features)
    if back == (0, 0):
        return state
    events.append(FollowersReturned(back))
    return state._replace(supply=(state.supply[0] + back[0], state.supply[1] + back[1]))


def _followers_on(features: Sequence[Completed]) -> Pair:
    standing = [followers_of(feature.region) for feature in features]
    return sum(first for first, _ in standing), sum(second for _, second in standing)


def _credit(state: State, scoring: Scoring, stop: Stop) -> State:
    """R18: the points, and the wall tile where the marker stopped."""
    seat = scoring.seat
    state = state._replace(scores=changed(state.scores, seat, scoring.points))
    if stop.tower is None:
        return state
    wall = dict(state.wall)
    kind = wall.pop(stop.tower)
    held = tuple(sorted((*state.held[seat], kind)))
    return _with_held(state._replace(wall=wall), seat, held)


def _with_held(state: State, seat: int, kinds: tuple[int, ...]) -> State:
    first, second = state.held
    return state._replace(held=(kinds, second) if seat == 0 else (first, kinds))


def _move_keep(state: State, scoring: Scoring, events: list[Event]) -> State:
    """R16: the keep goes to a larger house."""
    region, seat = scoring.feature.region, scoring.seat
    standing = state.keeps[seat]
    if standing is not None and standing.tiles >= region.size:
        return state
    keep = Keep(region.size, first_cell(region.cells))
    events.append(KeepMoved(seat, state.board.grid.cells[keep.cell], keep.tiles))
    return state._replace(keeps=(keep, state.keeps[1]) if seat == 0 else (state.keeps[0], keep))


def _scored(
    state: State,
    feature: Completed,
    scoring: Scoring | None,
    stop: Stop | None,
    took: int | None,
) -> FeatureScored:
    region, grid = feature.region, state.board.grid
    inside, wall = region.cells & grid.inside, region.cells >> len(grid.cells)
    return FeatureScored(
        kind=region.kind,
        spot=spot_of(state, feature.spot),
        cells=tuple([grid.cells[cell] for cell in bits(inside)]),
        starts=tuple(bits(wall)),
        fountain=region.kind == "path" and region.marks > 0,
        followers=followers_of(region),
        seat=feature.winner,
        wall_tiles=scoring.wall_tiles if scoring else 0,
        points=scoring.points if scoring else 0,
        space=stop.space if stop else None,
        tower=stop.tower if stop else None,
        took=took,
        each=points_a_tile(region.kind, region.marks),
    )
