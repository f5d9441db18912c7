"""R16, R25 and R27: the keep, and what the larger one is worth when the game ends."""

import pytest

from engine.castle.events import FinalScored, KeepMoved
from engine.castle.rules import castle
from tests.engine.castle.kit.boards import final, game, only, play, scorings

HOUSE = """
         D
       .ccc.
       ccchh
     5 ccchh
       ccchh
       .ccc.
"""
HOUSE_END = """
    .ccc.
    hhccc
    hhccc
    hhccc
    .ccc.
"""
TWO_HOUSES = """
         D     E     F     G
       ..... .ccc. ..... .....
             ccccc
     6       ccccc
             cchcc
       ..... .hhh. ..... .....
       .ccc. ..... .ccc. .ccc.
       ccchh       hhhhh hhccc
     5 ccchh       hhhhh hhccc
       ccchh       hhhhh hhccc
       .ccc. ..... .ccc. .ccc.
"""


def test_r16_the_first_house_a_player_scores_gets_the_keep() -> None:
    state = game(HOUSE, draw=HOUSE_END, followers="0 squire D5.E")
    assert castle.view(state, None).keeps == (None, None)
    state, events = play(state, "E5 r0")
    assert only(events, KeepMoved) == [KeepMoved(0, (3, 4), 2)]
    keep, other = castle.view(state, None).keeps
    assert keep is not None
    assert (keep.tiles, keep.cell, other) == (2, (3, 4), None)


@pytest.mark.parametrize(("tiles", "moves"), [(1, True), (2, False), (3, False)])
def test_r16_the_keep_moves_to_a_house_with_more_tiles_only(tiles: int, moves: bool) -> None:
    state = game(HOUSE, draw=HOUSE_END, followers="1 squire D5.E", keeps=((1, "A9"), (tiles, "B9")))
    state, events = play(state, "E5 r0")
    assert scorings(events) == [("house", 1, 2)]
    first, second = castle.view(state, None).keeps
    assert first is not None
    assert second is not None
    assert (first.tiles, first.cell) == (1, (0, 0))
    assert only(events, KeepMoved) == ([KeepMoved(1, (3, 4), 2)] if moves else [])
    assert (second.tiles, second.cell) == ((2, (3, 4)) if moves else (tiles, (1, 0)))


@pytest.mark.parametrize("seat", [0, 1])
def test_r16_the_opponents_keep_stays_where_it_is(seat: int) -> None:
    state = game(
        HOUSE, draw=HOUSE_END, followers=f"{seat} squire D5.E", keeps=((1, "A9"), (1, "B9"))
    )
    state, _ = play(state, "E5 r0")
    keeps = castle.view(state, None).keeps
    assert [keep and keep.cell for keep in keeps] == [
        (3, 4) if seat == 0 else (0, 0),
        (3, 4) if seat == 1 else (1, 0),
    ]


def test_r16_scored_means_won_by_the_majority() -> None:
    state = game(HOUSE, draw=HOUSE_END, seat=1)
    state, events = play(state, "E5 r0")
    assert only(events, KeepMoved) == []
    assert state.keeps == (None, None)


def test_r16_no_keep_for_either_player_after_a_tie() -> None:
    board = """
             D     E     F
           .ccc. ..... .ccc.
           ccchh       hhccc
         5 ccchh       hhccc
           ccchh       hhccc
           .ccc. ..... .ccc.
    """
    state = game(
        board,
        draw=HOUSE_END.replace("hhccc", "hhhhh"),
        followers="0 squire D5.E, 1 squire F5.W",
    )
    state, events = play(state, "E5 r0")
    assert scorings(events) == [("house", None, 0)]
    assert state.keeps == (None, None)


def test_r16_no_keep_for_a_tower_or_a_path() -> None:
    board = HOUSE.replace("h", "t")
    end = HOUSE_END.replace("h", "t")
    state, _ = play(game(board, draw=end, followers="0 knight D5.E"), "E5 r0")
    assert state.keeps == (None, None)


