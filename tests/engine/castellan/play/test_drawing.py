"""Drawing cards at the end of a turn (K15)."""

from engine.castellan.events import CardDrawn
from engine.castellan.game import castellan
from engine.castellan.moves import Reason
from engine.castellan.state import hand
from tests.engine.castellan.kit.tables import play, refusal, table


def test_k15_one_card_is_drawn_however_many_were_played() -> None:
    state, events = play(table("O"), "T1 W1 W2: s0,0E s0,0N t1,0; t")
    assert set(hand(state, 0)) == {"T2", "T3"}
    assert CardDrawn(0, "tower", "T3", 4) in events
    assert refusal(table("O"), "W1: s0,0E; ww") is Reason.DRAW_COUNT
    assert refusal(table("O"), "W1: s0,0E") is Reason.DRAW_COUNT


def test_k15_and_one_more_for_each_symbol_of_an_extra_card() -> None:
    state = table("O---.", ("T6 T7 W7", "W1 W2 W3 T1 T2"))
    assert refusal(state, "T6: t1,0; w") is Reason.DRAW_COUNT
    play(state, "T6: t1,0; wt")
    play(state, "T7: t1,0; wtw")
    after, _ = play(state, "T7 W7 T6: t1,0 l1,0E t3,0; wwwtt")
    assert set(hand(after, 0)) == {"W1", "W2", "W3", "T1", "T2"}


def test_k15_the_cards_lie_in_the_order_of_their_deck() -> None:
    state = table("O---.", ("T7", "W3 W1 T2 T1 T3"))
    after, events = play(state, "T7: t1,0; wtw")
    drawn = [(one.deck, one.card, one.left) for one in events if isinstance(one, CardDrawn)]
    assert drawn == [("wall", "W3", 1), ("tower", "T2", 2), ("wall", "W1", 0)]
    assert set(hand(after, 0)) == {"W1", "W3", "T2"}


def test_k15_the_decks_are_chosen_before_any_card_is_looked_at() -> None:
    """They are part of the move, and nothing about them is revealed before it is played."""
    move = castellan.parse_move("T7: t1,0; wtw")
    assert move.draw == ("wall", "tower", "wall")
    _, events = play(table("O---.", ("T7", "W3 W1 T2 T1 T3")), castellan.move_text(move))
    assert not any(isinstance(event, CardDrawn) for event in castellan.known_in_advance(events))


def test_k15_an_empty_deck_cannot_be_chosen() -> None:
    state = table("O---.", ("T6 W1", "W2 T1 T2"))
    assert refusal(state, "T6: t1,0; ww") is Reason.DECK_EMPTY
    play(state, "T6: t1,0; wt")


def test_k15_from_too_few_cards_all_are_drawn() -> None:
    state = table("O---.", ("T7 W2", "W1 T1"))
    assert refusal(state, "T7: t1,0; wtt") is Reason.DRAW_COUNT
    after, _ = play(state, "T7: t1,0; tw")
    assert set(hand(after, 0)) == {"W1", "W2", "T1"}


def test_k15_from_nothing_nothing_is_drawn() -> None:
    state = table("O---.", ("T7 W1", ""))
    assert refusal(state, "T7: t1,0; t") is Reason.DRAW_COUNT
    after, _ = play(state, "T7: t1,0")
    assert hand(after, 0) == ("W1",)


def test_k15_the_fuller_deck_goes_without_saying() -> None:
    state = table("O", ("W1", "W2 W3 T1"))
    parts = [("card", "W1"), ("card2", "build"), ("kind", "short"), ("place", "0,0E")]
    parts.append(("double", "no"))
    question = castellan.question(state, parts)
    assert question is not None
    assert (question.choices, question.default) == (("wall", "tower"), "wall")
