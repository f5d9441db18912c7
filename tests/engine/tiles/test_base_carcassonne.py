"""The kernel supports base Carcassonne too: fields in thirds beside roads, and cities."""

from engine.tiles.board import Board
from engine.tiles.feature import Follower
from engine.tiles.grid import ClosedGrid, bits
from engine.tiles.tile import Segment, Tile, TurnedTile, turn_tile

# 0 1 2 3 4 5 6 7 8 9 10 11
GRID = ClosedGrid(tuple((x, y) for y in range(3) for x in range(4)))
LABELS = {"field": 0, "road": 1, "city": 2}


def edge_label(kinds: tuple[str | None, str | None, str | None]) -> int:
    """A side matches by its middle: road with road, city with city, field with field."""
    assert kinds[1] is not None
    return LABELS[kinds[1]]


def tile(*segments: Segment, rotation: int = 0) -> TurnedTile:
    return turn_tile(Tile("tile", segments), rotation, edge_label)


# A road west to east, a field north and a field south of it.
STREET = tile(
    Segment("field", (11, 0, 1, 2, 3)),
    Segment("road", (4, 10)),
    Segment("field", (5, 6, 7, 8, 9)),
)
# A cloister: the road from the west ends, one field goes all around.
STREET_END = tile(Segment("road", (10,)), Segment("field", (11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)))
MEADOW = tile(Segment("field", tuple(range(12))))
CITY_NORTH = (Segment("city", (0, 1, 2)), Segment("field", (3, 4, 5, 6, 7, 8, 9, 10, 11)))
PENNANT_SOUTH = tile(Segment("city", (6, 7, 8), 1), Segment("field", (9, 10, 11, *range(6))))
CITY_SOUTH = tile(Segment("city", (6, 7, 8)), Segment("field", (9, 10, 11, *range(6))))
CURVE = (
    Segment("road", (7, 10)),
    Segment("field", (8, 9)),
    Segment("field", (11, *range(7))),
)

EMPTY = Board.empty(GRID, len(LABELS))


def lay(board: Board, *tiles: tuple[int, TurnedTile]) -> Board:
    for cell, laid in tiles:
        board = board.lay(board.meet(cell, laid))
    return board


def features(board: Board, kind: str) -> list[list[int]]:
    return sorted(bits(feature.cells) for feature in board.open_features() if feature.kind == kind)


def test_the_label_of_a_side_turns_with_the_tile() -> None:
    assert STREET.edges == (0, 1, 0, 1)
    assert tile(*CITY_NORTH, rotation=1).edges == (0, 2, 0, 0)
    assert tile(*CITY_NORTH, rotation=3).edges == (0, 0, 0, 2)
    assert tile(*CURVE, rotation=2).edges == (1, 1, 0, 0)


def test_a_road_divides_a_side_into_itself_and_two_field_thirds() -> None:
    board = lay(EMPTY, (4, STREET), (5, STREET))
    assert features(board, "road") == [[4, 5]]
    assert features(board, "field") == [[4, 5], [4, 5]]


def test_a_roads_end_rejoins_the_fields_on_both_sides() -> None:
    meeting = lay(EMPTY, (4, STREET), (5, STREET)).meet(6, STREET_END)
    _, field = meeting.joined
    assert bits(field.cells) == [4, 5, 6]
    board = lay(EMPTY, (4, STREET), (5, STREET), (6, STREET_END))
    assert features(board, "field") == [[4, 5, 6]]


def test_neighbouring_tiles_rejoin_the_fields_beside_a_road() -> None:
    """Meadows lead around the end of the street's row."""
    board = lay(EMPTY, (4, STREET), (5, STREET), (0, MEADOW), (1, MEADOW), (2, MEADOW), (9, MEADOW))
    assert features(board, "field") == [[0, 1, 2, 4, 5], [4, 5, 9]]
    board = lay(board, (10, MEADOW), (3, MEADOW), (11, MEADOW), (7, MEADOW))
    assert features(board, "field") == [[0, 1, 2, 3, 4, 5, 7, 9, 10, 11]]


def test_tiles_fit_where_the_edges_are_of_one_kind() -> None:
    board = lay(EMPTY, (5, STREET))
    assert bits(board.room_for(STREET)) == [1, 4, 6, 9]
    assert bits(board.room_for(MEADOW)) == [1, 9]
    assert bits(board.room_for(tile(*CITY_NORTH))) == [1]
    assert bits(board.room_for(CITY_SOUTH)) == [9]
    city = lay(EMPTY, (9, tile(*CITY_NORTH)))
    assert bits(city.room_for(CITY_SOUTH)) == [5, 8, 10]
    assert bits(city.room_for(MEADOW)) == [8, 10]


def test_a_city_of_two_tiles_closes_with_its_pennant_and_knight() -> None:
    meeting = lay(EMPTY, (9, tile(*CITY_NORTH))).meet(5, PENNANT_SOUTH)
    meeting = meeting.with_follower(1, 0)
    (city,) = [closing.feature for closing in meeting.closed]
    assert (city.kind, city.size, city.marks) == ("city", 2, 1)
    assert city.followers == (Follower(1, 66),)


def test_a_loop_of_four_curves_divides_the_inner_and_outer_field() -> None:
    curves = [tile(*CURVE, rotation=turns) for turns in range(4)]
    board = lay(EMPTY, (1, curves[3]), (2, curves[0]), (6, curves[1]))
    meeting = board.meet(5, curves[2])
    assert sorted(closing.feature.kind for closing in meeting.closed) == ["field", "road"]
    assert {closing.feature.cells for closing in meeting.closed} == {0b1100110}
    board = board.lay(meeting)
    assert features(board, "field") == [[1, 2, 5, 6]]


def test_a_city_does_not_join_a_field_that_it_meets_nowhere() -> None:
    """The city's tile has one field all round the city: both stay apart on the tile."""
    board = lay(EMPTY, (9, tile(*CITY_NORTH)), (8, MEADOW))
    assert features(board, "city") == [[9]]
    assert features(board, "field") == [[8, 9]]


def test_a_segment_without_ports_is_not_closed_by_neighbours() -> None:
    """A cloister is completed by the tiles around it, which the game has to check."""
    cloister = tile(Segment("cloister", ()), Segment("field", tuple(range(12))))
    meeting = EMPTY.meet(5, cloister)
    assert meeting.closed == []
    assert (meeting.joined[0].kind, meeting.joined[0].open) == ("cloister", ())
    assert meeting.with_follower(1, 0).joined[0].followers == (Follower(1, 60),)
