"""A game replayed from its seed and its moves: the only place where that is done.

Knows no store and no game. Slow for a long game: run it off the event loop.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.match.rules import Rules
from engine.recorded import Recorded, who_leaves


class Transition(NamedTuple):
    """A position, and what happened on the way to it."""

    state: Any
    events: tuple[Any, ...]


def replay(rules: Rules, recorded: Recorded) -> Iterator[Transition]:
    """The first position, and the one after each move. Raises the engine's errors."""
    seats = len(recorded.players)
    here = Transition(*rules.begin(recorded.seed, recorded.options, recorded.first, seats))
    yield here
    for notation in recorded.moves:
        here = play_notation(rules, here.state, notation)
        yield here


def play_notation(rules: Rules, state: Any, notation: str) -> Transition:
    """One move further, by the player to act; or a player leaves."""
    left = who_leaves(notation)
    if left is not None:
        return Transition(*rules.leave(state, left))
    seat = rules.to_act(state)
    assert seat is not None, "no move comes after the end"
    return Transition(*rules.apply(state, seat, rules.parse_move(notation)))


def replay_to_end(rules: Rules, recorded: Recorded) -> Transition:
    """The position after all moves."""
    [last] = deque(replay(rules, recorded), maxlen=1)
    return last
