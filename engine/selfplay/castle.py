"""The Castle in self-play: its figures, and a greedy player, which weighs what a turn scores now
against what the features it touches may become worth."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from engine.castle.choices import completions, legal_moves
from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import AnotherTurn, Deployment, Move, Turn
from engine.castle.placing import deployments, meeting_at, placements
from engine.castle.scoring import MARKET, keep_sizes, points_for
from engine.castle.state import State
from engine.castle.turn import apply
from engine.recorded import Ply
from engine.selfplay.simple_players import Particulars, promise
from engine.tiles.board import Meeting
from engine.tiles.draws import TileDiscarded
from engine.tiles.feature import Feature
from engine.tiles.grid import Placement
from engine.tiles.tile import PORTS

# The factor by which an open feature is expected to grow in worth.
GROWTH = 1.25
# The chance that each cell it still faces is filled in time.
DOUBT = 0.82
# The points expected from a court without a market.
COURT_HOPE = 0.5
# The points that each tile of a house adds by making a larger keep likely.
KEEP_HOPE = 0.35
WALL_TILE = 3.0
# The cost of placing a follower, by the number in the supply.
FOLLOWER_COST = (9.0, 9.0, 3.0, 1.8, 1.3, 1.0, 0.8)
# Extra for a merchant, who never comes back.
MERCHANT_COST = 1.2


def play_greedily(state: State, rng: Random) -> Move:
    """Choose the turn that promises most after one step; ties are broken at random."""
    if state.phase == "again":
        return AnotherTurn(True)
    _, _, placement, deployment = max(_rate_turns(state, rng), key=lambda rated: rated[:2])
    turns = [turn for turn in completions(state, placement) if turn.follower == deployment]
    return max(turns, key=lambda turn: _lead_after(state, turn))


def _rate_turns(
    state: State, rng: Random
) -> Iterator[tuple[float, float, Placement, Deployment | None]]:
    board = state.board
    cost = FOLLOWER_COST[state.supply[state.seat]]
    for placement in placements(state):
        meeting = meeting_at(state, placement)
        spots = board.grid.touching[meeting.cell]
        before = _promise(state, (board.facing[spot] for spot in spots if spot in board.facing))
        yield _promise_of(state, meeting) - before, rng.random(), placement, None
        for segment, deployment in deployments(state, meeting):
            costs = cost if meeting.joined[segment].open else 0.0
            if deployment.role == "merchant":
                costs = cost + MERCHANT_COST
            promised = _promise_of(state, meeting.with_follower(state.seat, segment)) - costs
            yield promised - before, rng.random(), placement, deployment


def _promise_of(state: State, meeting: Meeting) -> float:
    """Estimate the promise of the features on the tile and next to it, once it is laid."""
    return _promise(state, (*meeting.joined, *(feature for _, feature in meeting.bounded)))


def _promise(state: State, features: Iterable[Feature]) -> float:
    return promise(features, _worth, state.seat, 2)


def _worth(feature: Feature) -> float:
    if feature.kind == "court":
        return MARKET * feature.marks + (COURT_HOPE if feature.open else 0.0)
    points = points_for(feature) + (KEEP_HOPE * feature.size if feature.kind == "house" else 0.0)
    if not feature.open:
        return points
    faced = len({spot // PORTS for spot in feature.open})
    return points * GROWTH * DOUBT ** (2 * faced)


def _lead_after(state: State, turn: Turn) -> float:
    """Lead after the turn, including the worth of the wall tiles held."""
    seat = state.seat
    after, _ = apply(state, seat, turn)
    lead = after.scores[seat] - after.scores[1 - seat]
    return lead + WALL_TILE * (len(after.held[seat]) - len(after.held[1 - seat]))


def describe(event: Event) -> str | None:
    match event:
        case FeatureScored(seat=int(seat)):
            return f"{event.kind} {event.points} to {seat}"
        case FinalScored():
            return f"{event.what} {event.points} to {event.seat}"
        case _:
            return None


def count(plies: Sequence[Ply[State, Move, Event]]) -> Mapping[str, int]:
    first, second = keep_sizes(plies[-1].state)
    events = [event for ply in plies for event in ply.events]
    discards = [event for event in events if isinstance(event, TileDiscarded)]
    return {"discards": len(discards), "keep_decided": int(first != second)}


PARTICULARS = Particulars(
    play_greedily=play_greedily,
    describe=describe,
    is_turn=lambda move: isinstance(move, Turn),
    legal_moves=legal_moves,
    count=count,
    sources={f"wall{kind}": "wall tiles" for kind in (4, 5, 6, 7, 9)},
)
