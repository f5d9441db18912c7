"""Completed features on the score track: wall tiles played on them (R20, R21), the order in which
they score and what the markers collect on the way (R17, R18, R29), and what is paid out (R15, R16).

The order matters only because a marker that stops on a corner tower takes a wall tile.
"""

from collections.abc import Collection, Sequence
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

from engine.castle.catalogue import SPACES, CastleWall
from engine.castle.events import Event, FeatureScored, FollowersReturned, KeepMoved, WallTilePlayed
from engine.castle.moves import Reason, Spot, WallTilePlay
from engine.castle.scoring import Completed, first_cell, followers_of, points_a_tile, points_for
from engine.castle.state import Keep, State, spot_of
from engine.counts import add_to_pair
from engine.errors import IllegalMove
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS

# Wall tiles played

EXTRA_TURN = 1
RAISES = {2: "tower", 3: "house"}

Plays = tuple[WallTilePlay, ...]


def plays_to_choose(state: State, features: Sequence[Completed]) -> list[Plays]:
    """Every set of wall tiles 2 and 3 that the player to act could play on these features."""
    held = state.held[state.seat]
    if 2 not in held and 3 not in held:
        return [()]
    return [
        (*towers, *houses)
        for towers in _plays_of_kind(state, 2, features)
        for houses in _plays_of_kind(state, 3, features)
    ]


def targets_of(state: State, kind: int, features: Sequence[Completed]) -> list[Spot]:
    """List the features that a wall tile of this kind could raise."""
    won = [f for f in features if f.feature.kind == RAISES[kind] and f.winner == state.seat]
    if won and state.setup.options.bonus_target == "largest":
        del won[1:]
    return [spot_of(state, spot) for spot in sorted(feature.spot for feature in won)]


def _plays_of_kind(state: State, kind: int, features: Sequence[Completed]) -> list[Plays]:
    held = state.held[state.seat].count(kind)
    targets: Sequence[Spot | None] = targets_of(state, kind, features)
    if not targets and _may_spend(state):
        targets = [None]
    return [
        tuple(WallTilePlay(kind, target) for target in chosen)
        for played in range(held + 1)
        for chosen in combinations_with_replacement(targets, played)
    ]


def check_plays(state: State, plays: Plays, features: Sequence[Completed]) -> None:
    """Refuse plays that are not allowed, with the reason."""
    if not plays or plays in plays_to_choose(state, features):
        return
    for kind, target in plays:
        if kind not in RAISES:
            raise IllegalMove(Reason.WALL_TILE_FITS_NOTHING, kind=kind)
        played = sum(play.kind == kind for play in plays)
        held = state.held[state.seat].count(kind)
        if played > held:
            raise IllegalMove(Reason.WALL_TILE_NOT_HELD, kind=kind, played=played, held=held)
        targets = targets_of(state, kind, features)
        if not targets and (target is not None or not _may_spend(state)):
            raise IllegalMove(Reason.WALL_TILE_FITS_NOTHING, kind=kind)
        if targets and target not in targets:
            raise IllegalMove(
                Reason.WALL_TILE_WRONG_TARGET, kind=kind, target=target, targets=tuple(targets)
            )
    raise IllegalMove(Reason.WALL_TILES_UNSORTED)


def _may_spend(state: State) -> bool:
    """True if a wall tile that fits nothing can still be spent."""
    return state.setup.options.unusable_wall_tile == "spent"


# The order


class Scoring(NamedTuple):
    """A completed feature that scores for a player."""

    completed: Completed
    seat: int
    wall_tiles: int
    points: int


class TrackStop(NamedTuple):
    """Space on which a marker stopped, and the corner tower whose wall tile it took."""

    space: int
    tower: int | None


def scorings(
    state: State, features: Sequence[Completed], plays: Plays
) -> tuple[list[Scoring], list[Scoring]]:
    """List the scorings of the placing player and of the opponent, each by the features' rank."""
    numbers = state.board.grid.numbers
    raised = [numbers[at.cell] * PORTS + at.port for _, at in plays if at is not None]
    own: list[Scoring] = []
    theirs: list[Scoring] = []
    for completed in features:
        feature, spot, winner = completed
        if winner is not None:
            wall_tiles = raised.count(spot)
            points = points_for(feature, wall_tiles)
            group = own if winner == state.seat else theirs
            group.append(Scoring(completed, winner, wall_tiles, points))
    return own, theirs


def stop_at(wall: CastleWall, lying: Collection[int], score: int) -> TrackStop:
    """R18: where a marker with this score stops, and the wall tile it finds there; `lying` are the
    corner towers that still have one."""
    space = score % SPACES
    tower = wall.tower_at[space]
    return TrackStop(space, tower if tower in lying else None)


