"""Whole games to show, as positions with what happened just before."""

from functools import cache
from random import Random

from engine.castellan.events import Event
from engine.castellan.moves import Turn
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.castellan.turn import apply
from engine.castellan.view import View, view
from engine.selfplay.castellan import play_greedily
from render.locale import english

NAMES = ("Anna", "Bartholomew", "Cleo", "Dimitri")
ENGLISH = english()


@cache
def play_game(
    seed: str, seats: int = 2
) -> tuple[tuple[Turn | None, State, tuple[Event, ...]], ...]:
    """A greedy game from start to end: each move, and its result."""
    chance = Random(seed)
    state, events = castellan.begin(seed, {}, None, seats)
    listed: list[tuple[Turn | None, State, tuple[Event, ...]]] = [(None, state, events)]
    while state.phase != "over":
        move = play_greedily(state, chance)
        state, events = apply(state, state.seat, move)
        listed.append((move, state, events))
    return tuple(listed)


def states(seed: str, seats: int = 2) -> list[tuple[State, tuple[Event, ...]]]:
    return [(state, events) for _, state, events in play_game(seed, seats)]


def moves(seed: str, seats: int = 2) -> list[Turn]:
    return [move for move, _, _ in play_game(seed, seats) if move is not None]


def seen(
    seed: str, ply: int, seats: int = 2, seat: int | None = None
) -> tuple[View, tuple[Event, ...]]:
    """A position of such a game as a seat sees it, and the events of the move before it."""
    state, events = states(seed, seats)[ply]
    return view(state, seat), events
