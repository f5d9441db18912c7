"""The cards, and setting up a game (K1)."""

import json
from hashlib import sha256
from typing import Any

import pytest

from engine.castellan.cards import Card, read_cards, standard_cards
from engine.castellan.events import GameBegan
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import decks_left, hand
from engine.errors import DataError

# The cards


ALL = tuple(standard_cards().by_id)


def file(**changes: dict[str, Any]) -> str:
    """A file of the standard cards with some of them changed."""
    cards: dict[str, dict[str, Any]] = {
        card.id: {
            "deck": card.deck,
            "towers": card.pieces.tower,
            "long_walls": card.pieces.long,
            "short_walls": card.pieces.short,
            "extra_cards": card.extra,
            "certain": False,
        }
        for card in standard_cards().by_id.values()
    }
    return json.dumps({"cards": {name: {**cards[name], **changes.get(name, {})} for name in cards}})


def test_fourteen_cards_show_the_pieces_of_half_a_set() -> None:
    """A printed set for two contains 32 towers, 30 short and 26 long walls."""
    assert len(ALL) == 14
    assert standard_cards().pieces(ALL) == Pieces(tower=16, short=15, long=13)


def test_the_two_faces_that_the_source_text_tells() -> None:
    cards = standard_cards().by_id
    assert cards["T1"] == Card("T1", "tower", Pieces(tower=2), extra=1)
    assert cards["W1"] == Card("W1", "wall", Pieces(tower=1, short=1, long=2), extra=0)


def test_seven_cards_are_in_each_deck_and_bear_its_letter() -> None:
    for deck in ("wall", "tower"):
        cards = standard_cards().deck("wall" if deck == "wall" else "tower")
        assert len(cards) == 7
        assert {card[0] for card in cards} == {deck[0].upper()}


def test_a_tower_card_shows_a_tower_and_a_wall_card_a_wall() -> None:
    for card in standard_cards().by_id.values():
        assert card.pieces.tower if card.deck == "tower" else card.pieces.short + card.pieces.long


def test_other_faces_can_be_entered() -> None:
    cards = read_cards(file(T2={"towers": 3}))
    assert cards.pieces(("T2", "W4")) == Pieces(4, 3, 1)
    assert cards.extra(("T1", "T2", "W7")) == 2
    assert cards.fingerprint != standard_cards().fingerprint
    assert read_cards(file()).fingerprint == standard_cards().fingerprint


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (file(T2={"towers": 0}), "card T2 of the tower deck shows no tower"),
        (file(W7={"long_walls": 0}), "card W7 of the wall deck shows no wall"),
        (file(T2={"deck": "wall"}), "the wall deck has 8 cards instead of 7"),
        (file(T2={"towers": -1}), "cards, cards.T2.towers: "),
        (file(T2={"towers": 10}), "cards, cards.T2.towers: "),
        (file(T2={"towers": "2"}), "cards, cards.T2.towers: "),
        (file(T2={"wells": 1}), "cards, cards.T2.wells: "),
        (file().replace('"T2"', '"t2"'), "cards, cards.t2"),
        (file().replace('"T2"', '"T1"'), "cards, cards: "),
        ("[]", "cards, file: "),
        ("", "cards, file: "),
    ],
)
def test_cards_that_no_game_can_be_played_with_are_refused(text: str, problem: str) -> None:
    with pytest.raises(DataError) as refused:
        read_cards(text)
    assert str(refused.value).startswith(problem)


# Setting up, and the commitment to the order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k1_two_to_four_players_start_with_two_cards_per_deck(seats: int) -> None:
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
    state, same, other = (castellan.begin(seed, {}, 0)[0] for seed in ("a", "a", "b"))
    assert state == same
    assert state.setup.decks != other.setup.decks
    assert state.setup.commitment != other.setup.commitment


def test_the_commitment_hashes_the_seed_and_the_decks() -> None:
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
    state, other = (castellan.begin("seed", {}, first)[0] for first in (0, 1))
    assert state.setup.commitment == other.setup.commitment
