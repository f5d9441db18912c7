"""The luck of the draw: the same as the oracle's, and zero on average over all possible draws."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.castle.state import State
from engine.castle.tally import luck_of_the_draw
from engine.tiles.draws import fits_somewhere, tiles_left
from tests.engine.castle.oracle.bridge import Duel, Table
from tests.engine.castle.oracle.tallying import luck_of_the_draw as luck_by_oracle
from tests.engine.conformance.playing import by_chance

# The most tiles left for which the oracle, which is slow, is asked.
FEW = 12
SEEDS = ("one", "two")


def game_of(seed: str) -> Duel:
    return Duel(Table(seed, castle.settle_options({})))


def play_states(duel: Duel, seed: str) -> Iterator[State]:
    """Every position of a whole game."""
    choose = by_chance(Random(seed))
    while not duel.over:
        yield duel.state
        duel.play(choose(castle, duel.state, list(legal_moves(duel.state))))


def with_drawn(state: State, tile: str) -> State:
    """Pretend that this one of the remaining tiles had been drawn."""
    deck = list(state.setup.deck)
    drawn = state.dealt - 1
    other = deck.index(tile)
    deck[drawn], deck[other] = deck[other], deck[drawn]
    return state._replace(drawn=tile, setup=replace(state.setup, deck=tuple(deck)))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_oracle_finds_the_same_luck(seed: str) -> None:
    duel = game_of(seed)
    values = []
    for state in play_states(duel, seed):
        if state.drawn is not None and tiles_left(state) < FEW:
            values.append(luck_of_the_draw(state))
            assert values[-1] == luck_by_oracle(duel.oracle)
    assert any(values)


@pytest.mark.parametrize("seed", SEEDS)
def test_luck_sums_to_zero_over_all_possible_draws(seed: str) -> None:
    for number, state in enumerate(play_states(game_of(seed), seed)):
        if state.drawn is not None and number % 7 == 0:
            board = state.board
            catalogue = state.setup.catalogue
            left = state.setup.deck[state.dealt - 1 :]
            could = [tile for tile in left if fits_somewhere(board, catalogue, tile)]
            assert sum(luck_of_the_draw(with_drawn(state, tile)) for tile in could) == 0
