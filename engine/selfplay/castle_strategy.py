"""Simple players: one moves at random, one looks a single step ahead.

The greedy player weighs what a turn scores now against what the features it touches may become
worth. It exists to measure the game with, not to be a strong opponent.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from engine.castle.choices import completions
from engine.castle.moves import AnotherTurn, Move, Placement, Posting, Turn
from engine.castle.placing import meeting_at, placements, postings, with_follower
from engine.castle.scoring import majority, points_for
from engine.castle.state import State
from engine.castle.turn import apply
from engine.tiles.board import Board, Meeting, Region
from engine.tiles.tile import PORTS

Policy = Callable[[State, Random], tuple[Move, int]]
"""The move chosen, and an unbiased estimate of how many legal moves there were."""

GROWTH = 1.25
"""The factor by which an open feature is expected to grow in worth."""
DOUBT = 0.82
"""The chance that each cell it still faces is filled in time."""
MARKET = 3
COURT_HOPE = 0.5
"""The points expected from a court without a market."""
KEEP_HOPE = 0.35
"""The points that each tile of a house adds by making a larger keep likely."""
WALL_TILE = 3.0
FOLLOWER_COST = (9.0, 9.0, 3.0, 1.8, 1.3, 1.0, 0.8)
"""What placing a follower costs, by how many are in the supply."""
MERCHANT_COST = 1.2
"""Extra for a merchant, who never comes back."""


def play_at_random(state: State, rng: Random) -> tuple[Move, int]:
    """A placement at random, then one of its completions at random."""
    if state.phase == "again":
        return AnotherTurn(rng.random() < 0.5), 2
    choices = placements(state)
    turns = completions(state, rng.choice(choices))
    return rng.choice(turns), len(choices) * len(turns)


def play_greedily(state: State, rng: Random) -> tuple[Move, int]:
    """The turn that promises most after one step; ties are broken at random."""
    if state.phase == "again":
        return AnotherTurn(True), 2
    best: tuple[float, float, Placement, Posting | None] | None = None
    legal = 0
    for placement in placements(state):
        meeting = meeting_at(state, placement)
        standing = _promise(_touched(state.board, meeting), state.seat)
        for posting, promise in _prospects(state, meeting):
            legal += 1
            rated = (promise - standing, rng.random(), placement, posting)
            if best is None or rated[:2] > best[:2]:
                best = rated
    assert best is not None
    turns = [turn for turn in completions(state, best[2]) if turn.follower == best[3]]
    return max(turns, key=lambda turn: _outcome(state, turn)), legal


def _prospects(state: State, meeting: Meeting) -> Iterable[tuple[Posting | None, float]]:
    """What each choice of follower promises for the features that the tile touches."""
    seat, supply = state.seat, state.supply[state.seat]
    yield None, _promise(_after(meeting), seat)
    for segment, posting in postings(state, meeting):
        cost = FOLLOWER_COST[supply] if meeting.joined[segment].open else 0.0
        if posting.role == "merchant":
            cost = FOLLOWER_COST[supply] + MERCHANT_COST
        posted = with_follower(state, meeting, segment)
        yield posting, _promise(_after(posted), seat) - cost


def _touched(board: Board, meeting: Meeting) -> Sequence[Region]:
    """The regions next to the tile, before it is laid."""
    beside = [
        board.regions[spot] for spot in board.grid.touching[meeting.cell] if spot in board.regions
    ]
    return list({id(region): region for region in beside}.values())


def _after(meeting: Meeting) -> Sequence[Region]:
    """The regions on the tile and next to it, once it is laid."""
    after = [*meeting.joined, *(region for _, region in meeting.bounded)]
    return list({id(region): region for region in after}.values())


def _promise(regions: Iterable[Region], seat: int) -> float:
    """What the regions are worth to the seat, less what they are worth to the opponent."""
    total = 0.0
    for region in regions:
        leader = majority(region)
        if leader is not None:
            total += _worth(region) if leader == seat else -_worth(region)
    return total


def _worth(region: Region) -> float:
    if region.kind == "court":
        return MARKET * region.marks + (COURT_HOPE if region.open else 0.0)
    points = points_for(region) + (KEEP_HOPE * region.size if region.kind == "house" else 0.0)
    if not region.open:
        return points
    faced = len({spot // PORTS for spot in region.open})
    return points * GROWTH * DOUBT ** (2 * faced)


def _outcome(state: State, turn: Turn) -> float:
    """The lead after the turn, including the worth of the wall tiles held."""
    seat = state.seat
    after, _ = apply(state, seat, turn)
    lead = after.scores[seat] - after.scores[1 - seat]
    return lead + WALL_TILE * (len(after.held[seat]) - len(after.held[1 - seat]))


POLICIES: dict[str, Policy] = {"random": play_at_random, "greedy": play_greedily}
