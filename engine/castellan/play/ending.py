"""Whose turn follows, the last turns, the end, and leaving (K14, K17, K19, K21)."""

from engine.castellan.play.drawing import draw_all
from engine.castellan.state import (
    State,
    decks_left,
    hand,
    keeps,
    scores,
    seats_after,
    staying,
)
from engine.castellan.vocabulary.events import (
    Event,
    GameEnded,
    LastTurnsBegan,
    PiecesHandedOn,
    PiecesPassed,
    PlayerLeft,
)
from engine.castellan.vocabulary.pieces import NOTHING, Pieces


def next_turn(state: State, left: Pieces, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """After the turn of the seat to act, with the pieces that found no place."""
    seat, following = state.seat, seats_after(state, state.seat)
    if state.phase == "usual" and _has_no_card(state, seat):
        events.append(LastTurnsBegan(seat, tuple(following)))
        for other in following:
            state = draw_all(state, other, events)
        state = state._replace(phase="last", waiting=tuple(following))
    to = state.waiting[:1] if state.phase == "last" else tuple(following[:1])
    if any(left):
        events.append(PiecesPassed(seat, to[0] if to else None, left))
    if not to:
        return _over(state, events)
    waiting = state.waiting[1:]
    return state._replace(seat=to[0], received=left, waiting=waiting), tuple(events)


def _has_no_card(state: State, seat: int) -> bool:
    return not hand(state, seat) and not any(decks_left(state, seat))


def _over(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    over = state._replace(phase="over", received=NOTHING)
    return over, (*events, GameEnded(scores(over), keeps(over), leaders(over)))


def leaders(state: State) -> tuple[int, ...]:
    """K19, K21: those with the most points and then keeps among the players who stayed."""
    ranks = list(zip(scores(state), keeps(state), strict=True))
    best = max(ranks[seat] for seat in staying(state))
    return tuple(seat for seat in staying(state) if ranks[seat] == best)


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """K21: the seat is passed over from now on; pieces passed on to it go to the next seat."""
    assert state.phase != "over"
    assert seat in staying(state)
    assert len(staying(state)) > 2, "a game does not go on with a single player"
    events: list[Event] = [PlayerLeft(seat, scores(state))]
    following = seats_after(state, seat)
    waiting = tuple(other for other in state.waiting if other != seat)
    state = state._replace(gone=(*state.gone, seat), waiting=waiting)
    if seat != state.seat:
        return state, tuple(events)
    to = waiting[:1] if state.phase == "last" else tuple(following[:1])
    if not to:
        if any(state.received):
            events.append(PiecesPassed(seat, None, state.received))
        return _over(state, events)
    if any(state.received):
        events.append(PiecesHandedOn(to[0], state.received))
    return state._replace(seat=to[0], waiting=waiting[1:]), tuple(events)