def test_r16_a_start_space_counts_as_a_tile_of_the_house() -> None:
    state = game(
        """
             A     B
           .hhh. .....
           hhhhh
         4 hhhhh
           hhhhh
           .hhh. .....
        """,
        draw=HOUSE_END,
        followers="0 squire A4.N",
        filled="""
            ...
            ...........
            ...........
            ...........
            #...........
        """,
    )
    state, events = play(state, "B4 r0")
    assert only(events, KeepMoved) == [KeepMoved(0, (0, 5), 3)]


def test_r16_of_two_houses_in_a_turn_the_larger_gets_the_keep() -> None:
    state = game(TWO_HOUSES, followers="0 squire D5.E, 0 squire F5.W", starts={})
    state, events = play(state, "E5 r0")
    assert [points for _, seat, points in scorings(events) if seat == 0] == [2, 1]
    assert only(events, KeepMoved) == [KeepMoved(0, (5, 4), 2)]


def test_r16_of_two_equal_houses_the_first_scored_gets_the_keep() -> None:
    """Equal houses are scored in reading order, E6 before D5."""
    state = game(TWO_HOUSES, followers="1 squire D5.E, 1 squire E6.S", starts={})
    state, events = play(state, "E5 r0")
    assert only(events, KeepMoved) == [KeepMoved(1, (4, 3), 1)]


def test_r16_both_players_can_move_their_keeps_in_one_turn() -> None:
    state = game(TWO_HOUSES, followers="1 squire D5.E, 0 squire F5.W", starts={})
    state, events = play(state, "E5 r0")
    assert only(events, KeepMoved) == [KeepMoved(0, (5, 4), 2), KeepMoved(1, (3, 4), 1)]


def test_r16_wall_tile_3_doubles_the_points_not_the_house_size() -> None:
    state = game(HOUSE, draw=HOUSE_END, followers="0 squire D5.E", held=([3], []))
    _, events = play(state, "E5 r0 3@E5.WSW")
    assert scorings(events) == [("house", 0, 4)]
    assert only(events, KeepMoved) == [KeepMoved(0, (3, 4), 2)]


STARTS = {"C9.N": "ttt", "H8.N": "cmc"}
SIXTEEN_EMPTY = """
    ###
    ###........
    ###...#####
    ######.....
    ############
    ############
      ##   #####
      ##   #####
      .#
"""


def test_r27_the_larger_keep_scores_the_largest_empty_region() -> None:
    """The largest connected region has 11 cells; another one touches it at a corner only."""
    state = game(filled=SIXTEEN_EMPTY, starts=STARTS, left=0, keeps=((4, "A9"), (3, "B9")))
    state, events = play(state, "C1 r0")
    (entry,) = only(events, FinalScored)
    assert (entry.what, entry.seat, entry.points, entry.count) == ("keep", 0, 11, 11)
    assert set(entry.cells) == {
        *((x, 1) for x in range(3, 11)),
        *((x, 2) for x in range(3, 6)),
    }
    assert (entry.wall_tiles, entry.starts, state.scores) == (0, (), (11, 0))


@pytest.mark.parametrize(
    ("keeps", "held", "entries"),
    [
        ((3, 3), ([], []), []),
        ((0, 0), ([], []), []),
        ((3, 2), ([], []), [("keep", 0, 11)]),
        ((2, 3), ([], []), [("keep", 1, 11)]),
        ((1, 0), ([], []), [("keep", 0, 11)]),
        ((0, 1), ([], []), [("keep", 1, 11)]),
    ],
)
def test_r27_nobody_scores_with_equal_keeps(
    keeps: tuple[int, int], held: tuple[list[int], list[int]], entries: list[tuple[str, int, int]]
) -> None:
    assert keep_points(keeps, held) == entries


@pytest.mark.parametrize(
    ("keeps", "held", "entries"),
    [
        ((3, 4), ([8], []), [("keep", 0, 11)]),
        ((3, 5), ([8], []), []),
        ((3, 6), ([8], []), [("keep", 1, 11)]),
        ((3, 6), ([8, 8], []), [("keep", 0, 11)]),
        ((3, 7), ([8, 8], []), []),
        ((3, 8), ([8, 8], []), [("keep", 1, 11)]),
        ((5, 7), ([8], [8]), [("keep", 1, 11)]),
        ((7, 5), ([], [8]), []),
    ],
)
def test_r25_each_wall_tile_8_makes_the_keep_2_tiles_larger(
    keeps: tuple[int, int], held: tuple[list[int], list[int]], entries: list[tuple[str, int, int]]
) -> None:
    """A keep of 5 tiles is counted as a keep of 7 tiles."""
    assert keep_points(keeps, held) == entries


