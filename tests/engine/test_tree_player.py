"""The player that searches a tree knows the rules, and nothing that is hidden."""

from random import Random
from typing import Any

import pytest

from engine.games import GAMES, AnyRules
from engine.players.expert import lead
from engine.players.tiles import stack
from engine.selfplay.match import find_policy, particulars_of

WITH_TILES = ("carcassonne", "castle")


def play_until(kind: str, left: int) -> tuple[AnyRules, Any]:
    """A game between greedy players, until so many tiles are left to be drawn."""
    rules = GAMES[kind]
    rng = Random(1)
    greedy = find_policy(kind, "greedy")
    state, _ = rules.begin("tree", rules.settle_options({}, None), 0, 2)
    while len(stack(state)) > left:
        state, _ = rules.apply(state, state.seat, greedy(state, rng))
    return rules, state


@pytest.mark.parametrize("kind", WITH_TILES)
def test_the_last_tile_is_laid_where_it_brings_most(kind: str) -> None:
    rules, state = play_until(kind, 0)
    legal_moves = particulars_of(kind).legal_moves
    assert legal_moves is not None
    moves = list(legal_moves(state))

    def lead_after(move: object) -> float:
        after, _ = rules.apply(state, state.seat, move)
        return lead(rules.scores(after), state.seat)

    leads = [lead_after(move) for move in moves]
    chosen = find_policy(kind, "mcts", playouts=20 * len(moves))(state, Random(1))
    assert lead_after(chosen) == max(leads) > min(leads)


@pytest.mark.parametrize("kind", WITH_TILES)
def test_a_secret_order_of_tiles_changes_nothing(kind: str) -> None:
    rules, state = play_until(kind, 30)
    player = find_policy(kind, "mcts", playouts=60)
    other = rules.resample(state, state.seat, "another")
    assert stack(other) != stack(state)
    assert player(other, Random(2)) == player(state, Random(2))


@pytest.mark.parametrize("kind", GAMES)
def test_whole_games_are_legal(kind: str) -> None:
    rules = GAMES[kind]
    rng = Random(3)
    player = find_policy(kind, "mcts", playouts=2)
    seats = min(3, rules.seat_counts[-1])
    state, _ = rules.begin("whole", rules.settle_options({}, None), 0, seats)
    while (seat := rules.to_act(state)) is not None:
        state, _ = rules.apply(state, seat, player(state, rng))
    assert rules.winners(state)
