"""The positions in which moves are tried."""

from collections import Counter
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import EXPERTS
from engine.players.search import Worlds, rollout_by_rules
from engine.players.tiles import stack
from tests.engine.players.search.endings import TILED, endings

LEFT = 6


def late(kind: str) -> Any:
    """A position with some tiles left to draw."""
    return next(endings(kind, 1, LEFT))


def worlds(kind: str, state: Any, seed: int) -> Worlds:
    return Worlds(GAMES[kind], state, state.seat, seed, with_tiles=True)


@pytest.mark.parametrize("kind", TILED)
def test_every_tile_comes_next_once_before_any_does_so_again(kind: str) -> None:
    state = late(kind)
    found = worlds(kind, state, 1)
    for cycle in range(3):
        comes = [stack(found.world(cycle * LEFT + at))[0] for at in range(LEFT)]
        assert Counter(comes) == Counter(stack(state))


@pytest.mark.parametrize("kind", GAMES)
def test_all_look_the_same_to_the_seat(kind: str) -> None:
    game = GAMES[kind]
    state, _ = game.begin("worlds", game.settle_options({}))
    for _ in range(4):
        seat = game.to_act(state)
        assert seat is not None
        found = Worlds(game, state, seat, 1, with_tiles=kind in TILED)
        views = [game.view(found.world(number), seat) for number in range(5)]
        assert views == [game.view(state, seat)] * 5
        best = EXPERTS[kind].candidates(state)[0].move
        state, _ = game.apply(state, seat, best)


def test_the_opponents_best_reply_is_expected_exactly_over_all_tiles() -> None:
    """Whatever the seed, if there are as many worlds as tiles, they give the same expectation."""
    game, expert = GAMES["carcassonne"], EXPERTS["carcassonne"]
    rollout = rollout_by_rules(game, expert)
    for state in islice(endings("carcassonne", 1, LEFT), 2):
        move = expert.candidates(state)[0].move
        expected = []
        for seed in range(3):
            found = worlds("carcassonne", state, seed)
            after = [game.apply(found.world(at), state.seat, move)[0] for at in range(LEFT)]
            expected.append(fmean(lead(rollout(one, 1)[0], state.seat) for one in after))
        assert expected == pytest.approx([expected[0]] * 3)