@pytest.mark.parametrize(
    ("keeps", "held", "entries"),
    [
        ((0, 1), ([8, 8], []), [("keep", 1, 11)]),
        ((0, 0), ([8], []), []),
        ((0, 0), ([], [8, 8]), []),
    ],
)
def test_r25_wall_tile_8_needs_a_keep_on_the_board(
    keeps: tuple[int, int], held: tuple[list[int], list[int]], entries: list[tuple[str, int, int]]
) -> None:
    assert keep_points(keeps, held) == entries


def keep_points(
    keeps: tuple[int, int], held: tuple[list[int], list[int]]
) -> list[tuple[str, int, int]]:
    first, second = keeps
    state = game(
        filled=SIXTEEN_EMPTY,
        starts=STARTS,
        left=0,
        held=held,
        keeps=((first, "A9") if first else None, (second, "B9") if second else None),
    )
    _, events = play(state, "C1 r0")
    return final(events)


def test_r25_the_entry_counts_the_wall_tiles_of_the_winning_keep() -> None:
    state = game(
        filled=SIXTEEN_EMPTY,
        starts=STARTS,
        left=0,
        held=([8, 8], [8]),
        keeps=((3, "A9"), (1, "B9")),
    )
    _, events = play(state, "C1 r0")
    (entry,) = only(events, FinalScored)
    assert (entry.seat, entry.wall_tiles) == (0, 2)


def test_r27_of_two_largest_regions_the_first_is_shown() -> None:
    state = game(
        filled="""
            ###
            #.##.....##
            ###########
            #.....#####
            ############
            ##########..
              ##   ###..
              ##   ###.#
              .#
        """,
        left=0,
        keeps=((1, "A9"), None),
        starts={"A4.S": "hhh"},
    )
    _, events = play(state, "C1 r0")
    (entry,) = only(events, FinalScored)
    assert (entry.points, len(entry.cells), entry.cells[0]) == (5, 5, (4, 1))


@pytest.mark.parametrize(("value", "points"), [("off", 11), ("on", 12)])
def test_r27_empty_starts_count_includes_bare_start_spaces(value: str, points: int) -> None:
    """Nothing is built against the start space north of H8; C9 has a tile below its own."""
    state = game(
        filled=SIXTEEN_EMPTY,
        starts=STARTS,
        left=0,
        keeps=((1, "A9"), None),
        empty_starts_count=value,
    )
    _, events = play(state, "C1 r0")
    (entry,) = only(events, FinalScored)
    assert (entry.points, entry.count, len(entry.cells)) == (points, points, 11)


FIVE_AND_FOUR = """
    ###
    ####.....##
    ###########
    ...#...#.##
    ##########..
    ##########..
      ##   #####
      ##   #####
      .#
"""


@pytest.mark.parametrize(
    ("starts", "value", "points", "cells"),
    [
        ({"L4.E": "hhh", "L5.N": "hhh"}, "off", 5, 5),
        ({"L4.E": "hhh"}, "on", 5, 5),
        ({"L4.E": "hhh", "L5.N": "hhh"}, "on", 6, 4),
        ({"L4.E": "hhh", "L5.N": "hhh", "E8.N": "hhh"}, "on", 6, 5),
    ],
)
def test_r27_bare_start_spaces_can_decide_the_largest_region(
    starts: dict[str, str], value: str, points: int, cells: int
) -> None:
    state = game(
        filled=FIVE_AND_FOUR,
        left=0,
        keeps=((1, "A9"), None),
        starts=starts,
        empty_starts_count=value,
    )
    _, events = play(state, "C1 r0")
    (entry,) = only(events, FinalScored)
    assert (entry.points, len(entry.cells)) == (points, cells)
