"""The search, on positions of The Castle."""

from random import Random

from engine.castle.game import castle
from engine.castle.state import State
from engine.players.castle.candidates import candidates
from engine.players.players import think

BUDGET = 20_000


def played(turns: int) -> State:
    """A game after this many of the best turns at first sight."""
    state, _ = castle.begin("search", castle.settle_options({}), 0)
    for _ in range(turns):
        state, _ = castle.apply(state, state.seat, candidates(state)[0].move)  # type: ignore[arg-type]
    return state


def last() -> State:
    """The last turn of this game."""
    states = [played(0)]
    while states[-1].phase != "over":
        state = states[-1]
        states.append(castle.apply(state, state.seat, candidates(state)[0].move)[0])  # type: ignore[arg-type]
    return states[-2]


def test_a_thought_keeps_to_its_budget() -> None:
    """Except for the last world, in which every candidate is tried."""
    thought = think("castle", played(10), "hard", Random(1), BUDGET)
    assert BUDGET <= thought.positions < 1.5 * BUDGET


def test_the_end_is_thought_through_at_once() -> None:
    assert think("castle", last(), "hard", Random(1), BUDGET).positions < BUDGET


def test_the_last_turn_is_the_one_that_ends_best_of_those_looked_at() -> None:
    state = last()
    thought = think("castle", state, "hard", Random(1), BUDGET)
    leads = []
    for idea in thought.ideas:
        first, second = castle.apply(state, state.seat, idea.move)[0].scores
        leads.append(first - second if state.seat == 0 else second - first)
    assert leads[0] == max(leads)


def test_the_highest_level_finds_more_than_one_idea() -> None:
    thought = think("castle", played(20), "hard", Random(1), BUDGET)
    assert len(thought.ideas) == 10
    assert len({idea.move for idea in thought.ideas}) == 10