def stops(state: State, sequence: Sequence[Scoring]) -> list[TrackStop]:
    """R18: where each scoring stops the marker, and what it collects."""
    if not sequence:
        return []
    scores = list(state.scores)
    lying = set(state.wall)
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
            result.append(TrackStop(stop.space, None))
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
    """R17: true if the order changes who collects which wall tile, and so is chosen by the
    player."""
    if state.setup.options.scoring_order != "chosen" or (len(own) < 2 and len(theirs) < 2):
        return False
    by_own = {_collected_tiles(state, order): order for order in permutations(own)}
    outcomes = {
        _collected_tiles(state, (*first, *rest))
        for first in by_own.values()
        for rest in permutations(theirs)
    }
    return len(outcomes) > 1


def orders_to_choose(
    state: State, features: Sequence[Completed], plays: Plays
) -> list[tuple[Spot, ...]]:
    """Every order as named in a move: a single empty order where the order does not matter."""
    if len(features) < 2:
        return [()]
    own, theirs = scorings(state, features, plays)
    if not order_matters(state, own, theirs):
        return [()]
    return [
        spots_of(state, (*first, *rest))
        for first in permutations(own)
        for rest in permutations(theirs)
    ]


def spots_of(state: State, order: Sequence[Scoring]) -> tuple[Spot, ...]:
    return tuple([spot_of(state, scoring.completed.spot) for scoring in order])


def _collected_tiles(state: State, order: Sequence[Scoring]) -> frozenset[tuple[int, int]]:
    """Find the corner towers whose wall tiles are collected, and the seat that collects each."""
    return frozenset(
        (stop.tower, scoring.seat)
        for stop, scoring in zip(stops(state, order), order, strict=True)
        if stop.tower is not None
    )


# Paying out


def spend(
    state: State, kind: int, target: Spot | None, events: list[Event], *, for_nothing: bool
) -> State:
    """A wall tile of the player to act leaves the game."""
    events.append(WallTilePlayed(state.seat, kind, target, for_nothing))
    held = list(state.held[state.seat])
    held.remove(kind)
    return _set_held(state, state.seat, tuple(held))


def score_in_order(
    state: State,
    features: Sequence[Completed],
    sequence: Sequence[Scoring],
    events: list[Event],
) -> State:
    """Score the features in this order, then return all their followers."""
    for scoring, stop in zip(sequence, stops(state, sequence), strict=True):
        events.append(_score_feature(state, scoring.completed, scoring, stop))
        state = state._replace(scores=add_to_pair(state.scores, scoring.seat, scoring.points))
        if stop.tower is not None:
            wall = dict(state.wall)
            held = sorted((*state.held[scoring.seat], wall.pop(stop.tower)))
            state = _set_held(state._replace(wall=wall), scoring.seat, tuple(held))
        if scoring.completed.feature.kind == "house":
            state = _move_keep(state, scoring, events)
    for completed in features:
        if completed.winner is None:
            events.append(_score_feature(state, completed))
    followers = [followers_of(completed.feature) for completed in features]
    first, second = map(sum, zip(*followers, strict=True))
    if first or second:
        events.append(FollowersReturned((first, second)))
        state = state._replace(supply=(state.supply[0] + first, state.supply[1] + second))
    return state


def _set_held(state: State, seat: int, kinds: tuple[int, ...]) -> State:
    first, second = state.held
    return state._replace(held=(kinds, second) if seat == 0 else (first, kinds))


def _move_keep(state: State, scoring: Scoring, events: list[Event]) -> State:
    """R16: the keep goes to a larger house."""
    house = scoring.completed.feature
    seat = scoring.seat
    current = state.keeps[seat]
    if current is not None and current.tiles >= house.size:
        return state
    keep = Keep(house.size, first_cell(house.cells))
    events.append(KeepMoved(seat, state.board.grid.cells[keep.cell], keep.tiles))
    return state._replace(keeps=(keep, state.keeps[1]) if seat == 0 else (state.keeps[0], keep))


def _score_feature(
    state: State,
    completed: Completed,
    scoring: Scoring | None = None,
    stop: TrackStop | None = None,
) -> FeatureScored:
    """A feature that scores with a stop on the track, or that nobody has the majority on."""
    feature = completed.feature
    grid = state.board.grid
    tower = stop.tower if stop else None
    return FeatureScored(
        kind=feature.kind,
        spot=spot_of(state, completed.spot),
        cells=tuple([grid.cells[cell] for cell in bits(feature.cells & grid.inside)]),
        starts=tuple(bits(feature.cells >> len(grid.cells))),
        fountain=feature.kind == "path" and feature.marks > 0,
        followers=followers_of(feature),
        seat=completed.winner,
        wall_tiles=scoring.wall_tiles if scoring else 0,
        points=scoring.points if scoring else 0,
        space=stop.space if stop else None,
        tower=tower,
        took=None if tower is None else state.wall[tower],
        each=points_a_tile(feature.kind, feature.marks),
    )
