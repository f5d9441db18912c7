"""The games that the conformance suite looks at: every game there is, played by chance and by
greedy players, from the usual beginning and from rigged ones."""

import os
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.game import GAMES
from tests.engine.adapters import ADAPTERS
from tests.engine.playing import (
    Played,
    Step,
    by_chance,
    elaborately,
    greedily,
    play,
)

TIMES = int(os.environ.get("CONFORMANCE_TIMES", "1"))
SOME = 7
"""Of how many states one is looked at, where not at every one."""


@cache
def played_games(name: str) -> tuple[Played, ...]:
    return tuple(_played(name))


def _played(name: str) -> Iterator[Played]:
    game = GAMES[name]
    for time in range(TIMES):
        for number, options in enumerate(ADAPTERS[name].option_sets):
            seed = f"{name}-{number}-{time}"
            chance = Random(seed)
            for choose in (by_chance(chance), greedily(chance, 30)):
                state, opening = game.begin(seed, options)
                yield play(game, state, choose, opening)
            for state, opening in ADAPTERS[name].beginnings(seed, options):
                yield play(game, state, elaborately(chance, 30), opening)


def steps(name: str, every: int = 1) -> list[Step]:
    """Every so many-th step; all of them come up, from the one game or the other."""
    return [
        step
        for number, game in enumerate(played_games(name))
        for ply, step in enumerate(game.steps)
        if (number + ply) % every == 0
    ]


def states(name: str, every: int = 1) -> list[Any]:
    ends = [game.steps[-1].after for game in played_games(name)]
    return [*(step.state for step in steps(name, every)), *ends]


def seats(name: str, state: Any) -> range:
    return range(len(GAMES[name].scores(state)))


each_game = pytest.mark.parametrize("name", sorted(GAMES))
