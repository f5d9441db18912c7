"""Setting up a game (C1, C2), and the commitment to its order."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.bag import commitment
from engine.carcassonne.events import GameBegan
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.turn import new_setup
from engine.errors import DataError
from engine.tiles.draws import TileDrawn


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c1_two_to_five_players_start_with_seven_followers_each(seats: int) -> None:
    state, events = carcassonne.begin("seed", {}, seats=seats)
    assert state.supply == (7,) * seats
    assert carcassonne.scores(state) == (0,) * seats
    assert events[0] == GameBegan(state.setup.first, seats, "D")


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_c1_others_cannot(seats: int) -> None:
    with pytest.raises(DataError, match="two to five"):
        carcassonne.begin("seed", {}, seats=seats)


def test_c2_a_tile_d_lies_there_and_71_are_shuffled() -> None:
    state, events = carcassonne.begin("seed", {})
    [laid] = carcassonne.view(state, None).laid
    assert (laid.cell, laid.tile, laid.rotation) == ((0, 0), "D", 0)
    counts = Counter(state.setup.deck)
    assert counts.total() == 71
    assert (counts["D"], counts["V"], counts["X"]) == (3, 9, 1)
    assert events[-1] == TileDrawn(state.seat, state.setup.deck[0], 70)


def test_c2_the_seed_settles_who_starts_unless_it_is_told() -> None:
    firsts = {carcassonne.begin(f"{seed}", {}, seats=5)[0].seat for seed in range(40)}
    assert firsts == {0, 1, 2, 3, 4}
    by_seed, _ = carcassonne.begin("seed", {}, seats=3)
    assert carcassonne.begin("seed", {}, by_seed.seat, 3)[0] == by_seed
    assert carcassonne.begin("seed", {}, 2, 3)[0].seat == 2


def test_c2_then_clockwise_in_the_order_of_the_seats() -> None:
    state, _ = carcassonne.begin("seed", {}, 1, 3)
    seats = []
    for _ in range(5):
        seats.append(state.seat)
        state, _ = carcassonne.apply(state, state.seat, next(legal_moves(state)))
    assert seats == [1, 2, 0, 1, 2]


def test_the_commitment_is_the_hash_of_seed_and_deck() -> None:
    setup = new_setup("seed")
    text = f"seed\n{' '.join(setup.deck)}\n"
    assert setup.commitment == sha256(text.encode()).hexdigest()
    assert setup.commitment == commitment(setup.seed, " ".join(setup.deck))


def test_nothing_secret_stands_in_what_may_end_up_in_a_log() -> None:
    state, _ = carcassonne.begin("secret seed", {})
    assert "secret" not in repr(state) + repr(state.setup)
    assert state.setup.deck[1] + "', '" not in repr(state.setup)
