"""Whole games in the form that the replay, the chart and the alt texts take."""

from functools import cache

from engine.castellan.events import Event
from engine.castellan.view import View, view
from render.tables.replay import Frame
from tests.render.castellan.games import states


@cache
def frames(seed: str, seats: int = 2) -> tuple[Frame[View, Event], ...]:
    return tuple(Frame(view(state, None), events) for state, events in states(seed, seats))


def events_of(seed: str, seats: int = 2) -> list[tuple[Event, ...]]:
    """Move by move."""
    return [frame.events for frame in frames(seed, seats)]


def last_view(seed: str, seats: int = 2) -> View:
    return frames(seed, seats)[-1].view
