"""Features on a board: they grow, merge, close and are bounded as tiles are laid."""

import pytest

from engine.tiles.board import Board, Meeting
from engine.tiles.feature import SEGMENTS, Feature, Follower, oldest_first
from engine.tiles.grid import ClosedGrid, bits
from engine.tiles.tile import Segment, Tile, TurnedTile, turn_tile

# 0 1 2 3 4 5 6 7 8
SQUARE = ClosedGrid(tuple((x, y) for y in range(3) for x in range(3)))
ALL = (0, 2, 3, 5, 6, 8, 9, 11)


def tile(*segments: tuple[str, tuple[int, ...]], rotation: int = 0) -> TurnedTile:
    made = Tile("tile", tuple(Segment(kind, ports, 1) for kind, ports in segments))
    return turn_tile(made, rotation, lambda kinds: int(kinds[1] is not None))


RED = tile(("red", ALL))
BLUE = tile(("blue", ALL))
RED_EAST_AND_WEST = tile(("red", (3, 5)), ("blue", (0, 2, 6, 8)), ("red", (9, 11)))
RED_CORNER = tile(("red", (3, 5, 6, 8)), ("blue", (0, 2, 9, 11)))


def lay(board: Board, *tiles: tuple[int, TurnedTile]) -> Board:
    for cell, laid in tiles:
        board = board.lay(board.meet(cell, laid))
    return board


def cells(feature: Feature) -> list[int]:
    return bits(feature.cells)


def closed_features(meeting: Meeting) -> list[tuple[str, list[int]]]:
    return [(feature.kind, cells(feature)) for feature, _ in meeting.closed]


EMPTY = Board.empty(SQUARE, 2)


def test_a_single_tile_is_open_to_every_empty_neighbour() -> None:
    (feature,) = lay(EMPTY, (4, RED)).open_features()
    assert (feature.kind, cells(feature), feature.size, feature.marks) == ("red", [4], 1, 1)
    assert sorted(feature.open) == [48 + port for port in ALL]


def test_towards_the_border_a_feature_is_not_open() -> None:
    (feature,) = lay(EMPTY, (0, RED)).open_features()
    assert sorted(feature.open) == [3, 5, 6, 8]


def test_equal_kinds_join_and_others_bound_each_other() -> None:
    board = lay(EMPTY, (4, RED), (5, RED), (3, BLUE))
    sizes = sorted(
        (feature.kind, cells(feature), feature.marks) for feature in board.open_features()
    )
    assert sizes == [("blue", [3], 1), ("red", [4, 5], 2)]
    (red,) = [feature for feature in board.open_features() if feature.kind == "red"]
    assert sorted(red.open) == [48, 50, 54, 56, 60, 62, 66, 68]


def test_halves_meet_third_by_third() -> None:
    north_half = tile(("red", (0, 2, 11)), ("blue", (3, 5, 6, 8, 9)))
    meeting = lay(EMPTY, (3, RED)).meet(4, north_half)
    assert [cells(feature) for feature in meeting.joined] == [[3, 4], [4]]


def test_a_feature_met_on_two_sides_is_counted_once() -> None:
    board = lay(EMPTY, (0, RED), (1, RED), (3, RED))
    meeting = board.meet(4, RED)
    assert cells(meeting.joined[0]) == [0, 1, 3, 4]
    assert meeting.joined[0].marks == 4
    assert len(lay(board, (4, RED)).open_features()) == 1


def test_two_segments_of_a_tile_join_through_a_neighbour() -> None:
    ring = ((0, RED), (1, RED), (2, RED), (3, RED), (5, RED))
    meeting = lay(EMPTY, *ring).meet(4, RED_EAST_AND_WEST)
    first, middle, last = meeting.joined
    assert first is last
    assert (cells(first), first.marks, first.size) == ([0, 1, 2, 3, 4, 5], 7, 6)
    assert cells(middle) == [4]


def test_features_that_were_apart_become_one() -> None:
    board = lay(EMPTY, (3, RED), (5, RED))
    assert len(board.open_features()) == 2
    meeting = board.meet(4, tile(("red", (3, 5, 9, 11)), ("blue", (0, 2, 6, 8))))
    assert cells(meeting.joined[0]) == [3, 4, 5]
    assert meeting.joined[0].marks == 3


def test_three_features_merge_in_any_order_of_meeting() -> None:
    """The two segments first meet separate features, then one that contains both."""
    left_and_top = tile(("red", (0, 2)), ("red", (3, 5)), ("red", (6, 8, 9, 11)))
    board = lay(EMPTY, (1, RED), (5, RED), (3, RED), (7, RED))
    meeting = board.meet(4, left_and_top)
    assert [cells(feature) for feature in meeting.joined] == [[1, 4], [4, 5], [3, 4, 7]]
    board = lay(board, (8, RED))
    meeting = board.meet(4, left_and_top)
    assert meeting.joined[1] is meeting.joined[2]
    assert cells(meeting.joined[1]) == [3, 4, 5, 7, 8]
    meeting = lay(board, (2, RED)).meet(4, left_and_top)
    assert meeting.joined[0] is meeting.joined[1] is meeting.joined[2]


