"""Setting up a game (K1), and the commitment to its order."""

from hashlib import sha256

import pytest

from engine.castellan.events import GameBegan
from engine.castellan.game import castellan
from engine.castellan.state import decks_left, hand
from engine.errors import DataError


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k1_two_to_four_play_with_two_cards_of_each_deck_in_hand(seats: int) -> None:
    state, events = castellan.begin("seed", {}, seats=seats)
    assert events == (GameBegan(state.setup.first, seats),)
    for seat in range(seats):
        assert sorted(card[0] for card in hand(state, seat)) == ["T", "T", "W", "W"]
        assert decks_left(state, seat) == (5, 5)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_k1_others_cannot(seats: int) -> None:
    with pytest.raises(DataError, match="two to four"):
        castellan.begin("seed", {}, seats=seats)


def test_k1_every_player_has_the_same_fourteen_cards() -> None:
    state, _ = castellan.begin("seed", {}, seats=4)
    for walls, towers in state.setup.decks:
        assert sorted(walls) == [f"W{number}" for number in range(1, 8)]
        assert sorted(towers) == [f"T{number}" for number in range(1, 8)]


def test_k1_each_deck_is_shuffled_for_itself() -> None:
    state, _ = castellan.begin("seed", {}, seats=4)
    orders = [tuple(card[1] for card in deck) for decks in state.setup.decks for deck in decks]
    assert len(set(orders)) == 8


def test_k1_the_seed_decides_who_starts_unless_it_is_told() -> None:
    starts = {castellan.begin(f"seed {number}", {}, seats=3)[0].seat for number in range(30)}
    assert starts == {0, 1, 2}
    assert castellan.begin("seed", {}, first=2, seats=3)[0].seat == 2


def test_k1_then_it_goes_clockwise() -> None:
    state, _ = castellan.begin("seed", {}, first=1, seats=3)
    order = []
    for _ in range(4):
        order.append(state.seat)
        parts = list[tuple[str, str]]()
        while (question := castellan.question(state, parts)) is not None:
            parts.append((question.step, question.choices[-1]))
        state, _ = castellan.apply(state, state.seat, castellan.assemble(parts))
    assert order == [1, 2, 0, 1]


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    one, same, other = (castellan.begin(seed, {}, 0)[0] for seed in ("a", "a", "b"))
    assert one == same
    assert one.setup.decks != other.setup.decks
    assert one.setup.commitment != other.setup.commitment


def test_the_commitment_is_the_hash_of_the_seed_and_the_decks() -> None:
    setup = castellan.begin("secret", {}, 0)[0].setup
    lines = [f"{' '.join(walls)} / {' '.join(towers)}" for walls, towers in setup.decks]
    text = "".join(f"{line}\n" for line in ["secret", *lines])
    assert castellan.commitment(castellan.begin("secret", {}, 0)[0]) == (
        sha256(text.encode()).hexdigest()
    )


def test_a_house_rule_can_be_chosen_before_the_game() -> None:
    assert castellan.option_values == {"trial_building": ("on", "off")}
    assert castellan.presets == {"classic": {"trial_building": "on"}}
    with pytest.raises(DataError):
        castellan.begin("seed", {"hands": "open"})


def test_the_commitment_does_not_depend_on_who_starts() -> None:
    one, other = (castellan.begin("seed", {}, first)[0] for first in (0, 1))
    assert one.setup.commitment == other.setup.commitment
