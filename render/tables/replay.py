"""The frames of a game: what a replay, a chart and the texts about a whole game are made from."""

from dataclasses import dataclass
from typing import Generic, TypeVar

V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Frame(Generic[V_co, E_co]):
    """A view of a game, and the events that led to it."""

    view: V_co
    events: tuple[E_co, ...] = ()