def test_a_loop_closes() -> None:
    corners = [tile(("red", (4, 7)), rotation=turns) for turns in range(4)]
    board = lay(EMPTY, (0, corners[0]), (1, corners[1]), (4, corners[2]))
    meeting = board.meet(3, corners[3])
    assert closed_features(meeting) == [("red", [0, 1, 3, 4])]
    assert lay(board, (3, corners[3])).open_features() == []


def test_a_feature_is_closed_by_a_tile_that_does_not_join_it() -> None:
    board = lay(EMPTY, (0, RED), (1, BLUE))
    meeting = board.meet(3, BLUE)
    assert closed_features(meeting) == [("red", [0])]
    ((before, after), *_) = [pair for pair in meeting.bounded if pair[0].kind == "red"]
    assert (sorted(before.open), after.open) == ([6, 8], ())
    assert [feature.kind for feature in lay(board, (3, BLUE)).open_features()] == ["blue"] * 2


def test_a_feature_bounded_on_one_side_stays_open_on_the_others() -> None:
    board = lay(EMPTY, (4, RED), (3, BLUE))
    (red,) = [feature for feature in board.open_features() if feature.kind == "red"]
    assert sorted(red.open) == [48, 50, 51, 53, 54, 56]
    assert board.facing[48] is red
    assert 57 not in board.facing


def test_closed_features_come_first_and_name_their_lowest_port() -> None:
    board = lay(EMPTY, (4, BLUE), (2, BLUE), (6, BLUE), (3, RED_EAST_AND_WEST))
    meeting = lay(board, (1, BLUE)).meet(0, RED_CORNER)
    assert [(feature.kind, spot) for feature, spot in meeting.closed][:1] == [("red", 3)]


@pytest.mark.parametrize("first", [0, 1])
def test_closed_features_of_two_segments_name_the_lower_port(first: int) -> None:
    segments: list[tuple[str, tuple[int, ...]]] = [("red", (3, 5)), ("red", (9, 11))]
    middle = tile(segments[first], ("blue", (0, 2, 6, 8)), segments[1 - first])
    around = lay(EMPTY, *((cell, RED) for cell in range(9) if cell != 4))
    (red,) = [closing for closing in around.meet(4, middle).closed if closing.feature.kind == "red"]
    assert (red.feature.size, red.spot) == (9, 4 * 12 + 3)


def test_bounded_features_are_named_by_the_first_port_around_it() -> None:
    board = lay(EMPTY, (1, RED), (0, BLUE), (2, BLUE))
    (closing,) = [
        closing for closing in board.meet(4, BLUE).closed if closing.feature.kind == "red"
    ]
    assert closing.spot == 1 * 12 + 8


def test_a_segment_without_an_open_side_is_closed_at_once() -> None:
    meeting = EMPTY.meet(0, tile(("red", (0, 2, 9, 11)), ("blue", (3, 5, 6, 8))))
    assert closed_features(meeting) == [("red", [0])]
    assert meeting.closed[0].spot == 0


def test_a_follower_stands_on_one_segments_feature_only() -> None:
    board = lay(EMPTY, (3, RED))
    meeting = board.meet(4, RED_EAST_AND_WEST).with_follower(1, 2)
    assert [feature.followers for feature in meeting.joined] == [(), (), (Follower(1, 57),)]
    board = board.lay(meeting)
    assert board.facing[36].followers == (Follower(1, 57),)
    assert board.facing[51].followers == ()


def test_a_follower_on_a_closing_region_is_on_the_closed_feature() -> None:
    meeting = EMPTY.meet(0, tile(("red", (0, 2, 9, 11)), ("blue", (3, 5, 6, 8))))
    meeting = meeting.with_follower(0, 0)
    assert meeting.closed[0].feature.followers == (Follower(0, 0),)
    assert meeting.joined[1].followers == ()


def test_followers_of_merged_features_stand_together() -> None:
    first = EMPTY.meet(3, RED).with_follower(0, 0)
    board = EMPTY.lay(first)
    second = board.meet(5, RED).with_follower(1, 0)
    meeting = board.lay(second).meet(4, RED)
    assert sorted(meeting.joined[0].followers) == [Follower(0, 36), Follower(1, 60)]


def test_features_are_told_apart_by_their_first_segments() -> None:
    """Where two merge, the older one lives on."""
    board = lay(EMPTY, (4, BLUE), (5, RED), (3, RED))
    assert [(feature.first, cells(feature)) for feature in oldest_first(board.features())] == [
        (0, [4]),
        (SEGMENTS, [5]),
        (2 * SEGMENTS, [3]),
    ]
    _, red = oldest_first(lay(board, (0, RED), (1, RED), (2, RED)).features())
    assert (red.first, cells(red)) == (SEGMENTS, [0, 1, 2, 3, 5])
    assert bits(red.segments) == [number * SEGMENTS for number in (1, 2, 3, 4, 5)]


