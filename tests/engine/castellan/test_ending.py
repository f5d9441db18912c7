"""The last turns, the end, and leaving a game of three or four (K14, K17, K21)."""

import pytest

from engine.castellan.events import (
    CardDrawn,
    GameEnded,
    LastTurnsBegan,
    PiecesHandedOn,
    PiecesPassed,
)
from engine.castellan.moves import Reason
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import hand
from engine.seats import PlayerLeft
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import play, refusal_reason, table

# The last turns


CLOSED = """
    O---O
    | a |
    O---O
    """


def test_k17_when_a_player_has_no_card_left_the_others_draw_all() -> None:
    state = table("O", ("W1", ""), ("T1", "W2 W3 T2"), ("W4", "T5"), seats=3)
    state, events = play(state, "W1: s0,0E")
    assert LastTurnsBegan(0, (1, 2)) in events
    assert [event.seat for event in events if isinstance(event, CardDrawn)] == [1, 1, 1, 2]
    assert set(hand(state, 1)) == {"W2", "W3", "T1", "T2"}
    assert set(hand(state, 2)) == {"W4", "T5"}
    assert (state.phase, state.seat, state.waiting) == ("last", 1, (2,))


def test_k17_not_while_a_card_is_left_in_a_deck() -> None:
    state, _ = play(table("O", ("W1", "W2")), "W1: s0,0E; w")
    assert (state.phase, hand(state, 0)) == ("usual", ("W2",))


def test_k17_not_while_a_card_is_left_in_hand() -> None:
    state, _ = play(table("O", ("W1 W2", "")), "W1: s0,0E")
    assert state.phase == "usual"


def test_k17_each_of_them_has_one_turn_in_order() -> None:
    state = table("O", ("W1 W2", ""), ("W1", ""), ("W1 W2", ""), ("W1", ""), seat=1, seats=4)
    state, events = play(state, "W1: s0,0E")
    assert LastTurnsBegan(1, (2, 3, 0)) in events
    order = []
    for wall in ("s0,0N", "s-1,0E", "s0,-1N"):
        order.append(state.seat)
        state, events = play(state, f"W1: {wall}")
    assert order == [2, 3, 0]
    assert castellan.to_act(state) is None
    assert isinstance(events[-1], GameEnded)


def test_k17_in_a_last_turn_one_card_or_more_is_played() -> None:
    state = table("O", ("W1 W2", ""), last=[1])
    play(state, "W1: s0,0E")
    play(state, "W1 W2: s0,0E s0,0N")


def test_k17_nothing_is_drawn_in_a_last_turn() -> None:
    state = table("O---.", ("T7", "W1 T1"), last=[1])
    assert refusal_reason(state, "T7: t1,0; wt") is Reason.DRAW_COUNT
    play(state, "T7: t1,0")


def test_k17_last_turns_do_not_begin_again() -> None:
    state, events = play(table("O", ("W1", ""), ("W1", ""), last=[1]), "W1: s0,0E")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)
    assert (state.phase, state.seat, state.waiting) == ("last", 1, ())


def test_k17_pieces_are_passed_on_among_the_last_turns() -> None:
    state = table(CLOSED, ("T1", ""), last=[2], seats=3)
    state, events = play(state, "T1:")
    assert PiecesPassed(0, 2, Pieces(tower=1)) in events
    assert (state.seat, state.received) == (2, Pieces(tower=1))


def test_k17_pieces_left_after_the_very_last_turn_are_discarded() -> None:
    state = table(CLOSED, ("T1", ""), last=[], passed=Pieces(tower=1))
    state, events = play(state, "T1:")
    assert PiecesPassed(0, None, Pieces(tower=2)) in events
    assert events[-1] == GameEnded((4, 0), (1, 0), (0,))
    assert state.received == Pieces()


def test_k17_a_last_turn_may_use_the_double_keep() -> None:
    picture = """
        O---O
        |   |
        O---.
        """
    state, events = play(table(picture, ("T1", ""), last=[]), "T1: t1,0; 2x0,0")
    assert events[-1] == GameEnded((8, 0), (2, 0), (0,))
    assert castellan.winners(state) == (0,)


def test_k17_nobody_is_skipped_since_all_still_hold_a_card() -> None:
    for step in (step for number in range(6) for step in games(number)):
        for event in step.events:
            if isinstance(event, LastTurnsBegan):
                assert all(hand(step.after, seat) for seat in event.order)


def test_nobody_plays_when_it_is_over() -> None:
    state, _ = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")
    assert refusal_reason(state, "W1: s0,0E") is Reason.GAME_OVER


# Leaving


ROW = """
    O---O---O---O---O
    | a | b | b | c |
    O---O---O---O---O
    """


