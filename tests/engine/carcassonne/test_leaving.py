"""Leaving a game of three or more (C21)."""

import pytest

from engine.carcassonne.events import GameEnded, TilePassed
from engine.carcassonne.rules import carcassonne
from engine.seats import PlayerLeft
from tests.engine.carcassonne.kit.boards import play, table

ROADS = """
    fffff fcccf
    fffff fffff
    rr1rr rrrrr
    fffff fffff
    fffff fffff
    """


def test_c21_the_seat_is_passed_over_from_then_on() -> None:
    state = table(ROADS, then=["U"] * 6, seats=3)
    state, events = carcassonne.leaving.continue_without(state, 1)
    assert events == (PlayerLeft(1, (0, 0, 0)),)
    seats = []
    for number in range(1, 5):
        seats.append(state.seat)
        state, _ = play(state, f"{number},0 r1")
    assert seats == [0, 2, 0, 2]


def test_c21_a_leavers_drawn_tile_passes_to_the_next_seat() -> None:
    state = table(ROADS, then=["V"], seats=4, seat=3)
    after, events = carcassonne.leaving.continue_without(state, 3)
    assert events == (PlayerLeft(3, (0, 0, 0, 0)), TilePassed(0, "U"))
    assert (carcassonne.to_act(after), after.drawn, after.dealt) == (0, "U", state.dealt)


def test_c21_leavers_keep_followers_and_points_but_cannot_win() -> None:
    state = table(ROADS, seats=3, seat=2, then=())
    state, _ = carcassonne.leaving.continue_without(state._replace(scores=(2, 20, 1)), 1)
    state, _ = play(state, "1,0 r1")
    assert state.scores == (2, 23, 1)
    assert carcassonne.winners(state) == (0,)
    assert carcassonne.places(state) == (1, 3, 2)


def test_c21_who_left_does_not_share_a_win_either() -> None:
    state = table(ROADS, seats=3, seat=2, then=())
    state, _ = carcassonne.leaving.continue_without(state._replace(scores=(5, 2, 1)), 1)
    state, events = play(state, "1,0 r1")
    assert state.scores == (5, 5, 1)
    assert carcassonne.winners(state) == (0,)
    assert carcassonne.view(state, None).leaders == (0,)
    assert events[-1] == GameEnded((5, 5, 1), (0,))


def test_c21_several_who_left_share_the_last_place() -> None:
    state = table(ROADS, seats=5, seat=2, then=())
    for seat in (4, 1):
        state, _ = carcassonne.leaving.continue_without(state, seat)
    state, _ = play(state, "1,0 r1")
    assert carcassonne.places(state) == (1, 4, 1, 1, 4)


def test_c21_the_last_two_do_not_leave_but_end_the_game() -> None:
    state = table(ROADS, seats=2)
    with pytest.raises(AssertionError):
        carcassonne.leaving.continue_without(state, 0)
