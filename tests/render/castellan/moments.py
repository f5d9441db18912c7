"""Whole games in the form that the replay, the chart and the alt texts take."""

from functools import cache

from engine.castellan.seen.view import View, view
from engine.castellan.vocabulary.events import Event
from render.castellan.replay import Moment
from tests.render.castellan.games import states


@cache
def moments(seed: str, seats: int = 2) -> tuple[Moment, ...]:
    return tuple(Moment(view(state, None), events) for state, events in states(seed, seats))


def events_of(seed: str, seats: int = 2) -> list[tuple[Event, ...]]:
    """Move by move."""
    return [moment.events for moment in moments(seed, seats)]


def last_view(seed: str, seats: int = 2) -> View:
    return moments(seed, seats)[-1].view