def test_k21_the_seat_is_passed_over_from_then_on() -> None:
    state, events = castellan.leaving.continue_without(table("O", seats=3), 1)
    assert events == (PlayerLeft(1, (0, 0, 0)),)
    order = []
    for text in ("W1: s0,0E; w", "W1: s0,0N; w", "W2: s-1,0E; w", "W2: s0,-1N; w"):
        order.append(state.seat)
        state, _ = play(state, text)
    assert order == [0, 2, 0, 2]


def test_k21_whoever_leaves_in_their_turn_ends_it() -> None:
    state, _ = castellan.leaving.continue_without(table("O", seats=3), 0)
    assert (state.seat, state.turn) == (1, 1)


def test_k21_before_the_first_turn_the_next_player_has_it() -> None:
    state, _ = castellan.leaving.continue_without(table(seats=3), 0)
    question = castellan.question(state, [("card", "W1")])
    assert question is not None
    assert question.choices == ("W2", "T1", "T2"), "a tower has to be shown"


def test_k21_their_courtyards_count_as_before() -> None:
    state, events = castellan.leaving.continue_without(table(ROW, seats=3), 1)
    assert events == (PlayerLeft(1, (4, 8, 4)),)
    assert castellan.scores(state) == (4, 8, 4)


def test_k21_nothing_is_built_in_them() -> None:
    picture = """
        O---O---O
        | b   b |
        O   .   O
        | b | b |
        O---O---O
        """
    state, _ = castellan.leaving.continue_without(table(picture, seats=3), 1)
    state, events = play(state, "T1: ; w")
    assert PiecesPassed(0, 2, Pieces(tower=1)) in events


def test_k21_pieces_go_to_the_next_seat_that_plays() -> None:
    state = table("O---O", ("T1", "T2"), seats=4, gone=[1])
    state, events = play(state, "T1: ; t")
    assert PiecesPassed(0, 2, Pieces(tower=1)) in events
    assert state.seat == 2


def test_k21_what_was_passed_to_whoever_leaves_is_handed_on() -> None:
    state = table("O", seats=3, passed=Pieces(tower=2))
    state, events = castellan.leaving.continue_without(state, 0)
    assert events == (PlayerLeft(0, (0, 0, 0)), PiecesHandedOn(1, Pieces(tower=2)))
    assert (state.seat, state.received) == (1, Pieces(tower=2))


def test_k21_the_last_turns_are_of_those_who_still_play() -> None:
    state = table("O", ("W1", ""), seats=4, gone=[2])
    state, events = play(state, "W1: s0,0E")
    assert LastTurnsBegan(0, (1, 3)) in events
    assert len(hand(state, 2)) == 4, "who left draws nothing"


def test_k21_leaving_before_one_s_last_turn() -> None:
    state = table("O", ("W1", ""), last=[1, 2], seats=3)
    state, _ = castellan.leaving.continue_without(state, 1)
    assert (state.seat, state.waiting) == (0, (2,))
    state, _ = play(state, "W1: s0,0E")
    assert state.seat == 2


def test_k21_leaving_in_one_s_last_turn() -> None:
    state = table("O", last=[2], seats=3, passed=Pieces(tower=1))
    state, events = castellan.leaving.continue_without(state, 0)
    assert events[1:] == (PiecesHandedOn(2, Pieces(tower=1)),)
    assert (state.phase, state.seat, state.received) == ("last", 2, Pieces(tower=1))


def test_k21_leaving_in_the_last_turn_of_all_ends_the_game() -> None:
    state = table(ROW, last=[], seats=3, passed=Pieces(tower=1))
    state, events = castellan.leaving.continue_without(state, 0)
    assert events[1:] == (
        PiecesPassed(0, None, Pieces(tower=1)),
        GameEnded((4, 8, 4), (1, 2, 1), (1,)),
    )
    assert castellan.to_act(state) is None
    assert state.received == Pieces()


def test_k21_whoever_left_cannot_win_and_comes_last() -> None:
    state, _ = castellan.leaving.continue_without(table(ROW, ("W5", ""), last=[2], seats=3), 1)
    state, _ = play(state, "W5: l4,0E")
    state, _ = play(state, "W1: s4,1E")
    assert castellan.winners(state) == (0, 2)
    assert castellan.view(state, None).leaders == (0, 2)
    assert castellan.places(state) == (1, 3, 1)


def test_k21_all_who_left_share_the_last_place() -> None:
    state = table(ROW, seats=4, gone=[1, 0])
    assert castellan.places(state) == (3, 3, 1, 2)


def test_k21_two_play_on_at_least() -> None:
    state, _ = castellan.leaving.continue_without(table("O", seats=3), 1)
    with pytest.raises(AssertionError, match="single player"):
        castellan.leaving.continue_without(state, 2)
