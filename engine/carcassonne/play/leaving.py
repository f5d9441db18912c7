"""Leaving a game that continues without the player who leaves (C21)."""

from engine.carcassonne.state import State, seat_after, staying
from engine.carcassonne.vocabulary.events import Event, PlayerLeft, TilePassed


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """The seat is skipped from now on; a tile in its hand goes to the next seat."""
    assert state.phase != "over"
    assert seat in staying(state)
    assert len(staying(state)) > 2, "a game does not go on with a single player"
    events: list[Event] = [PlayerLeft(seat, state.scores)]
    state = state._replace(gone=(*state.gone, seat))
    if seat == state.seat:
        state = state._replace(seat=seat_after(state, seat))
        if state.drawn is not None:
            events.append(TilePassed(state.seat, state.drawn))
    return state, tuple(events)
