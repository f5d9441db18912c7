"""How many points each seat is expected to end with."""

from collections.abc import Iterable, Sequence

from engine.castellan.plan.plan import Plan
from engine.castellan.state import State, scores, unplayed
from engine.players.castellan.board import Board
from engine.players.castellan.chains import Chain, Chains
from engine.players.castellan.faces import edge_of, outside, walk
from engine.players.castellan.outlook import Means, Yard, promise, threat

Yards = tuple[Sequence[Yard], ...]
"""The courtyards of each seat."""


def prospects(state: State) -> tuple[float, ...]:
    if state.phase == "over":
        return tuple(map(float, scores(state)))
    board = Board(state.plan)
    chains = Chains(board, outside(board), long=False).found if board.arms else ()
    return expected(state, yards(board, state.plan, state.setup.seats), chains)


def expected(state: State, built: Yards, chains: Iterable[Chain]) -> tuple[float, ...]:
    """The expected points with these courtyards, and these chains on open ground for the player to
    act. The plan of the state is ignored."""
    means = [means_of(state, seat) for seat in range(state.setup.seats)]
    points = [promise(own, has) for own, has in zip(built, means, strict=True)]
    if state.phase != "over":
        points[state.seat] += threat(chains, means[state.seat])
    return tuple(points)


def yards(board: Board, plan: Plan, seats: int) -> Yards:
    found = tuple(list[Yard]() for _ in range(seats))
    for one in plan.courtyards:
        face = walk(board, *edge_of(plan, one))
        found[one.seat].append(Yard(face.count, face.space, one.double))
    return found


def means_of(state: State, seat: int) -> Means:
    """What a seat has left, as far as everybody can tell; nothing for a seat without another
    turn."""
    has_turn = state.phase == "usual" or (
        state.phase == "last" and (seat == state.seat or seat in state.waiting)
    )
    if seat in state.gone or not has_turn:
        return Means()
    cards = unplayed(state, seat)
    hand = sum(state.drawn[seat]) - len(state.played[seat]) if state.phase == "usual" else 0
    towers = state.setup.cards.pieces(cards).tower
    return Means(len(cards), hand, towers, not state.doubled[seat])
