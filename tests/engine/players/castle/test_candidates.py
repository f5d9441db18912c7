"""The candidates of The Castle are legal, and complete."""

from engine.castle.choices import legal_moves
from engine.castle.game import castle
from engine.castle.moves import AnotherTurn, Turn
from engine.castle.placing import placements
from engine.players.castle.candidates import candidates
from tests.engine.castle.kit.boards import game
from tests.engine.players.castle.games import steps

HELD = ((2, 3), (2, 3))


def test_every_candidate_is_legal_and_every_placement_is_among_them() -> None:
    for step in steps("candidates"):
        state = step.state._replace(held=HELD)
        found = [one.move for one in candidates(state)]
        assert set(found) <= set(legal_moves(state))
        placed = {move.placement for move in found if isinstance(move, Turn)}
        assert placed == set(placements(state))


def test_the_best_comes_first() -> None:
    for step in steps("order"):
        worths = [one.worth for one in candidates(step.state)]
        assert worths == sorted(worths, reverse=True)


def test_another_turn_is_taken_rather_than_kept() -> None:
    state = game(held=([1], []))._replace(phase="again", drawn=None)
    assert [one.move for one in candidates(state)] == [AnotherTurn(True), AnotherTurn(False)]


def test_without_a_follower_left_none_is_placed() -> None:
    state, _ = castle.begin("supply", castle.settle_options({}), 0)
    found = [one.move for one in candidates(state._replace(supply=(0, 6)))]
    assert all(isinstance(move, Turn) and move.follower is None for move in found)
