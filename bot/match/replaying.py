"""A game replayed from its seed and its moves: the only place where that is done.

Knows no store and no game. Slow for a long game: run it off the event loop.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.match.rules import Rules
from engine.recorded import Recorded, who_leaves


class Played(NamedTuple):
    """A position, and what happened on the way to it."""

    state: Any
    events: tuple[Any, ...]


def replay(rules: Rules, recorded: Recorded) -> Iterator[Played]:
    """The first position, and the one after each move. Raises the engine's errors."""
    seats = len(recorded.players)
    here = Played(*rules.begin(recorded.seed, recorded.options, recorded.first, seats))
    yield here
    for notation in recorded.moves:
        here = played(rules, here.state, notation)
        yield here


def played(rules: Rules, state: Any, notation: str) -> Played:
    """One move further, by the player to act; or a player leaves."""
    left = who_leaves(notation)
    if left is not None:
        return Played(*rules.leave(state, left))
    seat = rules.to_act(state)
    assert seat is not None, "no move comes after the end"
    return Played(*rules.apply(state, seat, rules.parse_move(notation)))


def last_of(rules: Rules, recorded: Recorded) -> Played:
    """The position after all moves."""
    [last] = deque(replay(rules, recorded), maxlen=1)
    return last
