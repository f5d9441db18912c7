"""What the exercises of Castellan say beyond the points of a turn."""

from collections.abc import Iterator

import pytest

from engine.castellan.events import CourtyardMade
from engine.castellan.pieces import Pieces
from engine.castellan.places import Site
from engine.castellan.plan import gain
from engine.castellan.rules import castellan
from engine.castellan.scoring import keeps, leaders
from engine.castellan.state import State, decks_left, hand
from engine.castellan.tutorial import TUTORIAL
from tests.engine.test_tutorials import answered

ME, BEN = 0, 1


def position(name: str) -> State:
    return TUTORIAL.position(next(e for e in TUTORIAL.exercises if e.name == name))


def after(name: str, answer: str) -> Iterator[State]:
    """The states after all turns of an exercise that get this answer."""
    before = position(name)
    for answer_to_turn, outcome in answered("castellan", name):
        if answer_to_turn.name == answer:
            state, _ = castellan.apply(before, ME, castellan.parse_move(outcome.move))
            yield state


def test_what_is_missing_in_the_first_ring() -> None:
    turn = castellan.parse_move("T4: s0,0N t0,1 t1,2; t")
    _, events = castellan.apply(position("close"), ME, turn)
    assert any(isinstance(event, CourtyardMade) for event in events)


def test_ben_can_use_the_tower_that_is_passed_on() -> None:
    for state in after("passed", "otherwise"):
        assert state.received == Pieces(tower=1)
        places = Site(state.plan, BEN, state.received).places("tower")
        assert [gain(state.plan, place) for place in places] == [1]


def test_nothing_is_left_over_of_the_right_card() -> None:
    assert {state.received for state in after("passed", "right")} == {Pieces()}


def test_ben_has_three_cards_before_the_last_card_is_played() -> None:
    state = position("spent")
    assert len(hand(state, BEN)) + sum(decks_left(state, BEN)) == 3
    assert sum(decks_left(state, ME)) == 0


@pytest.mark.parametrize(("answer", "phase"), [("right", "usual"), ("spent", "last")])
def test_who_runs_out_of_cards_gives_ben_the_last_turn(answer: str, phase: str) -> None:
    states = list(after("spent", answer))
    assert {(state.phase, state.seat) for state in states} == {(phase, BEN)}
    cards = {len(hand(state, BEN)) for state in states}
    assert cards == ({3} if answer == "spent" else {1})


@pytest.mark.parametrize(
    ("answer", "winners"), [("right", (ME,)), ("equal", (ME, BEN)), ("otherwise", (BEN,))]
)
def test_who_wins_with_the_last_turn(answer: str, winners: tuple[int, ...]) -> None:
    states = list(after("end", answer))
    assert {state.phase for state in states} == {"over"}
    assert {leaders(state) for state in states} == {winners}


def test_those_who_share_the_win_have_a_keep_each() -> None:
    assert {keeps(state) for state in after("end", "equal")} == {(1, 1)}
