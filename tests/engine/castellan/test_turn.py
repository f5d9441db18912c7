"""Cards, building all of their pieces, what is passed on, and drawing (K7, K8, K13 to K16)."""

import pytest

from engine.castellan.events import CardDrawn, CardsPlayed, PiecePlaced, PiecesPassed
from engine.castellan.moves import Reason, Turn
from engine.castellan.pieces import Piece, Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import hand
from engine.castellan.view import try_turn
from engine.errors import IllegalMove, NotationError
from tests.engine.castellan.kit.plans import draw_plan, redraw_plan
from tests.engine.castellan.kit.tables import play, refusal_reason, table

THREE_SIDES = """
    O---O
    |
    O---O
    """
CLOSED = """
    O---O
    | a |
    O---O
    """


def test_k7_one_or_more_cards_are_played() -> None:
    state = table("O")
    assert refusal_reason(state, "T1 W1: s0,0E; w") is Reason.PIECE_LEFT
    after, events = play(state, "T1 W1: s0,0E t1,0; w")
    assert events[0] == CardsPlayed(0, ("T1", "W1"), Pieces(), Pieces(1, 1), (0, 0))
    assert events[1:3] == (
        PiecePlaced(0, Piece("short", (0, 0), "E")),
        PiecePlaced(0, Piece("tower", (1, 0))),
    )
    assert set(hand(after, 0)) == {"W2", "W3", "T2"}


def test_k7_no_card_is_no_turn() -> None:
    with pytest.raises(NotationError):
        castellan.parse_move(": s0,0E")
    with pytest.raises(IllegalMove, match="no_card"):
        castellan.apply(table("O"), 0, Turn((), ()))


def test_k7_only_cards_in_hand_are_played() -> None:
    assert refusal_reason(table("O"), "W3: s0,0E; w") is Reason.NOT_IN_HAND


def test_k7_each_card_is_played_once() -> None:
    assert refusal_reason(table("O"), "W1 W1: s0,0E s0,0N; w") is Reason.CARD_TWICE


def test_k7_the_order_of_the_cards_changes_nothing() -> None:
    state = table("O")
    after, _ = play(state, "T1 W1: s0,0E t1,0; w")
    other, _ = play(state, "W1 T1: s0,0E t1,0; w")
    assert (after.plan, set(hand(after, 0))) == (other.plan, set(hand(other, 0)))


def test_k7_passed_pieces_are_built_besides_those_of_the_cards() -> None:
    state = table("O", passed=Pieces(tower=1, long=1))
    assert refusal_reason(state, "W1: s0,0E t1,0; w") is Reason.PIECE_LEFT
    state, events = play(state, "W1: s0,0E t1,0 l1,0N; w")
    assert events[0] == CardsPlayed(0, ("W1",), Pieces(1, 0, 1), Pieces(1, 1, 1), (0, 0))
    assert state.received == Pieces()


def test_k8_only_pieces_at_hand_are_built() -> None:
    assert refusal_reason(table("O"), "W1: l0,0E; w") is Reason.NOT_TO_PLACE
    assert refusal_reason(table("O"), "W1: s0,0E s0,0N; w") is Reason.NOT_TO_PLACE


def test_k8_each_piece_is_legal_at_its_moment() -> None:
    state = table("O")
    assert refusal_reason(state, "T1 W1: t1,0 s0,0E; w") is Reason.NO_OPEN_END
    play(state, "T1 W1: s0,0E t1,0; w")


def test_k8_the_order_of_building_is_the_player_s() -> None:
    state = table("O---.")
    after, _ = play(state, "T1 T2 W1: t1,0 s1,0N t1,1; w")
    other, _ = play(state, "T1 T2 W1: s0,0N t0,1 t1,0; w")
    assert after.plan != other.plan


def test_k8_the_first_turn_shows_a_tower() -> None:
    assert refusal_reason(table(), "W1: s0,0E; w") is Reason.NO_TOWER_SHOWN
    state, _ = play(table(), "W1 T1: s0,0E t1,0; w")
    assert draw_plan(state.plan) == ".---O"


def test_k8_in_the_second_turn_nobody_has_to() -> None:
    play(table("O"), "W1: s0,0E; w")


def test_k8_unplaceable_pieces_of_the_first_turn_are_passed_on() -> None:
    state, events = play(table(), "T1 T2: t0,0; w")
    assert PiecesPassed(0, 1, Pieces(tower=1)) in events
    assert state.received == Pieces(tower=1)


def test_k13_a_turn_counts_as_a_whole_or_not_at_all() -> None:
    state = table(THREE_SIDES)
    before = castellan.snapshots.encode(state)
    assert refusal_reason(state, "T1 W1: s1,0E t2,0; 2x7,7; w") is Reason.NO_DOUBLE_HERE
    assert castellan.snapshots.encode(state) == before


def test_k13_trial_pieces_can_be_taken_back_at_will() -> None:
    state = table(THREE_SIDES)
    view = castellan.view(state, 0)
    parts = [("card", "T1"), ("card2", "W1"), ("card3", "build"), ("kind", "short")]
    closing = try_turn(view, [*parts, ("place", "1,0N")])
    assert draw_plan(closing.plan) == redraw_plan(CLOSED)
    assert closing.left == Pieces(tower=1)
    assert [courtyard.seat for courtyard in closing.made] == [0]
    opening = try_turn(view, [*parts, ("place", "1,1E")])
    assert opening.made == ()
    assert draw_plan(state.plan) == redraw_plan(THREE_SIDES)


def test_k14_what_finds_no_place_goes_to_the_next_player() -> None:
    state, events = play(table(CLOSED), "T1: ; w")
    assert PiecesPassed(0, 1, Pieces(tower=1)) in events
    assert (state.seat, state.received) == (1, Pieces(tower=1))


