"""The cards: what is known about the printed ones, and what is refused."""

import json
from typing import Any

import pytest

from engine.castellan.cards import Card, read_cards, standard_cards
from engine.castellan.pieces import Pieces
from engine.errors import DataError

ALL = tuple(standard_cards().by_id)


def file(**changes: dict[str, Any]) -> str:
    """A file of the standard cards with some of them changed."""
    cards: dict[str, dict[str, Any]] = {
        one.id: {
            "deck": one.deck,
            "towers": one.pieces.tower,
            "long_walls": one.pieces.long,
            "short_walls": one.pieces.short,
            "extra_cards": one.extra,
            "certain": False,
        }
        for one in standard_cards().by_id.values()
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
        (file(T2={"towers": -1}), "cards: cards, T2, towers: "),
        (file(T2={"towers": 10}), "cards: cards, T2, towers: "),
        (file(T2={"towers": "2"}), "cards: cards, T2, towers: "),
        (file(T2={"wells": 1}), "cards: cards, T2, wells: "),
        (file().replace('"T2"', '"t2"'), "cards: cards, t2"),
        (file().replace('"T2"', '"T1"'), "cards: cards: "),
        ("[]", "cards: "),
        ("", "cards: "),
    ],
)
def test_cards_that_no_game_can_be_played_with_are_refused(text: str, problem: str) -> None:
    with pytest.raises(DataError) as refused:
        read_cards(text)
    assert str(refused.value).startswith(problem)
