"""The questions of every game lead to its legal moves, and to nothing else."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from engine.questions import Part, walk
from tests.engine.conformance.candidates import SOME, Candidate
from tests.engine.conformance.playing import random_move

# All ways of choosing are tried if there are at most this many legal moves.
FEW = 150
# They separate and name what stands beside tokens in the id of a button.
NOT_IN_TOKENS = ("~", "=")


def ways(candidate: Candidate, state: Any, chosen: tuple[Part, ...] = ()) -> Iterator[Any]:
    """Every move that can be chosen, once for each way to choose it."""
    question = candidate.rules.question(state, chosen)
    if question is None:
        yield candidate.rules.assemble(chosen)
        return
    for token in question.choices:
        yield from ways(candidate, state, (*chosen, (question.step, token)))


def test_questions_lead_to_every_legal_move_exactly_once(candidate: Candidate) -> None:
    for step in candidate.steps(3 * SOME):
        legal = candidate.adapter.list_moves(step.state)
        if legal is not None and len(legal) <= FEW:
            moves = list(ways(candidate, step.state))
            assert len(moves) == len(legal)
            assert set(moves) == set(legal)


def test_every_choice_can_be_completed_to_a_move_that_applies(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    for step in candidate.steps(3 * SOME):
        chosen: tuple[Part, ...] = ()
        while (question := rules.question(step.state, chosen)) is not None:
            for token in chance.sample(question.choices, min(3, len(question.choices))):
                begun = (*chosen, (question.step, token))
                move = random_move(rules, step.state, chance, begun)
                rules.apply(step.state, step.seat, move)
                assert rules.parts(move)[: len(begun)] == begun
            chosen = begun


def test_a_move_is_made_of_its_parts(candidate: Candidate) -> None:
    rules = candidate.rules
    for step in candidate.steps(3):
        for move in step.legal:
            parts = rules.parts(move)
            assert rules.assemble(parts) == move
            assert len({name for name, _ in parts}) == len(parts)


def test_the_move_that_is_played_is_among_what_was_asked(candidate: Candidate) -> None:
    for step in candidate.steps():
        assert candidate.asks_for(step.state, step.move)


def test_choices_are_distinct_and_include_the_questions_default(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for step in candidate.steps(2):
        for question in candidate.questions(step.state, rules.parts(step.move)):
            assert len(set(question.choices)) == len(question.choices) > 0
            assert question.default is None or question.default in question.choices
            for token in question.choices:
                assert token
                assert token.isprintable()
                assert not any(sign in token for sign in NOT_IN_TOKENS)


def test_defaults_complete_a_move_as_far_as_possible(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for step in candidate.steps(SOME):
        wanted = rules.parts(step.move)
        for number in range(len(wanted) + 1):
            come = walk(partial(rules.question, step.state), wanted[:number])
            assert come.parts[:number] == wanted[:number]
            if come.open is None:
                rules.apply(step.state, step.seat, rules.assemble(come.parts))
            else:
                assert come.open.default is None
                assert number < len(wanted)
