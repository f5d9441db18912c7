"""R8 to R10: where a tile may be placed, how paths meet, and which features join."""

from engine.castle.moves import Reason, Turn
from engine.tiles.grid import Placement, bits
from tests.engine.castle.kit.boards import game, places, play, refusal

COURT_TILE = """
         E
       .ccc.
       ccccc
     5 ccccc
       ccccc
       .ccc.
"""
PATH_END = """
    .cpc.
    ccpcc
    cc+cc
    ccccc
    .ccc.
"""


def test_r8_the_first_tile_lies_against_a_start_space() -> None:
    """A tile without paths fits at the five start spaces without one."""
    assert places(game()) == ["A4", "C9", "F4", "H8", "L4"]


def test_r8_later_tiles_lie_against_a_start_space_or_a_tile() -> None:
    assert places(game(COURT_TILE, starts={"A4.S": "hhh"})) == ["A4", "D5", "E4", "E6", "F5"]


def test_r8_touching_at_a_corner_does_not_count() -> None:
    state = game(COURT_TILE, starts={})
    for corner in ("D6", "F6", "D4", "F4"):
        assert refusal(state, f"{corner} r0") == (Reason.NOTHING_BESIDE, {"cell": corner})


def test_r8_a_tile_lies_inside_the_wall() -> None:
    state = game(starts={"C9.N": "ttt"})
    for cell, name in (((3, 0), "D9"), ((-1, 0), "-1,0"), ((12, 4), "12,4"), ((0, 9), "0,9")):
        assert refusal(state, Turn(Placement(cell, 0))) == (Reason.OUTSIDE, {"cell": name})


def test_r8_a_tile_lies_on_an_empty_cell() -> None:
    assert refusal(game(COURT_TILE), "E5 r0") == (Reason.OCCUPIED, {"cell": "E5", "tile": "e5"})


def test_r8_there_are_four_rotations() -> None:
    state = game(COURT_TILE, draw=PATH_END, starts={})
    assert places(state, 0) == ["D5", "E6", "F5"]
    assert places(state, 1) == ["E4", "E6", "F5"]
    assert places(state, 2) == ["D5", "E4", "F5"]
    assert places(state, 3) == ["D5", "E4", "E6"]
    for rotation in (-1, 4):
        move = Turn(Placement((3, 4), rotation))
        assert refusal(state, move) == (Reason.NO_SUCH_ROTATION, {"rotation": rotation})


PATHS = """
         D     E     F
       .ttt. ..... .ccc.
       ttttt       ccccc
     5 hhppp       ccccc
       hhhcc       ccccc
       .hhh. ..... .ccc.
"""


def test_r9_a_path_must_continue_onto_the_new_tile() -> None:
    """The new tile shows its tower and its house to the path of D5."""
    state = game(
        PATHS,
        draw="""
            .tpt.
            ttptt
            tt+tt
            hhhtt
            .hhh.
        """,
    )
    assert refusal(state, "E5 r0") == (
        Reason.PATH_MISSING,
        {"cell": "E5", "side": "W", "kinds": ("house", "tower")},
    )


def test_r9_a_new_tiles_path_may_not_end_at_a_side_without_one() -> None:
    """D5 shows its tower above and its house below to the west."""
    state = game(PATHS, draw=PATH_END)
    assert refusal(state, "C5 r1") == (
        Reason.PATH_MEETS,
        {"cell": "C5", "side": "E", "kinds": ("house", "tower")},
    )
    assert refusal(state, "D4 r0") == (
        Reason.PATH_MEETS,
        {"cell": "D4", "side": "N", "kinds": ("house",)},
    )
    assert "C5" in places(state, 0)


def test_r9_where_both_sides_have_a_path_the_tile_fits() -> None:
    state = game(PATHS, draw=PATH_END)
    assert "E5" in places(state, 3)
    assert not {"E5"} & {*places(state, 0), *places(state, 1), *places(state, 2)}
    play(state, "E5 r3")


def test_r9_a_path_meets_a_start_space_the_same_way() -> None:
    state = game(draw=PATH_END)
    assert (places(state, 2), places(state, 1)) == (
        ["C9", "H8", "J2", "L4"],
        ["A4", "C9", "F4", "H8"],
    )
    assert refusal(state, "J2 r0") == (
        Reason.PATH_MISSING,
        {"cell": "J2", "side": "S", "kinds": ("court",)},
    )
    assert refusal(state, "L4 r1") == (
        Reason.PATH_MEETS,
        {"cell": "L4", "side": "E", "kinds": ("house", "court")},
    )


