"""Computer players know what their seat knows, and act the same whenever they know the same."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.players.players import EXPERTS, think
from engine.players.search import LEVELS, Thought

POSITIONS = 300
# How many moves there are between two positions that are thought about.
EVERY = 17


def positions(kind: str, seed: int) -> Iterator[Any]:
    """Some positions of a game in which each move is a random one of the best."""
    rules = GAMES[kind]
    chance = Random(seed)
    state, _ = rules.begin(f"fairness/{seed}", rules.settle_options({}))
    made = 0
    while (seat := rules.to_act(state)) is not None:
        if made % EVERY == seed % EVERY:
            yield state
        best = EXPERTS[kind].candidates(state)[:4]
        state, _ = rules.apply(state, seat, chance.choice(best).move)
        made += 1


@cache
def thoughts(kind: str, level: str) -> Sequence[tuple[Any, Thought[Any]]]:
    """What a level thinks about these positions."""
    return [
        (state, think(kind, state, level, Random(number), POSITIONS))
        for number, state in enumerate(positions(kind, 1))
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", EXPERTS)
def test_hidden_information_affects_neither_thought_nor_its_cost(kind: str, level: str) -> None:
    rules = GAMES[kind]
    for number, (state, thought) in enumerate(thoughts(kind, level)):
        seat = rules.to_act(state)
        assert seat is not None
        other = rules.resample(state, seat, f"other/{number}")
        assert think(kind, other, level, Random(number), POSITIONS) == thought


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", EXPERTS)
def test_a_thought_follows_from_the_seed_and_the_positions(kind: str, level: str) -> None:
    for number, (state, thought) in enumerate(thoughts(kind, level)):
        assert think(kind, state, level, Random(number), POSITIONS) == thought


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", EXPERTS)
def test_every_idea_is_legal(kind: str, level: str) -> None:
    rules = GAMES[kind]
    for state, thought in thoughts(kind, level):
        for idea in thought.ideas:
            rules.apply(state, rules.to_act(state), idea.move)  # type: ignore[arg-type]
