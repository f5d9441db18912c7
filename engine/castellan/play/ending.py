"""Whose turn is next, the last turns, the end, and leaving (K14, K17, K19, K21)."""

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


def passed(state: State, left: Pieces, events: list[Event]) -> State:
    """K14: the pieces of this turn that found no place go to the player with the next turn."""
    if any(left):
        events.append(PiecesPassed(state.seat, _next(state), left))
    return state._replace(received=left)


def next_turn(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """The state after the turn of the seat to act, once everything is built and drawn."""
    if state.phase == "usual" and _has_no_card(state, state.seat):
        state = _last_turns(state, events)
    return _handed_over(state, events)


def _last_turns(state: State, events: list[Event]) -> State:
    """K17: the others draw all they have left, and each has one more turn."""
    order = tuple(seats_after(state, state.seat))
    events.append(LastTurnsBegan(state.seat, order))
    for seat in order:
        state = draw_all(state, seat, events)
    return state._replace(phase="last", waiting=order)


def _next(state: State) -> int | None:
    """Who has a turn after the seat to act; None if nobody has."""
    following = state.waiting if state.phase == "last" else seats_after(state, state.seat)
    return following[0] if following else None


def _handed_over(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Move on to the next turn, or the end."""
    seat = _next(state)
    if seat is None:
        over = state._replace(phase="over", received=NOTHING)
        return over, (*events, GameEnded(scores(over), keeps(over), leaders(over)))
    return state._replace(seat=seat, waiting=state.waiting[1:]), tuple(events)


def _has_no_card(state: State, seat: int) -> bool:
    return not hand(state, seat) and not any(decks_left(state, seat))


def leaders(state: State) -> tuple[int, ...]:
    """K19, K21: those with the most points and then keeps among the players who stayed."""
    ranks = list(zip(scores(state), keeps(state), strict=True))
    best = max(ranks[seat] for seat in staying(state))
    return tuple(seat for seat in staying(state) if ranks[seat] == best)


def winners(state: State) -> tuple[int, ...]:
    """K19: everybody who shares the win; nobody while the game is running."""
    return leaders(state) if state.phase == "over" else ()


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """K21: the seat is skipped from now on; pieces passed on to it go to the next seat."""
    assert state.phase != "over"
    assert seat in staying(state)
    assert len(staying(state)) > 2, "a game does not go on with a single player"
    events: list[Event] = [PlayerLeft(seat, scores(state))]
    waiting = tuple(other for other in state.waiting if other != seat)
    state = state._replace(gone=(*state.gone, seat), waiting=waiting)
    if seat != state.seat:
        return state, tuple(events)
    if any(state.received):
        to = _next(state)
        handed = (
            PiecesPassed(seat, None, state.received)
            if to is None
            else PiecesHandedOn(to, state.received)
        )
        events.append(handed)
    return _handed_over(state, events)
