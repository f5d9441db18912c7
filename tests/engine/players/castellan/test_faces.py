"""A courtyard is a face, and the walk around it finds what counts."""

from engine.players.castellan.board import WallBoard, cell_of, edge_of, outside, walk
from tests.engine.castellan.kit.plans import plan
from tests.engine.players.castellan.positions import plans


def test_the_walk_round_a_courtyard_comes_by_the_towers_that_count() -> None:
    for shown in plans():
        board = WallBoard(shown)
        for courtyard in shown.courtyards:
            face = walk(board, *edge_of(shown, courtyard))
            assert face.count == shown.towers_of(courtyard)
            assert face.area == len(courtyard.cells)
            assert cell_of(face) == courtyard.name


def test_the_walk_round_everything_has_no_area_of_its_own() -> None:
    for shown in plans():
        enclosed = sum(len(courtyard.cells) for courtyard in shown.courtyards)
        assert outside(WallBoard(shown)).area == -enclosed


def test_space_is_where_a_tower_could_still_be_set_inside() -> None:
    shown = plan(
        """
        O-------O---O
        | a   a   a |
        O   .---O   O
        | a   a | a |
        O-------O---O
        """
    )
    assert walk(WallBoard(shown), *edge_of(shown, shown.courtyards[0])).space == 1


def test_points_without_anything_count_as_space() -> None:
    shown = plan(
        """
        O---O---O---O
        | a   a   a |
        O           O
        | a   a   a |
        O---O---O---O
        """
    )
    assert walk(WallBoard(shown), *edge_of(shown, shown.courtyards[0])).space == 2
