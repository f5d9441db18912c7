"""The working board contains what the plan contains, and can undo what was put on it."""

from copy import deepcopy

from engine.castellan.pieces import walls_from
from engine.castellan.places import obstacle
from engine.castellan.plan import EMPTY
from engine.players.castellan.board import PlacedPiece, WallBoard, piece_of, placed, spot_of, tower
from tests.engine.castellan.kit.plans import pieces
from tests.engine.players.castellan.positions import plans


def test_a_piece_can_be_read_back_from_either_end() -> None:
    for piece in pieces("t0,0 t-3,7 s-1,2E s4,-4N l0,0E l-2,-9N"):
        assert piece_of(placed(piece)) == piece
    assert piece_of(PlacedPiece(spot_of((2, 0)), 3, 2)) == pieces("l0,0E")[0]
    assert piece_of(PlacedPiece(spot_of((0, 1)), 2, 1)) == pieces("s0,0N")[0]


def test_a_wall_fits_where_the_rules_let_it_stand_on_open_ground() -> None:
    for plan in plans()[::4]:
        bare = plan.with_courtyards(())
        board = WallBoard(bare)
        for at in plan.towers:
            for wall in (*walls_from("short", at), *walls_from("long", at)):
                if wall.at not in plan.middles:
                    assert board.fits(*placed(wall)) == (obstacle(bare, wall, None) is None)


def test_what_is_taken_back_leaves_no_trace() -> None:
    for plan in plans():
        board = WallBoard(plan)
        before = deepcopy((board.arms, board.middles, board.towers))
        steps = [PlacedPiece(max(board.towers), 1, 2), tower(max(board.towers) + 2048)]
        if board.fits(*steps[0]) and steps[1].spot not in board.arms:
            for step in steps:
                board.put(step)
            for step in reversed(steps):
                board.take_back(step)
        assert (board.arms, board.middles, board.towers) == before


def test_an_empty_plan_is_an_empty_board() -> None:
    assert not WallBoard(EMPTY).arms
