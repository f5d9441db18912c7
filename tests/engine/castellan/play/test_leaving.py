"""Leaving a game of three or four (K21)."""

import pytest

from engine.castellan.events import (
    GameEnded,
    LastTurnsBegan,
    PiecesHandedOn,
    PiecesPassed,
    PlayerLeft,
)
from engine.castellan.game import castellan
from engine.castellan.pieces import Pieces
from engine.castellan.state import hand
from tests.engine.castellan.kit.tables import play, table

ROW = """
    O---O---O---O---O
    | a | b | b | c |
    O---O---O---O---O
    """


def test_k21_the_seat_is_passed_over_from_then_on() -> None:
    state, events = castellan.leave(table("O", seats=3), 1)
    assert events == (PlayerLeft(1, (0, 0, 0)),)
    order = []
    for text in ("W1: s0,0E; w", "W1: s0,0N; w", "W2: s-1,0E; w", "W2: s0,-1N; w"):
        order.append(state.seat)
        state, _ = play(state, text)
    assert order == [0, 2, 0, 2]


def test_k21_whoever_leaves_in_their_turn_ends_it() -> None:
    state, _ = castellan.leave(table("O", seats=3), 0)
    assert (state.seat, state.turn) == (1, 1)


def test_k21_before_the_first_turn_the_next_player_has_it() -> None:
    state, _ = castellan.leave(table(seats=3), 0)
    question = castellan.question(state, [("card", "W1")])
    assert question is not None
    assert question.choices == ("W2", "T1", "T2"), "a tower has to be shown"


def test_k21_their_courtyards_count_as_before() -> None:
    state, events = castellan.leave(table(ROW, seats=3), 1)
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
    state, _ = castellan.leave(table(picture, seats=3), 1)
    state, events = play(state, "T1: ; w")
    assert PiecesPassed(0, 2, Pieces(tower=1)) in events


def test_k21_pieces_go_to_the_next_seat_that_plays() -> None:
    state = table("O---O", ("T1", "T2"), seats=4, gone=[1])
    state, events = play(state, "T1: ; t")
    assert PiecesPassed(0, 2, Pieces(tower=1)) in events
    assert state.seat == 2


def test_k21_what_was_passed_to_whoever_leaves_is_handed_on() -> None:
    state = table("O", seats=3, passed=Pieces(tower=2))
    state, events = castellan.leave(state, 0)
    assert events == (PlayerLeft(0, (0, 0, 0)), PiecesHandedOn(1, Pieces(tower=2)))
    assert (state.seat, state.received) == (1, Pieces(tower=2))


def test_k21_the_last_turns_are_of_those_who_still_play() -> None:
    state = table("O", ("W1", ""), seats=4, gone=[2])
    state, events = play(state, "W1: s0,0E")
    assert LastTurnsBegan(0, (1, 3)) in events
    assert len(hand(state, 2)) == 4, "who left draws nothing"


def test_k21_leaving_before_one_s_last_turn() -> None:
    state = table("O", ("W1", ""), last=[1, 2], seats=3)
    state, _ = castellan.leave(state, 1)
    assert (state.seat, state.waiting) == (0, (2,))
    state, _ = play(state, "W1: s0,0E")
    assert state.seat == 2


def test_k21_leaving_in_one_s_last_turn() -> None:
    state = table("O", last=[2], seats=3, passed=Pieces(tower=1))
    state, events = castellan.leave(state, 0)
    assert events[1:] == (PiecesHandedOn(2, Pieces(tower=1)),)
    assert (state.phase, state.seat, state.received) == ("last", 2, Pieces(tower=1))


def test_k21_leaving_in_the_last_turn_of_all_ends_the_game() -> None:
    state = table(ROW, last=[], seats=3, passed=Pieces(tower=1))
    state, events = castellan.leave(state, 0)
    assert events[1:] == (
        PiecesPassed(0, None, Pieces(tower=1)),
        GameEnded((4, 8, 4), (1, 2, 1), (1,)),
    )
    assert castellan.to_act(state) is None
    assert state.received == Pieces()


def test_k21_whoever_left_cannot_win_and_comes_last() -> None:
    state, _ = castellan.leave(table(ROW, ("W5", ""), last=[2], seats=3), 1)
    state, _ = play(state, "W5: l4,0E")
    state, _ = play(state, "W1: s4,1E")
    assert castellan.winners(state) == (0, 2)
    assert castellan.view(state, None).leaders == (0, 2)
    assert castellan.places(state) == (1, 3, 1)


def test_k21_all_who_left_share_the_last_place() -> None:
    state = table(ROW, seats=4, gone=[1, 0])
    assert castellan.places(state) == (3, 3, 1, 2)


def test_k21_two_play_on_at_least() -> None:
    assert castellan.may_leave
    state, _ = castellan.leave(table("O", seats=3), 1)
    with pytest.raises(AssertionError, match="single player"):
        castellan.leave(state, 2)
