"""What a move does: from a state and a move to the next decision, with the events on the way."""

from collections.abc import Sequence
from typing import assert_never

from engine.castle.play.completed import Completed, completed_features
from engine.castle.play.drawing import draw
from engine.castle.play.placing import meeting_at, segment_for, with_follower
from engine.castle.play.scoring_order import (
    Scoring,
    automatic_order,
    order_matters,
    scorings,
    spots_of,
)
from engine.castle.play.settling import settle, spend
from engine.castle.play.wall_tiles import EXTRA_TURN, check_plays, raised_spots
from engine.castle.state import State, tiles_left
from engine.castle.vocabulary.events import Event, FollowerPlaced, TilePlaced
from engine.castle.vocabulary.moves import AnotherTurn, Move, Spot, Turn
from engine.castle.vocabulary.players import changed
from engine.castle.vocabulary.reasons import Reason
from engine.errors import IllegalMove


def apply(state: State, seat: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The state at the next decision. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    match move:
        case Turn():
            return _play(state, move)
        case AnotherTurn():
            return _answer(state, move.taken)
        case _:
            assert_never(move)


def _play(state: State, turn: Turn) -> tuple[State, tuple[Event, ...]]:
    seat, (cell, rotation) = state.seat, turn.placement
    meeting = meeting_at(state, turn.placement)
    supply = state.supply
    events: list[Event] = [TilePlaced(seat, meeting.tile.tile.id, cell, rotation)]
    if turn.follower is not None:
        meeting = with_follower(state, meeting, segment_for(state, meeting, turn.follower))
        supply = changed(supply, seat, -1)
        events.append(FollowerPlaced(seat, turn.follower.role, Spot(cell, turn.follower.port)))
    features = completed_features(meeting.closed, state.board.grid)
    check_plays(state, turn.wall_tiles, features)
    sequence = _sequence(state, turn, features)
    courts = [region for region, _ in meeting.closed if region.kind == "court"]
    state = state._replace(
        board=state.board.lay(meeting),
        supply=supply,
        closed_courts=(*state.closed_courts, *courts),
    )
    for kind, target in turn.wall_tiles:
        state = spend(state, kind, target, events)
    if features:
        state = settle(state, features, sequence, events)
    if EXTRA_TURN in state.held[seat] and tiles_left(state):
        return state._replace(phase="again", drawn=None, discarded=()), tuple(events)
    return draw(state, 1 - seat, extra=False, events=events)


def _sequence(state: State, turn: Turn, features: Sequence[Completed]) -> list[Scoring]:
    """The scorings in the chosen order, where there is a choice, otherwise in the automatic
    order."""
    own, theirs = scorings(state.seat, features, raised_spots(state, turn.wall_tiles))
    if not order_matters(state, own, theirs):
        if turn.order:
            raise IllegalMove(Reason.ORDER_NOT_NEEDED)
        return automatic_order(state, own, theirs)
    first, rest = spots_of(state, own), spots_of(state, theirs)
    split = len(first)
    if (sorted(turn.order[:split]), sorted(turn.order[split:])) != (sorted(first), sorted(rest)):
        reason = Reason.WRONG_ORDER if turn.order else Reason.ORDER_NEEDED
        raise IllegalMove(reason, own=first, theirs=rest)
    by_spot = dict(zip((*first, *rest), (*own, *theirs), strict=True))
    return [by_spot[spot] for spot in turn.order]


def _answer(state: State, taken: bool) -> tuple[State, tuple[Event, ...]]:
    """R22: wall tile 1, now or kept for later."""
    if state.phase != "again":
        raise IllegalMove(Reason.NOTHING_TO_ANSWER)
    seat = state.seat
    if not taken:
        return draw(state, 1 - seat, extra=False, events=[])
    wasted = state.extra and state.setup.options.extra_turn == "one_a_turn"
    events: list[Event] = []
    state = spend(state, EXTRA_TURN, None, events, for_nothing=wasted)
    return draw(state, 1 - seat if wasted else seat, extra=not wasted, events=events)


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    raise AssertionError("a game for two does not go on without one of them")
