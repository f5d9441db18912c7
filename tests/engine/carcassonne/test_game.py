"""Carcassonne is a game that the rest of the project can play."""

import json
from random import Random

import pytest

from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Move
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.state import State
from engine.errors import IllegalMove
from engine.questions import Question, walk
from tests.engine.carcassonne.kit.positions import POSITIONS


def asked(state: State) -> set[Move]:
    """Every move that the questions lead to."""
    found, parts = set(), [list[tuple[str, str]]()]
    while parts:
        chosen = parts.pop()
        question = carcassonne.question(state, chosen)
        if question is None:
            found.add(carcassonne.assemble(chosen))
        else:
            parts += [[*chosen, (question.step, token)] for token in question.choices]
    return found


@pytest.mark.parametrize("state", POSITIONS[:-1:9])
def test_the_questions_lead_to_exactly_the_legal_moves(state: State) -> None:
    assert asked(state) == set(legal_moves(state))


def test_all_but_the_cell_goes_without_saying() -> None:
    state = POSITIONS[30]
    first = carcassonne.question(state, [])
    assert isinstance(first, Question)
    assert (first.step, first.default) == ("cell", None)
    for cell in first.choices:
        whole = walk(lambda chosen: carcassonne.question(state, chosen), [("cell", cell)])
        assert whole.open is None
        move = carcassonne.assemble(whole.parts)
        assert move.follower is None
        carcassonne.apply(state, state.seat, move)


def test_cells_are_offered_from_north_to_south_and_west_to_east() -> None:
    first = carcassonne.question(POSITIONS[30], [])
    assert first is not None
    cells = [tuple(map(int, name.split(","))) for name in first.choices]
    assert cells == sorted(cells, key=lambda cell: (-cell[1], cell[0]))


def test_the_whole_turn_is_predictable_while_there_is_one() -> None:
    assert carcassonne.predictable(POSITIONS[3], []) == carcassonne.question(POSITIONS[3], [])
    assert carcassonne.predictable(POSITIONS[-1], []) is None
    assert carcassonne.predictable_steps == ("cell", "rotation", "follower")


def test_every_legal_move_applies_and_reads_back() -> None:
    for state in POSITIONS[:-1:12]:
        before = carcassonne.encode(state)
        for move in legal_moves(state):
            assert carcassonne.parse_move(carcassonne.move_text(move)) == move
            carcassonne.apply(state, state.seat, move)
        assert carcassonne.encode(state) == before


def test_illegal_moves_are_refused_with_serialisable_facts() -> None:
    """Any equal-looking rotation is accepted (C5), so those that look like a legal one are left
    out."""
    refused, chance = 0, Random(1)
    for state in POSITIONS[:-1:6]:
        legal = set(legal_moves(state))
        assert state.drawn is not None
        distinct = state.setup.catalogue.rotations[state.drawn]
        for move in chance.sample(sorted(legal, key=str), 4):
            others = {
                one._replace(placement=one.placement._replace(rotation=rotation))
                for one in chance.sample(sorted(legal, key=str), min(20, len(legal)))
                for rotation in distinct
            } | {one._replace(follower=move.follower) for one in legal}
            for other in others - legal:
                with pytest.raises(IllegalMove) as refusal:
                    carcassonne.apply(state, state.seat, other)
                assert json.dumps(refusal.value.facts)
                refused += 1
    assert refused > 500
