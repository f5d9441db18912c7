"""Worth of features: completed ones (C8 to C14, IC3, IC4), and at the end incomplete ones (C17,
C20).

That of fields stands in `farms`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.carcassonne.catalogue import Thing
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameEnded,
)
from engine.carcassonne.farms import score_farms
from engine.carcassonne.features import (
    cells_of,
    completed_cloisters,
    majority_of,
    segments_of,
    tiles_around,
)
from engine.carcassonne.moves import ROLES, Options, Spot
from engine.carcassonne.state import State, spot_of
from engine.counts import Counts, add_counts, add_to
from engine.seats import in_first_place, rank_seats
from engine.tiles.board import Meeting
from engine.tiles.feature import Feature, Follower, count_followers, oldest_first
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS

ScoringKind = Literal["city", "road", "cloister"]
# C14: in the order in which completed features are listed; C15: fields are not among them.
SCORING_KINDS: dict[str, ScoringKind] = {"city": "city", "road": "road", "cloister": "cloister"}
A_CITY_TILE = 2
# IC3, IC4: the points for each tile and pennant of a completed feature with such a thing; an
# incomplete one gives nothing.
WITH_THING: Mapping[Thing, int] = {"inn": 2, "cathedral": 3}
# C9: the number of tiles in a small city, which gives a point for each.
SMALL_CITY = 2


def credit(scores: Counts, seats: Sequence[int], points: int) -> Counts:
    for seat in seats:
        scores = add_to(scores, seat, points)
    return scores


# Completed features


class Completed(NamedTuple):
    feature: Feature
    kind: ScoringKind
    spot: Spot


def completed_features(state: State, meeting: Meeting) -> list[Completed]:
    """C14: cities, roads, cloisters; within a kind the larger first, then in reading order. The
    tile is already laid, with this turn's follower."""
    completed: list[Completed] = []
    for feature, at in meeting.closed:
        kind = SCORING_KINDS.get(feature.kind)
        owner = meeting.tile.owners[at % PORTS]
        if kind is not None:
            assert owner is not None
            completed.append(Completed(feature, kind, spot_of(state, meeting.cell, owner)))
    for cloister in completed_cloisters(state.board, state.cloisters, meeting.cell):
        [cell] = cells_of(state.board, cloister)
        completed.append(Completed(cloister, "cloister", Spot(cell, None)))
    if len(completed) > 1:
        completed.sort(key=lambda feature: _rank(state, feature))
    return completed


def _rank(state: State, completed: Completed) -> tuple[object, ...]:
    feature, kind, spot = completed
    first = min((y, x) for x, y in cells_of(state.board, feature))
    return list(SCORING_KINDS).index(kind), -feature.size, first, spot


def thing_on(feature: Feature) -> Thing | None:
    """Find what is on a feature that changes its worth; two of them count as one (IC4)."""
    for thing in WITH_THING if feature.things else ():
        if thing in feature.things:
            return thing
    return None


def is_small_city(options: Options, kind: str, tiles: int, thing: Thing | None = None) -> bool:
    """C9: true if it gives a point for each of its two tiles, and none for pennants."""
    two = kind == "city" and tiles == SMALL_CITY and options.small_city == "two"
    return two and thing is None


def each_complete(
    options: Options, kind: ScoringKind, tiles: int, thing: Thing | None = None
) -> int:
    """C8 to C10: the points for each tile and pennant of a completed feature; for a cloister, for
    its own tile and each of those around."""
    if thing is not None:
        return WITH_THING[thing]
    small = is_small_city(options, kind, tiles)
    return A_CITY_TILE if kind == "city" and not small else 1


def points_for(
    options: Options,
    kind: ScoringKind,
    tiles: int,
    pennants: int,
    thing: Thing | None = None,
) -> int:
    """C8 to C10: the points of a completed feature."""
    if kind == "cloister":
        return 9
    counted = tiles if is_small_city(options, kind, tiles, thing) else tiles + pennants
    return each_complete(options, kind, tiles, thing) * counted


def points_incomplete(tiles: int, pennants: int, thing: Thing | None = None) -> int:
    """C17: the points of an incomplete feature at the end; the tiles of a cloister are its own and
    those around it."""
    return each_incomplete(thing) * (tiles + pennants)


def each_incomplete(thing: Thing | None) -> int:
    """C17, IC3, IC4: the points for each tile and pennant of an incomplete feature."""
    return 1 if thing is None else 0


