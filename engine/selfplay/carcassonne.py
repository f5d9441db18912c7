"""Carcassonne in self-play: its figures, and a greedy player, which weighs what a turn scores now
against what the features it touches may become worth."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from engine.carcassonne import placing
from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.features import AROUND, tiles_around
from engine.carcassonne.moves import Move, Turn
from engine.carcassonne.state import State
from engine.players.carcassonne.appraisal import cells_near
from engine.recorded import Ply
from engine.selfplay.simple_players import Particulars, promise
from engine.tiles.board import Meeting
from engine.tiles.draws import TileDiscarded
from engine.tiles.feature import Feature
from engine.tiles.tile import PORTS

# The chance that each cell a feature still faces is filled in time.
DOUBT = 0.75
# The worth that a tile or pennant of an open city may gain.
CITY_HOPE = 2.0
# The points that each tile of a field promises its owner.
FIELD_HOPE = 0.35
# The cost of placing a follower, by the number in the supply.
FOLLOWER_COST = (9.0, 6.0, 4.0, 2.5, 1.8, 1.4, 1.1, 1.0)
# Extra for a farmer, who never comes back.
FARMER_COST = 2.5
# Extra for the large follower.
LARGE_COST = 1.0
# The points that a monk can expect from each tile around the cloister; half as many from each
# cell that is still empty.
MONK_HOPE = 0.8


def play_greedily(state: State, rng: Random) -> Move:
    """Choose the turn that promises most after one step; ties are broken at random."""
    return max(_rate_turns(state, rng), key=lambda rated: rated[:2])[2]


def _rate_turns(state: State, rng: Random) -> Iterator[tuple[float, float, Turn]]:
    features = state.board.facing
    touching = state.board.grid.touching
    for placement in placing.placements(state):
        meeting = placing.meeting_at(state, placement)
        spots = touching[meeting.cell]
        before = _promise(state, (features[spot] for spot in spots if spot in features))
        monks = _promise_of_monks(state, meeting)
        yield _promise(state, meeting.joined) - before + monks, rng.random(), Turn(placement)
        for segment, deployment in placing.deployments(state, meeting):
            placed = meeting.with_follower(state.seat, segment, deployment.weight)
            promised = _promise(state, placed.joined) - _cost(state, meeting, segment)
            if deployment.large:
                promised -= LARGE_COST
            yield promised - before + monks, rng.random(), Turn(placement, deployment)


def _cost(state: State, meeting: Meeting, segment: int) -> float:
    """Cost of placing a follower on the segment."""
    feature = meeting.joined[segment]
    cost = FOLLOWER_COST[state.supply[state.seat]]
    if feature.kind == "field":
        return cost + FARMER_COST
    if feature.kind == "cloister":
        laid = sum(near in state.board.laid for near in cells_near(state.board, meeting.cell))
        return cost - 1 - MONK_HOPE * laid - (len(AROUND) - laid) * MONK_HOPE / 2
    return cost if feature.open else 0.0


def _promise_of_monks(state: State, meeting: Meeting) -> float:
    """Count the points that the tile adds to own cloisters next to it, less those for others."""
    total = 0.0
    for cell in cells_near(state.board, meeting.cell):
        if cell in state.followers and state.cloisters >> cell & 1:
            full = tiles_around(state.board, cell) == len(AROUND) - 1
            total += (1.0 + full) * (1 if state.followers[cell].seat == state.seat else -1)
    return total


def _promise(state: State, features: Iterable[Feature]) -> float:
    return promise(features, _worth, state.seat, state.setup.seats)


def _worth(feature: Feature) -> float:
    if feature.kind == "field":
        return FIELD_HOPE * feature.size
    if feature.kind == "cloister":
        return 0.0
    a_tile = CITY_HOPE if feature.kind == "city" else 1.0
    tiles = feature.size + feature.marks
    faced = len({spot // PORTS for spot in feature.open})
    likely: float = DOUBT**faced
    return tiles * (a_tile * likely + (1 - likely) * (0.8 if feature.open else 1.0))


def describe(event: Event) -> str | None:
    if not isinstance(event, FeatureScored | FinalScored | FarmersScored) or not event.seats:
        return None
    kind = "field" if isinstance(event, FarmersScored) else event.kind
    return f"{kind} {event.points} to {', '.join(map(str, event.seats))}"


def count(plies: Sequence[Ply[State, Move, Event]]) -> Mapping[str, int]:
    events = [event for ply in plies for event in ply.events]
    discards = [event for event in events if isinstance(event, TileDiscarded)]
    return {"discards": len(discards)}


PARTICULARS = Particulars(
    play_greedily=play_greedily,
    describe=describe,
    width=28,
    legal_moves=placing.legal_moves,
    play_at_random=lambda state, rng: rng.choice(
        placing.completions(state, rng.choice(placing.placements(state)))
    ),
    count=count,
)
