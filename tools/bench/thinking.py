"""Computer players: how many positions they weigh, and how long a thought takes at each level.

Thoughts are measured in positions of games in which each move is the best at first sight.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from engine.castle.turn import new_setup, start
from engine.games import GAMES
from engine.players.castle.candidates import Weigher
from engine.players.castle.play import play
from engine.players.castle.position import CastlePosition
from engine.players.players import EXPERTS, think
from engine.players.search import LEVELS
from tests.town.clocks import Time, now, timed
from tools.bench.row import Row, rate_row, time_row

GAMES_AT_FIRST_SIGHT = 20
# One thought in this many moves.
THOUGHTS_EVERY = 12


def rows() -> Iterator[Row]:
    yield from _at_first_sight()
    for kind in EXPERTS:
        yield from _thoughts(kind)


def _at_first_sight() -> Iterator[Row]:
    """Whole games on the thinking board."""
    games = list[Time]()
    turns = 0
    seen = 0
    for number in range(GAMES_AT_FIRST_SIGHT):
        state, _ = start(new_setup(f"thinking/{number}"))
        began = now()
        position = CastlePosition.of(state)
        while position.drawn is not None:
            found = Weigher(position).turns()
            play(position, max(found))
            turns = turns + 1
            seen = seen + len(found)
        games.append(now() - began)
    whole = sum(games[1:], games[0])
    yield rate_row("castle, turns at first sight", [whole / turns], "turns/s", "at least 1500")
    yield rate_row("castle, weighed in them", [whole / seen], "positions/s", "at least 66000")


def _thoughts(kind: str) -> Iterator[Row]:
    states = list(_states(kind))
    for name, level in LEVELS.items():
        taken = list[Time]()
        positions = 0
        for number, state in enumerate(states):
            time, thought = timed(partial(think, kind, state, name, Random(number)))
            taken = [*taken, time]
            positions = positions + thought.positions
        yield time_row(f"{kind}, a thought of {name}", taken, "s", f"at most {2 * level.seconds}")
        whole = sum(taken[1:], taken[0])
        yield rate_row(f"{kind}, positions of {name}", [whole / positions], "positions/s")


def _states(kind: str) -> Iterator[Any]:
    game = GAMES[kind]
    expert = EXPERTS[kind]
    state, _ = game.begin("thinking", game.settle_options({}))
    made = 0
    while (seat := game.to_act(state)) is not None:
        if made % THOUGHTS_EVERY == THOUGHTS_EVERY // 2:
            yield state
        state, _ = game.apply(state, seat, expert.candidates(state)[0].move)
        made += 1
