"""Seats of a game that continues without a player who leaves it: who still plays, who is next, and
who is in which place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.counts import Counts


class Seated(Protocol):
    """Part of a state that says who sits where."""

    @property
    def setup(self) -> Any: ...

    @property
    def gone(self) -> Sequence[int]:
        """Seats whose players have left the game."""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """This seat is skipped from now on (C21, K21)."""

    seat: int
    scores: Counts


def active_seats(state: Seated) -> list[int]:
    return [seat for seat in range(state.setup.seats) if seat not in state.gone]


def seats_after(state: Seated, seat: int) -> list[int]:
    """List the other active seats, in the order in which they have their turns."""
    active = active_seats(state)
    later = [other for other in active if other > seat]
    earlier = [other for other in active if other < seat]
    return later + earlier


def assert_may_leave(state: Seated, seat: int) -> None:
    assert seat in active_seats(state)
    assert len(active_seats(state)) > 2, "a game does not go on with a single player"


def rank_seats(state: Seated, ranks: Sequence[Any]) -> Counts:
    """Find the place of each seat; the greatest rank is best. Players who left come last, no matter
    when they left (C21, K21)."""
    active = active_seats(state)
    return tuple(
        1 + sum(ranks[other] > rank for other in active) if seat in active else len(active) + 1
        for seat, rank in enumerate(ranks)
    )


def in_first_place(places: Counts) -> tuple[int, ...]:
    return tuple(seat for seat, place in enumerate(places) if place == 1)