def test_k14_who_has_to_build_it_in_the_next_turn() -> None:
    state, _ = play(table(CLOSED), "T1: ; w")
    assert refusal_reason(state, "W1: s1,0E; w") is Reason.PIECE_LEFT
    state, events = play(state, "W1: s1,0E t2,0; w")
    assert not any(isinstance(event, PiecesPassed) for event in events)
    assert state.received == Pieces()


def test_k14_or_passes_it_on_in_turn() -> None:
    state, _ = play(table(CLOSED, seats=3), "T1: ; w")
    state, events = play(state, "T1 T2: ; w")
    assert PiecesPassed(1, 2, Pieces(tower=3)) in events
    assert state.received == Pieces(tower=3)


def test_k14_nobody_stops_while_a_piece_has_a_place() -> None:
    assert refusal_reason(table(CLOSED), "T1 W1: ; w") is Reason.PIECE_LEFT
    assert refusal_reason(table(CLOSED), "T1 W1: s1,0E; w") is Reason.PIECE_LEFT


def test_k14_the_order_may_be_chosen_to_leave_pieces_over() -> None:
    state = table(THREE_SIDES)
    used, _ = play(state, "T1 W1: s1,0E t2,0; w")
    left, _ = play(state, "T1 W1: s1,0N; w")
    assert (used.received, left.received) == (Pieces(), Pieces(tower=1))


def test_k14_a_place_in_somebody_else_s_courtyard_is_none() -> None:
    picture = """
        O---O---O
        | b   b |
        O---.   O
        | b   b |
        O---O---O
        """
    state, _ = play(table(picture), "T1: ; w")
    assert state.received == Pieces(tower=1)


def test_k16_cards_played_do_not_come_back() -> None:
    state, _ = play(table("O"), "W1: s0,0E; w")
    state, _ = play(state, "W1: s0,0N; w")
    assert refusal_reason(state, "W1: s0,0N; w") is Reason.NOT_IN_HAND
    assert "W1" not in castellan.view(state, None).players[0].unplayed


def test_only_the_player_to_act_plays() -> None:
    state = table("O")
    move = castellan.parse_move("W1: s0,0E; w")
    with pytest.raises(IllegalMove, match="not_your_turn"):
        castellan.apply(state, 1, move)


# Drawing cards


def test_k15_one_card_is_drawn_however_many_were_played() -> None:
    state, events = play(table("O"), "T1 W1 W2: s0,0E s0,0N t1,0; t")
    assert set(hand(state, 0)) == {"T2", "T3"}
    assert CardDrawn(0, "tower", "T3", 4) in events
    assert refusal_reason(table("O"), "W1: s0,0E; ww") is Reason.DRAW_COUNT
    assert refusal_reason(table("O"), "W1: s0,0E") is Reason.DRAW_COUNT


def test_k15_and_one_more_for_each_symbol_of_an_extra_card() -> None:
    state = table("O---.", ("T6 T7 W7", "W1 W2 W3 T1 T2"))
    assert refusal_reason(state, "T6: t1,0; w") is Reason.DRAW_COUNT
    play(state, "T6: t1,0; wt")
    play(state, "T7: t1,0; wtw")
    after, _ = play(state, "T7 W7 T6: t1,0 l1,0E t3,0; wwwtt")
    assert set(hand(after, 0)) == {"W1", "W2", "W3", "T1", "T2"}


def test_k15_the_cards_lie_in_the_order_of_their_deck() -> None:
    state = table("O---.", ("T7", "W3 W1 T2 T1 T3"))
    after, events = play(state, "T7: t1,0; wtw")
    drawn = [
        (event.deck, event.card, event.left) for event in events if isinstance(event, CardDrawn)
    ]
    assert drawn == [("wall", "W3", 1), ("tower", "T2", 2), ("wall", "W1", 0)]
    assert set(hand(after, 0)) == {"W1", "W3", "T2"}


def test_k15_decks_are_chosen_before_any_card_is_revealed() -> None:
    """They are part of the move, and nothing about them is revealed before it is played."""
    move = castellan.parse_move("T7: t1,0; wtw")
    assert move.draw == ("wall", "tower", "wall")
    _, events = play(table("O---.", ("T7", "W3 W1 T2 T1 T3")), castellan.move_text(move))
    assert not any(isinstance(event, CardDrawn) for event in castellan.known_in_advance(events))


def test_k15_an_empty_deck_cannot_be_chosen() -> None:
    state = table("O---.", ("T6 W1", "W2 T1 T2"))
    assert refusal_reason(state, "T6: t1,0; ww") is Reason.DECK_EMPTY
    play(state, "T6: t1,0; wt")


def test_k15_from_too_few_cards_all_are_drawn() -> None:
    state = table("O---.", ("T7 W2", "W1 T1"))
    assert refusal_reason(state, "T7: t1,0; wtt") is Reason.DRAW_COUNT
    after, _ = play(state, "T7: t1,0; tw")
    assert set(hand(after, 0)) == {"W1", "W2", "T1"}


def test_k15_from_nothing_nothing_is_drawn() -> None:
    state = table("O---.", ("T7 W1", ""))
    assert refusal_reason(state, "T7: t1,0; t") is Reason.DRAW_COUNT
    after, _ = play(state, "T7: t1,0")
    assert hand(after, 0) == ("W1",)


def test_k15_the_fuller_deck_goes_without_saying() -> None:
    state = table("O", ("W1", "W2 W3 T1"))
    parts = [("card", "W1"), ("card2", "build"), ("kind", "short"), ("place", "0,0E")]
    parts.append(("double", "no"))
    question = castellan.question(state, parts)
    assert question is not None
    assert (question.choices, question.default) == (("wall", "tower"), "wall")
