"""Carcassonne is a game that the rest of the project can play."""

from engine.carcassonne.rules import carcassonne
from engine.questions import Question, walk
from tests.engine.carcassonne.kit.positions import POSITIONS


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
    assert carcassonne.predictions.question(POSITIONS[3], []) == carcassonne.question(
        POSITIONS[3], []
    )
    assert carcassonne.predictions.question(POSITIONS[-1], []) is None
    assert carcassonne.predictions.steps == ("cell", "rotation", "follower")
