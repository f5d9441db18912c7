"""The exercises of every tutorial: their positions can be reached, and each answer is true of every
move that gets it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from engine.castellan.rules import castellan
from engine.questions import Part
from engine.tutorial import RIGHT, Answer, Exercise, Outcome, Tutorial
from engine.tutorials import TUTORIALS

EXERCISES = [
    pytest.param(tutorial, exercise, id=f"{kind}-{exercise.name}")
    for kind, tutorial in TUTORIALS.items()
    for exercise in tutorial.exercises
]
of_every_exercise = pytest.mark.parametrize(("tutorial", "exercise"), EXERCISES)


def legal_moves(tutorial: Tutorial[Any], state: Any) -> Iterator[str]:
    """Every legal move; of turns of Castellan that differ only in the order of their cards, pieces
    or draws, one."""
    rules = tutorial.rules
    seen = set[object]()

    def continue_from(chosen: tuple[Part, ...]) -> Iterator[str]:
        question = rules.question(state, chosen)
        choices = in_any_order(chosen) if rules is castellan else chosen
        if (question, choices) in seen:
            return
        seen.add((question, choices))
        if question is None:
            yield rules.move_text(rules.assemble(chosen))
            return
        for token in question.choices:
            yield from continue_from((*chosen, (question.step, token)))

    return continue_from(())


def in_any_order(chosen: tuple[Part, ...]) -> object:
    turn = castellan.assemble(chosen)
    begun_piece = chosen[-1:] if chosen and chosen[-1][0].startswith("kind") else ()
    return (
        frozenset(turn.cards),
        frozenset(turn.build),
        turn.double,
        tuple(sorted(turn.draw)),
        begun_piece,
    )


@cache
def answered(kind: str, name: str) -> Sequence[tuple[Answer, Outcome]]:
    """Every legal move of an exercise with its answer."""
    tutorial = TUTORIALS[kind]
    exercise = next(other for other in tutorial.exercises if other.name == name)
    state = tutorial.position(exercise)
    outcomes = (tutorial.outcome(state, move) for move in legal_moves(tutorial, state))
    return [
        (next((a for a in exercise.answers if a.fits(outcome)), exercise.answers[-1]), outcome)
        for outcome in outcomes
    ]


def answered_in(tutorial: Tutorial[Any], exercise: Exercise) -> Sequence[tuple[Answer, Outcome]]:
    kind = next(kind for kind, other in TUTORIALS.items() if other is tutorial)
    return answered(kind, exercise.name)


@of_every_exercise
def test_a_position_waits_for_who_learns(tutorial: Tutorial[Any], exercise: Exercise) -> None:
    assert tutorial.rules.to_act(tutorial.position(exercise)) == 0


@of_every_exercise
def test_every_answer_is_got_by_some_move(tutorial: Tutorial[Any], exercise: Exercise) -> None:
    names = {answer.name for answer, _ in answered_in(tutorial, exercise)}
    assert names == {answer.name for answer in exercise.answers}


@of_every_exercise
def test_an_answer_is_true_of_each_move_it_is_given_to(
    tutorial: Tutorial[Any], exercise: Exercise
) -> None:
    answers = answered_in(tutorial, exercise)
    assert [outcome for answer, outcome in answers if not answer.fits(outcome)] == []


@of_every_exercise
def test_the_right_move_is_one_of_several(tutorial: Tutorial[Any], exercise: Exercise) -> None:
    rights = [answer.name == RIGHT for answer, _ in answered_in(tutorial, exercise)]
    assert 0 < sum(rights) < len(rights)


@pytest.mark.parametrize("kind", TUTORIALS)
def test_a_tutorial_has_eight_to_ten_exercises(kind: str) -> None:
    names = [exercise.name for exercise in TUTORIALS[kind].exercises]
    assert 8 <= len(names) <= 10
    assert len({*names}) == len(names)