def score_features(state: State, completed: Sequence[Completed], events: list[Event]) -> State:
    """C12, C13: score the features, then return every follower on them."""
    cells = state.board.grid.cells
    options = state.setup.options
    remaining = dict(state.followers)
    cloisters = state.cloisters
    scores = state.scores
    home: list[Follower] = []
    for feature, kind, spot in completed:
        tiles = feature.size
        thing = thing_on(feature)
        followers, large, seats = majority_of(feature.followers, state.setup.seats)
        points = points_for(options, kind, tiles, feature.marks, thing) if seats else 0
        events.append(
            FeatureScored(
                kind=kind,
                spot=spot,
                cells=tuple([cells[cell] for cell in bits(feature.cells)]),
                pennants=feature.marks,
                followers=followers,
                seats=seats,
                points=points,
                each=each_complete(options, kind, tiles, thing),
                small=is_small_city(options, kind, tiles, thing),
                thing=thing,
                large=large,
            )
        )
        scores = credit(scores, seats, points)
        home += feature.followers
        for follower in feature.followers:
            del remaining[follower.spot // PORTS]
        if kind == "cloister":
            cloisters &= ~feature.cells
    supply = state.supply
    if home:
        returned = majority_of(home, state.setup.seats)
        events.append(FollowersReturned(returned.followers, returned.large))
        small = [follower for follower in home if follower.weight == 1]
        supply = add_counts(supply, count_followers(small, state.setup.seats))
    return state._replace(
        board=state.board.without_followers(feature for feature, _, _ in completed),
        scores=scores,
        supply=supply,
        followers=remaining,
        cloisters=cloisters,
    )


# The end


def finish(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Add every final point to the scores of a game that has ended."""
    entries: list[FinalScored | FarmersScored] = []
    entries += score_incomplete(state)
    entries += [scored for _, scored in score_farms(state)]
    for entry in entries:
        state = state._replace(scores=credit(state.scores, entry.seats, entry.points))
    return state, (*events, *entries, GameEnded(state.scores, leaders(state)))


def leaders(state: State) -> tuple[int, ...]:
    """C20, C21: those with the most points among the players who stayed."""
    return in_first_place(places(state))


def places(state: State) -> Counts:
    return rank_seats(state, state.scores)


def score_incomplete(state: State) -> list[FinalScored]:
    """C17: each incomplete feature with followers, in the order of the kinds. Completed features no
    longer have any (C13)."""
    board = state.board
    held = oldest_first([feature for feature in board.features() if feature.followers])
    scored = []
    for kind, scoring_kind in SCORING_KINDS.items():
        for feature in held:
            if feature.kind != kind:
                continue
            thing = thing_on(feature)
            followers, large, seats = majority_of(feature.followers, state.setup.seats)
            scored.append(
                FinalScored(
                    kind=scoring_kind,
                    spot=spot_of(state, *segments_of(board, feature)[0]),
                    cells=cells_of(board, feature),
                    pennants=feature.marks,
                    followers=followers,
                    seats=seats,
                    points=points_now(state, feature),
                    each=each_incomplete(thing),
                    thing=thing,
                    large=large,
                )
            )
    return scored


def points_now(state: State, feature: Feature) -> int:
    """C17: the points of an incomplete feature if the game ended now."""
    tiles = feature.size
    if feature.kind == "cloister":
        [cell] = bits(feature.cells)
        tiles += tiles_around(state.board, cell)
    return points_incomplete(tiles, feature.marks, thing_on(feature))


def points_when_complete(options: Options, feature: Feature, missing: int) -> int:
    """C8 to C10: its points once it is complete, if each cell that it lacks takes one more tile."""
    kind = SCORING_KINDS[feature.kind]
    return points_for(options, kind, feature.size + missing, feature.marks, thing_on(feature))


# Statistics

# The sources of points, from completed features or not.
SOURCES = tuple(ROLES)
# The names of the counts for the largest completed and scored feature, in tiles.
LARGEST = {"city": "most.city", "road": "most.road"}
FARMERS = "farmers"


def tally(frames: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, `role.*` the followers placed by role, `most.city` and
    `most.road` in tiles, and how many `farmers` were placed."""
    counts: list[dict[str, int]] = []
    for state, events in frames:
        if not counts:
            zero = dict.fromkeys([f"points.{source}" for source in SOURCES], 0)
            zero |= dict.fromkeys([f"role.{role}" for role in ROLES.values()], 0)
            zero |= dict.fromkeys([*LARGEST.values(), FARMERS], 0)
            counts = [dict(zero) for _ in state.scores]
        for event in events:
            match event:
                case FeatureScored() | FinalScored() | FarmersScored():
                    what = "field" if isinstance(event, FarmersScored) else event.kind
                    for seat in event.seats:
                        own = counts[seat]
                        own[f"points.{what}"] += event.points
                        if isinstance(event, FeatureScored) and what in LARGEST:
                            own[LARGEST[what]] = max(own[LARGEST[what]], len(event.cells))
                case FollowerPlaced():
                    counts[event.seat][f"role.{event.role}"] += 1
                    counts[event.seat][FARMERS] += event.role == "farmer"
                case _:
                    pass
    return tuple(counts)