def test_a_tile_tells_which_earlier_features_it_joins() -> None:
    board = lay(EMPTY, (3, RED), (5, RED), (1, BLUE))
    meeting = board.meet(4, RED)
    left = board.facing[36 + 3]
    right = board.facing[60 + 9]
    assert meeting.parts_of(meeting.joined[0]) == [right, left]


def test_a_closed_feature_stays_known() -> None:
    board = lay(EMPTY, (0, RED), (1, BLUE), (3, BLUE))
    assert [(feature.kind, feature.open) for feature in board.closed.values()] == [("red", ())]
    assert [feature.kind for feature in board.features()] == ["blue", "blue", "red"]


def test_a_segment_without_ports_is_closed_from_the_beginning() -> None:
    inner = tile(("green", ()), ("red", ALL))
    board = lay(EMPTY, (4, inner), (5, inner))
    green = [feature for feature in board.features() if feature.kind == "green"]
    assert [cells(feature) for feature in green] == [[4], [5]]
    assert [*board.closed.values()] == green


def test_followers_go_home_from_closed_features() -> None:
    meeting = EMPTY.meet(0, tile(("red", (0, 2, 9, 11)), ("blue", (3, 5, 6, 8))))
    meeting = meeting.with_follower(1, 1).with_follower(0, 0)
    board = EMPTY.lay(meeting)
    assert board.closed[0].followers == (Follower(0, 0),)
    after = board.without_followers([meeting.joined[0]])
    assert after.closed[0].followers == ()
    assert after.facing == board.facing


def test_what_lies_beside_a_feature_is_carried_along() -> None:
    """A wall of red between green above and below; it touches the green above on each tile."""
    made = Tile(
        "wall",
        (Segment("green", (0, 1, 2)), Segment("red", (3, 4, 5, 9, 10, 11)), Segment("sand", ())),
        beside=(0, 0b001, 0b010),
    )
    wall = turn_tile(made, 0, lambda kinds: 0)
    board = lay(EMPTY, (3, wall), (5, wall))
    meeting = board.meet(4, wall)
    assert bits(meeting.joined[1].beside) == [0, SEGMENTS, 2 * SEGMENTS]
    assert meeting.features_beside(meeting.joined[1]) == [meeting.joined[0]]
    assert meeting.features_beside(meeting.joined[0]) == []
    *_, sand = oldest_first(feature for feature in board.features() if feature.kind == "sand")
    assert bits(sand.beside) == [SEGMENTS + 1]


def test_a_thing_on_one_tile_is_on_the_whole_feature() -> None:
    well = frozenset(["well"])
    made = Tile("well", (Segment("red", ALL), Segment("sand", ())), things=(well, frozenset()))
    board = lay(EMPTY, (3, RED), (4, turn_tile(made, 0, lambda kinds: 0)), (5, RED), (0, BLUE))
    things = {feature.kind: feature.things for feature in board.features()}
    assert things == {"red": well, "blue": frozenset(), "sand": frozenset()}


def test_a_board_that_forgets_keeps_what_can_still_grow() -> None:
    board = lay(Board.empty(SQUARE, 2, forgets=True), (0, RED), (1, BLUE), (3, BLUE))
    assert board.closed == {}
    assert {feature.segments for feature in board.open_features()} == {0}


def test_a_tile_fits_only_beside_placed_tiles() -> None:
    assert EMPTY.room_for(RED) == 0
    board = lay(EMPTY, (4, RED))
    assert bits(board.room_for(RED)) == [1, 3, 5, 7]
    assert bits(lay(board, (1, RED)).room_for(RED)) == [0, 2, 3, 5, 7]


def test_a_tile_fits_where_all_meeting_side_labels_are_equal() -> None:
    path_east = tile(("red", (4,)))
    board = lay(EMPTY, (3, path_east))
    assert bits(board.room_for(RED)) == [0, 6]
    assert bits(board.room_for(path_east)) == [0, 6]
    assert bits(board.room_for(tile(("red", (10,))))) == [0, 4, 6]
    assert bits(board.room_for(tile(("red", (1, 4, 7, 10))))) == [4]


def test_a_board_is_a_value_and_laying_makes_another() -> None:
    before = lay(EMPTY, (4, RED))
    kept = dict(before.facing)
    lay(before, (5, RED))
    assert before.facing == kept
    assert set(before.laid) == {4}


def test_border_cells_carry_tiles_from_the_beginning() -> None:
    grid = ClosedGrid(SQUARE.cells, (((1, 0), 0),))
    board = lay(Board.empty(grid, 2), (9, tile(("red", (6, 8)))))
    assert bits(board.room_for(RED)) == [1]
    assert cells(board.meet(1, RED).joined[0]) == [1, 9]
    assert board.meet(1, RED).joined[0].size == 2
