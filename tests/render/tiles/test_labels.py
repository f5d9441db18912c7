"""Labels find room near what they refer to, on a board of ten by ten cells."""

from dataclasses import dataclass, replace
from itertools import combinations

import pytest

from engine.tiles.grid import Cell
from render.board.labels import Labels, labels_beside, seat_badge
from render.board.scene import BoardLook
from render.picture.scene import Point, Size
from render.subject import Subject
from render.tiles.board.board import TileBoard, close_up
from tests.render.lettered import apart, plate

CELL = 90
SIZE = 30
MIDDLE = (450, 450)


@dataclass(frozen=True)
class Squares:
    cell: int = CELL
    size: Size = (10 * CELL, 10 * CELL)

    def cell_origin(self, cell: Cell) -> Point:
        return cell[0] * CELL, cell[1] * CELL


BOARD: TileBoard[None, object, Squares] = TileBoard(
    Subject(None),
    {},
    (),
    Squares(),
    BoardLook(),
    lambda tile, segment: (0.5, 0.5),
    lambda tile, segment: [(0.5, 0.5)],
    (0, 0, 10 * CELL, 10 * CELL),
)


def distance(first: Point, second: Point) -> int:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def test_a_label_stands_on_its_place_if_nothing_else_does() -> None:
    assert Labels(BOARD).place_upon("12", [MIDDLE], SIZE) == MIDDLE


def test_a_label_leaves_a_follower_visible() -> None:
    place = labels_beside(BOARD, [MIDDLE]).place_upon("12", [MIDDLE], SIZE)
    assert CELL / 4 < distance(place, MIDDLE) < CELL


def test_the_first_place_with_room_is_taken() -> None:
    labels = labels_beside(BOARD, [MIDDLE])
    assert labels.place_upon("12", [MIDDLE, (90, 90)], SIZE) == (90, 90)


def test_labels_sharing_a_place_never_overlap() -> None:
    labels = labels_beside(BOARD, [MIDDLE])
    places = [labels.place_beside(["road 10", "2 open"], [MIDDLE], SIZE) for _ in range(12)]
    plates = [
        plate(seat_badge(line, at, SIZE, 0))
        for pair in places
        for line, at in zip(["road 10", "2 open"], pair, strict=True)
    ]
    assert all(apart(first, second) for first, second in combinations(plates, 2))


def test_labels_prefer_covering_a_follower_to_standing_far_away() -> None:
    crowd = [(x, y) for x in range(0, 900, 45) for y in range(0, 900, 45)]
    labels = labels_beside(BOARD, crowd)
    assert distance(labels.place_upon("12", [MIDDLE], SIZE), MIDDLE) < CELL / 2


def test_a_label_on_a_feature_takes_the_first_place_where_it_covers_nothing() -> None:
    labels = Labels(BOARD)
    labels.avoid(MIDDLE, 0.25)
    assert labels.place_on("12", [MIDDLE, (480, 450), (600, 450)], SIZE) == ((600, 450), None)


def test_a_label_without_room_on_its_feature_is_led_to_it() -> None:
    labels = Labels(BOARD)
    labels.avoid(MIDDLE, 1)
    place = labels.place_on("12", [MIDDLE, (440, 450)], SIZE)
    assert place is not None
    at, end = place
    assert distance(at, MIDDLE) > CELL / 2
    assert end in (MIDDLE, (440, 450))


def test_a_label_beside_its_feature_needs_no_line() -> None:
    labels = Labels(BOARD)
    labels.avoid(MIDDLE, 0.25)
    place = labels.place_on("12", [MIDDLE, (450, 425)], SIZE)
    assert place is not None
    assert place[1] is None


@pytest.mark.parametrize(
    ("tiles", "shift"),
    [
        ([], (0, 0)),
        ([(6, 5)], (0.5, 0)),
        ([(4, 5), (6, 5)], (0, 0)),
        ([(4, 4), (5, 4)], (-0.5, -0.5)),
        ([(7, 5)], (0, 0)),
    ],
)
def test_a_close_up_leans_towards_the_tiles_around(
    tiles: list[Cell], shift: tuple[float, float]
) -> None:
    left, top, right, bottom = close_up(Squares(), (5, 5), tiles)
    middle = ((left + right) / 2 / CELL - 5.5, (top + bottom) / 2 / CELL - 5.5)
    assert middle == pytest.approx(shift, abs=0.02)


def test_a_feature_that_is_not_shown_has_no_label() -> None:
    part = replace(BOARD, window=(450, 0, 900, 900))
    assert Labels(part).place_on("12", [(90, 90)], SIZE) is None


@pytest.mark.parametrize("x", range(405, 500, 5))
def test_labels_at_the_edge_of_a_window_show_whole_or_not_at_all(x: int) -> None:
    part = replace(BOARD, window=(450, 0, 900, 900))
    (place,) = Labels(part).place_beside(["city 12"], [(x, 450)], SIZE)
    left, _, right, _ = plate(seat_badge("city 12", place, SIZE, 0))
    assert left >= 450 if x >= 450 else right <= 450


def test_a_place_that_is_seen_goes_before_one_that_is_not() -> None:
    part = replace(BOARD, window=(450, 0, 900, 900))
    assert Labels(part).place_upon("12", [(90, 90), (600, 600)], SIZE) == (600, 600)