def test_r9_a_path_may_run_into_the_plain_wall() -> None:
    """North, east and south of D1 lies the castle wall or, at D2, a court."""
    state = game(
        """
             D
           .ccc.
           ccccc
         2 ccccc
           ccccc
           .ccc.
        """,
        draw=PATH_END,
        starts={},
    )
    assert "D1" not in places(state, 0)
    assert all("D1" in places(state, rotation) for rotation in (1, 2, 3))


def test_r9_any_other_kinds_may_meet_freely() -> None:
    for kinds in ("ttttt", "hhhhh", "ccccc", "htttt"):
        state = game(PATHS, draw="\n".join([kinds] * 5), starts={})
        assert {"C5", "D6", "D4", "G5", "F6"} <= set(places(state))


def features_after(text: str, *, kind: str, at: str, draw: str = "") -> list[list[str]]:
    """Place a tile, and list the cells of each feature of a kind that has an open side."""
    state, _ = play(game(text, draw=draw, starts={}), f"{at} r0")
    cells = state.board.grid.cells
    return sorted(
        [f"{'ABCDEFGHIJKL'[cells[n][0]]}{9 - cells[n][1]}" for n in bits(feature.cells)]
        for feature in state.board.open_features()
        if feature.kind == kind
    )


SPLIT = """
         D
       .ttt.
       ttttt
     5 tt+hh
       hhhhh
       .hhh.
"""


def test_r10_features_join_third_by_third_where_kinds_match() -> None:
    """Above the middle of the side the towers meet, below it a court meets the house."""
    draw = """
        .hhh.
        thhhh
        t+hhh
        cchhh
        .hhh.
    """
    assert features_after(SPLIT, draw=draw, at="E5", kind="tower") == [["D5", "E5"]]
    assert features_after(SPLIT, draw=draw, at="E5", kind="house") == [["D5"], ["E5"]]


def test_r10_a_side_that_meets_upside_down_joins_nothing() -> None:
    """The tower meets the house's half and the house the tower's."""
    draw = """
        .hhh.
        hhhhh
        ++tth
        tttth
        .ttt.
    """
    assert features_after(SPLIT, draw=draw, at="E5", kind="tower") == [["D5"], ["E5"]]
    assert features_after(SPLIT, draw=draw, at="E5", kind="house") == [["D5"], ["E5"]]


def test_r10_both_halves_beside_a_path_join_each_on_its_own() -> None:
    """3 separate courts: paths, towers and houses separate courts from each other."""
    board = """
             D
           .ccc.
           ccccc
         5 ppppp
           ccccc
           .ccc.
    """
    draw = """
        .ccc.
        ccccc
        ppppp
        hhhcc
        .ccc.
    """
    assert features_after(board, draw=draw, at="E5", kind="court") == [["D5"], ["D5", "E5"], ["E5"]]


def test_r10_nothing_joins_diagonally() -> None:
    """The house of D5 touches that of E6 at a corner only."""
    board = """
             D     E
           .ccc. .....
           ccccc
         6 ccccc
           ccccc
           .ccc.
           .hhhh .....
           chhhh
         5 cc+hh
           ccccc
           .ccc. .....
    """
    draw = """
        .ccc.
        ccccc
        hhhcc
        hhhcc
        hhhcc
    """
    assert features_after(board, draw=draw, at="E6", kind="house") == [["D5"], ["E6"]]


def test_r10_two_segments_of_a_tile_join_through_a_neighbour() -> None:
    draw = """
        .hhh.
        chhhc
        ccccc
        chhhc
        .hhh.
    """
    board = """
             D     E
           .ccc. .hhh.
           cchhh hhhhh
         6 cchhh hhhhh
           cchhh hhhhh
           .hhh. .hhh.
           .hhh.
           cchhh
         5 cchhh
           cchhh
           .hhh. .....
           .hhh. .hhh.
           cchhh hhhcc
         4 cchhh hhhcc
           cchhh hhhcc
           .ccc. .ccc.
    """
    assert features_after(board, draw=draw, at="E5", kind="house") == [
        ["D6", "E6", "D5", "E5", "D4", "E4"]
    ]


def test_r10_a_start_space_joins_third_by_third_as_well() -> None:
    """L4 touches a start space with court in the north and house in the south."""
    draw = """
        .ccc.
        ccccc
        ccc++
        hhhhh
        .hhh.
    """
    state, _ = play(game(draw=draw, starts={"L4.E": "c.h"}), "L4 r0")
    sizes = {feature.kind: feature.size for feature in state.board.open_features()}
    assert sizes == {"court": 2, "house": 2}
    state, _ = play(game(draw=draw, starts={"L4.E": "h.c"}), "L4 r0")
    sizes = {feature.kind: feature.size for feature in state.board.open_features()}
    assert sizes == {"court": 1, "house": 1}
