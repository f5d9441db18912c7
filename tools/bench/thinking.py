"""Measures computer players: how many positions they weigh, and how long a thought takes at each
level.

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
# The number of moves for each position that is thought about.
THOUGHT_INTERVAL = 12


def rows() -> Iterator[Row]:
    yield from _first_sight_rows()
    for kind in EXPERTS:
        yield from _thought_rows(kind)


def _first_sight_rows() -> Iterator[Row]:
    """Play whole games on the thinking board."""
    games = list[Time]()
    turn_count = 0
    weighed = 0
    for number in range(GAMES_AT_FIRST_SIGHT):
        state, _ = start(new_setup(f"thinking/{number}"))
        start_time = now()
        position = CastlePosition.of(state)
        while position.drawn is not None:
            turns = Weigher(position).turns()
            play(position, max(turns))
            turn_count = turn_count + 1
            weighed = weighed + len(turns)
        games.append(now() - start_time)
    total_time = sum(games[1:], games[0])
    yield rate_row(
        "castle, turns at first sight", [total_time / turn_count], "turns/s", "at least 1500"
    )
    yield rate_row(
        "castle, weighed in them", [total_time / weighed], "positions/s", "at least 66000"
    )


def _thought_rows(kind: str) -> Iterator[Row]:
    states = list(_states(kind))
    for name, level in LEVELS.items():
        times = list[Time]()
        positions = 0
        for number, state in enumerate(states):
            time_taken, thought = timed(partial(think, kind, state, name, Random(number)))
            times.append(time_taken)
            positions = positions + thought.positions
        yield time_row(f"{kind}, a thought of {name}", times, "s", f"at most {2 * level.seconds}")
        total_time = sum(times[1:], times[0])
        yield rate_row(f"{kind}, positions of {name}", [total_time / positions], "positions/s")


def _states(kind: str) -> Iterator[Any]:
    game = GAMES[kind]
    expert = EXPERTS[kind]
    state, _ = game.begin("thinking", game.settle_options({}))
    moves = 0
    while (seat := game.to_act(state)) is not None:
        if moves % THOUGHT_INTERVAL == THOUGHT_INTERVAL // 2:
            yield state
        state, _ = game.apply(state, seat, expert.candidates(state)[0].move)
        moves += 1
