"""The test kit itself: pictures are read and drawn as they look."""

import pytest

from engine.castle.catalogue import standard_catalogue
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.castle.state import State
from engine.tiles.grid import bits
from engine.tiles.tile import Tile, turn_tile
from tests.engine.castle.kit.board_pictures import read_board, read_map, start_spaces
from tests.engine.castle.kit.boards import board_text, game, places, play, refusal, turns
from tests.engine.castle.kit.pictures import as_segments, draw_tile, read_tile
from tests.engine.pictures import read_pictures, turned_picture

STREET = (
    ".cph.",
    "ccphh",
    "cmphh",
    "ccphh",
    ".cph.",
)
TWO_TILES = """
         D     E
       ccctt tthhh
       ccctt tthhh
     5 cc+tt tt+hh
       hh+tt tt+hh
       hhhtt tthhh
"""
ROUND_TWO_TILES = """
...
...........
...........
...##......
............
...##.......
"""
BLIND = """
         D     E
       .ccc. .ccc.
       ccccc ccccc
     5 ccccc c+ppp
       ccccc ccccc
       .ccc. .ccc.
"""


def kinds_and_ports(*picture: str) -> list[tuple[str, list[int]]]:
    return [(segment.kind, segment.ports) for segment in read_tile(picture)]


def test_a_tile_is_read_port_by_port() -> None:
    court, path, house = read_tile(STREET)
    assert (court.kind, court.ports, court.markets) == ("court", [0, 8, 9, 11], 1)
    assert (path.kind, path.ports, path.fountain) == ("path", [1, 7], False)
    assert (house.kind, house.ports) == ("house", [2, 3, 5, 6])


def test_a_fountain_is_a_part_of_its_path() -> None:
    (path,) = [s for s in read_tile([row.replace("p", "f") for row in STREET]) if s.kind == "path"]
    assert path.fountain
    assert path.ports == [1, 7]


def test_equal_kinds_join_in_corners_unless_a_plus_separates() -> None:
    assert kinds_and_ports(
        "ttt+c",
        "t++cc",
        "+cccc",
        "tcccc",
        ".ccc.",
    ) == [
        ("tower", [0, 11]),
        ("court", [3, 5, 6, 8]),
        ("tower", [9]),
    ]


@pytest.mark.parametrize("row", ["xxxxx", "cccc", "cccccc"])
def test_a_picture_that_is_none_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match=r"letter|5 by 5"):
        read_tile([row] * 5)


def test_an_island_in_the_middle_of_a_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="hangs together with no side"):
        read_tile([".ccc.", "c+++c", "c+t+c", "c+++c", ".ccc."])


@pytest.mark.parametrize("tile", standard_catalogue().tiles, ids=lambda tile: tile.id)
def test_every_tiles_drawing_reads_back_as_the_tile(tile: Tile) -> None:
    in_order = sorted(tile.segments, key=lambda segment: segment.ports[0])
    assert as_segments(read_tile(draw_tile(tile.segments))) == in_order


@pytest.mark.parametrize("rotation", range(4))
def test_a_turned_picture_reads_as_the_turned_tile(rotation: int) -> None:
    tile = Tile("street", tuple(as_segments(read_tile(STREET))))
    read = as_segments(read_tile(turned_picture(STREET, rotation)))
    assert sorted(read) == sorted(turn_tile(tile, rotation, lambda _: 0).segments)


def test_a_board_is_read_cell_by_cell() -> None:
    pictures = read_board(TWO_TILES)
    assert list(pictures) == [(3, 4), (4, 4)]
    assert pictures[4, 4] == ("tthhh", "tthhh", "tt+hh", "tt+hh", "tthhh")


@pytest.mark.parametrize("text", ["D\n.ccc.", "x\n" + "ccccc\n" * 5])
def test_a_board_without_columns_or_whole_rows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="column letters"):
        read_board(text)


def test_tiles_side_by_side_are_read_as_a_row() -> None:
    assert read_pictures("\n".join(f"{row}  {row}" for row in STREET)) == {
        (0, 0): STREET,
        (1, 0): STREET,
    }


def test_a_map_marks_cells() -> None:
    assert read_map("#..\n..........#\n") == [(0, 0), (10, 1)]


def test_start_spaces_are_read_from_the_west_or_the_north() -> None:
    north, east, south, west = start_spaces(
        {"C9.N": "hpc", "L4.E": "hpc", "A4.S": "hpc", "A7.W": "hpc"}
    )
    for data, house, path, court in (
        (north, 8, 7, 6),
        (east, 11, 10, 9),
        (south, 0, 1, 2),
        (west, 3, 4, 5),
    ):
        ports = {segment.kind: segment.ports for segment in data.segments}
        assert ports == {"house": [house], "path": [path], "court": [court]}


def test_a_game_lays_the_tiles_and_joins_what_meets() -> None:
    state = game(TWO_TILES, followers="0 knight E5.WNW, 1 squire D5.SSW")
    (tower,) = [r for r in state.board.open_features() if r.kind == "tower" and r.followers]
    assert [state.board.grid.cells[cell] for cell in bits(tower.cells)] == [(3, 4), (4, 4)]
    assert [follower.seat for follower in tower.followers] == [0]
    assert state.supply == (5, 5)
    assert len(state.setup.catalogue.tiles) == 60


def test_a_path_that_ends_blind_is_no_board() -> None:
    with pytest.raises(ValueError, match="ends blind on side W"):
        game(BLIND.replace("ccccc c+ppp", "ccccc ppp+c"))
    assert places(game(BLIND)).count("F5") == 0


def test_kit_followers_need_their_kind_and_an_open_feature() -> None:
    with pytest.raises(AssertionError, match="is a house"):
        game(TWO_TILES, followers="0 knight D5.SSW")
    with pytest.raises(ValueError, match="completes the tower"):
        game(TWO_TILES, filled=ROUND_TWO_TILES, followers="0 knight E5.WNW")


def test_a_printed_board_is_read_as_the_same_board() -> None:
    state = game(TWO_TILES)
    assert {cell: read_tile(p) for cell, p in read_board(print_tiles(state)).items()} == {
        cell: read_tile(p) for cell, p in read_board(TWO_TILES).items()
    }


def print_tiles(state: State) -> str:
    return board_text(state).partition("followers:")[0]


def test_a_real_game_can_be_printed() -> None:
    state, _ = castle.begin("seed", {})
    for _ in range(12):
        state, _ = castle.apply(state, state.seat, next(legal_moves(state)))
    assert len(read_board(print_tiles(state))) == 12


def test_playing_goes_through_the_text_of_moves() -> None:
    state = game(TWO_TILES, draw="\n".join(STREET))
    assert places(state) == ["C5", "F5", "J2", "L4"]
    assert turns(state, "F5 r0") == ["", "merchant@NNW", "herald@N", "squire@NNE"]
    after, _ = play(state, "F5 r0 squire@NNE")
    assert (after.seat, after.supply) == (1, (5, 6))
    assert refusal(after, "F5 r0") == ("occupied", {"cell": "F5", "tile": "draw-1"})


def test_sixty_tiles_belong_to_a_game_however_few_are_left() -> None:
    state = game(TWO_TILES, draw="\n".join(STREET), left=3)
    assert len(set(state.setup.deck)) == len(state.setup.catalogue.tiles) == 60
    assert castle.view(state, None).tiles_left == len(castle.view(state, None).unseen) == 3
    with pytest.raises(ValueError, match="63 tiles"):
        game(filled="\n".join(["#" * 12] * 5), left=2)
