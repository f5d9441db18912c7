"""The last turns, and the end (K14, K17)."""

from engine.castellan.events import CardDrawn, GameEnded, LastTurnsBegan, PiecesPassed
from engine.castellan.game import castellan
from engine.castellan.moves import Reason
from engine.castellan.pieces import Pieces
from engine.castellan.state import hand
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import play, refusal, table

CLOSED = """
    O---O
    | a |
    O---O
    """


def test_k17_when_a_player_has_no_card_left_the_others_draw_all_of_theirs() -> None:
    state = table("O", ("W1", ""), ("T1", "W2 W3 T2"), ("W4", "T5"), seats=3)
    state, events = play(state, "W1: s0,0E")
    assert LastTurnsBegan(0, (1, 2)) in events
    assert [one.seat for one in events if isinstance(one, CardDrawn)] == [1, 1, 1, 2]
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


def test_k17_in_a_last_turn_at_least_one_card_is_played_and_not_necessarily_all() -> None:
    state = table("O", ("W1 W2", ""), last=[1])
    play(state, "W1: s0,0E")
    play(state, "W1 W2: s0,0E s0,0N")


def test_k17_nothing_is_drawn_in_a_last_turn() -> None:
    state = table("O---.", ("T7", "W1 T1"), last=[1])
    assert refusal(state, "T7: t1,0; wt") is Reason.DRAW_COUNT
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


def test_k17_after_the_last_turn_of_all_they_are_out_of_the_game() -> None:
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
    assert refusal(state, "W1: s0,0E") is Reason.GAME_OVER
