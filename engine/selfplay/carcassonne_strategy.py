"""Simple players: one moves at random, one looks a single step ahead.

The greedy player weighs what a turn scores now against what the features it touches may become
worth. It exists to measure the game with, not to be a strong opponent.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from engine.carcassonne.features import cells_around
from engine.carcassonne.moves import Move, Placement, Posting, Turn
from engine.carcassonne.placing import (
    completions,
    meeting_at,
    placements,
    postings,
    segment_for,
    with_follower,
)
from engine.carcassonne.state import State
from engine.counts import most
from engine.tiles.board import Meeting, Region
from engine.tiles.tile import PORTS

Policy = Callable[[State, Random], tuple[Move, int]]
"""The move chosen, and an unbiased estimate of how many legal moves there were."""

DOUBT = 0.75
"""The chance that each cell a feature still faces is filled in time."""
CITY_HOPE = 2.0
"""What a tile or pennant of an open city may become worth."""
FIELD_HOPE = 0.35
"""The points that each tile of a field promises its owner."""
FOLLOWER_COST = (9.0, 6.0, 4.0, 2.5, 1.8, 1.4, 1.1, 1.0)
"""What placing a follower costs, by how many are in the supply."""
FARMER_COST = 2.5
"""Extra for a farmer, who never comes back."""
MONK_HOPE = 0.8
"""The points that a monk can expect from each tile around the cloister; half as many from each cell
that is still empty."""


def play_at_random(state: State, rng: Random) -> tuple[Move, int]:
    """A placement at random, then one of its completions at random."""
    choices = placements(state)
    turns = completions(state, rng.choice(choices))
    return rng.choice(turns), len(choices) * len(turns)


def play_greedily(state: State, rng: Random) -> tuple[Move, int]:
    """The turn that promises most after one step; ties are broken at random."""
    best: tuple[float, float, Turn] | None = None
    legal = 0
    for placement in placements(state):
        meeting = meeting_at(state, placement)
        before = _promise(state, _touched(state, meeting))
        around = _monks(state, meeting)
        for turn, promise in _prospects(state, placement, meeting):
            legal += 1
            rated = (promise - before + around, rng.random(), turn)
            if best is None or rated[:2] > best[:2]:
                best = rated
    assert best is not None
    return best[2], legal


def _prospects(
    state: State, placement: Placement, meeting: Meeting
) -> Iterator[tuple[Turn, float]]:
    """What each choice of follower promises for the features that the tile touches."""
    yield Turn(placement), _promise(state, _distinct(meeting.joined))
    for posting in postings(state, meeting):
        posted = with_follower(state, meeting, segment_for(state, meeting, posting))
        promise = _promise(state, _distinct(posted.joined))
        yield Turn(placement, posting), promise - _cost(state, meeting, posting)


def _cost(state: State, meeting: Meeting, posting: Posting) -> float:
    cost = FOLLOWER_COST[state.supply[state.seat]]
    if posting.role == "farmer":
        return cost + FARMER_COST
    if posting.role == "monk":
        laid = sum(near in state.board.laid for near in _near(state, meeting.cell))
        return cost - 1 - MONK_HOPE * laid - (8 - laid) * MONK_HOPE / 2
    region = meeting.joined[segment_for(state, meeting, posting)]
    return cost if region.open else 0.0


def _near(state: State, cell: int) -> list[int]:
    """The numbered cells among the eight around an empty cell."""
    (x, y), numbers = state.board.grid.cells[cell], state.board.grid.numbers
    near = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return [numbers[one] for one in near if one in numbers]


def _monks(state: State, meeting: Meeting) -> float:
    """What the tile adds to the cloisters next to it."""
    total = 0.0
    for cell in _near(state, meeting.cell):
        if state.cloisters >> cell & 1 and cell in state.standing:
            mine = state.standing[cell].seat == state.seat
            full = all(
                one in state.board.laid or one == meeting.cell
                for one in cells_around(state.board, cell)
            )
            total += (1.0 + full) * (1 if mine else -1)
    return total


def _touched(state: State, meeting: Meeting) -> list[Region]:
    """The regions next to the tile, before it is laid."""
    regions = state.board.regions
    return _distinct(
        regions[spot] for spot in state.board.grid.touching[meeting.cell] if spot in regions
    )


def _distinct(regions: Iterable[Region]) -> list[Region]:
    return list({id(region): region for region in regions}.values())


def _promise(state: State, regions: Iterable[Region]) -> float:
    """What the regions are worth to the player to act, less what they are worth to the best of the
    opponents."""
    total = 0.0
    for region in regions:
        if region.followers:
            counts = [0] * state.setup.seats
            for follower in region.followers:
                counts[follower.seat] += 1
            leaders = most(tuple(counts))
            worth = _worth(region)
            total += worth * (state.seat in leaders) - worth * (leaders != (state.seat,))
    return total


def _worth(region: Region) -> float:
    if region.kind == "field":
        return FIELD_HOPE * region.size
    if region.kind == "cloister":
        return 0.0
    a_tile = CITY_HOPE if region.kind == "city" else 1.0
    tiles = region.size + region.marks
    faced = len({spot // PORTS for spot in region.open})
    likely: float = DOUBT**faced
    return tiles * (a_tile * likely + (1 - likely) * (0.8 if region.open else 1.0))


POLICIES: dict[str, Policy] = {"random": play_at_random, "greedy": play_greedily}
