"""R1 to R3: the castle wall, what is inside it, and the start spaces."""

from collections import Counter

import pytest

from engine.castle.catalogue import SPACES, castle_wall, standard_catalogue
from engine.tiles.tile import SIDES, STEPS
from tests.engine.castle.kit.boards import final, game, play, scorings

CORNER_TOWERS = (0, 12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90)


def test_r1_the_wall_is_a_closed_ring_of_50_wall_cells() -> None:
    ring = castle_wall().ring
    assert len(set(ring)) == 50
    assert not set(ring) & set(castle_wall().inside)
    for (x, y), (next_x, next_y) in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert abs(next_x - x) + abs(next_y - y) == 1


def test_r1_the_wall_has_no_gap() -> None:
    closed = {*castle_wall().ring, *castle_wall().inside}
    for x, y in castle_wall().inside:
        assert closed >= {(x + dx, y + dy) for dx, dy in STEPS}


def test_r1_the_track_has_the_100_spaces_0_to_99() -> None:
    assert SPACES == 100
    assert len(castle_wall().tower_at) == 100


def test_r1_the_track_runs_clockwise() -> None:
    ring = castle_wall().ring
    around = zip(ring, [*ring[1:], ring[0]], strict=True)
    assert sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in around) > 0


def test_r1_fourteen_two_space_cells_with_0_1_are_corner_towers() -> None:
    wall = castle_wall()
    assert wall.corner_towers == CORNER_TOWERS
    assert wall.tower_at[0] == wall.tower_at[1] == 0
    for space in range(100):
        first = space - space % 2
        assert wall.tower_at[space] == (first if first in CORNER_TOWERS else None)


def test_r1_corner_towers_stand_only_where_the_wall_turns() -> None:
    ring = castle_wall().ring
    for space in CORNER_TOWERS:
        index = space // 2
        (x, y) = ring[index - 1]
        (next_x, next_y) = ring[(index + 1) % 50]
        assert x != next_x
        assert y != next_y


def test_r2_76_cells_inside_the_wall_leave_16_empty_for_60_tiles() -> None:
    assert len(castle_wall().inside) == 76
    assert len(standard_catalogue().tiles) == 60
    assert list(castle_wall().inside) == sorted(castle_wall().inside, key=lambda cell: cell[::-1])


def test_r3_seven_start_spaces_each_touch_one_inside_cell() -> None:
    catalogue = standard_catalogue()
    wall = castle_wall()
    assert len(catalogue.start_spaces) == 7
    for start in catalogue.start_spaces:
        (x, y) = start.cell
        (dx, dy) = STEPS[start.side]
        assert (x, y) in wall.inside
        assert (x + dx, y + dy) in wall.ring
        sides = {port // 3 for segment in start.tile.segments for port in segment.ports}
        assert sides == {(start.side + 2) % 4}
    assert Counter(SIDES[start.side] for start in catalogue.start_spaces) == Counter("SSSWNNE")


def test_r3_start_spaces_show_2_paths_2_towers_house_court_split() -> None:
    kinds = [
        "+".join(sorted(segment.kind for segment in start.tile.segments))
        for start in standard_catalogue().start_spaces
    ]
    assert Counter(kinds) == {
        "court+court+path": 2,
        "tower": 2,
        "house": 1,
        "court": 1,
        "court+house": 1,
    }
    assert all(a != b for a, b in zip(kinds, [*kinds[1:], kinds[0]], strict=True))


def test_r3_a_start_space_counts_as_a_tile_of_its_feature() -> None:
    """A house of one tile at A4 and the start space below it is worth 2 points."""
    state = game(
        draw="""
            .ccc.
            ccccc
            ccccc
            hhhhh
            .hhh.
        """,
        starts={"A4.S": "hhh"},
        filled="""
            ...
            ...........
            ...........
            ...........
            #...........
            .#..........
        """,
    )
    _, events = play(state, "A4 r0 squire@ESE")
    assert scorings(events) == [("house", 0, 2)]


@pytest.mark.parametrize(("start", "markets"), [("ccc", 0), ("cmc", 1), ("mcm", 2)])
def test_r3_markets_on_a_start_space_count_for_the_court(start: str, markets: int) -> None:
    state = game(starts={"H8.N": start}, left=0, held=([9], []))
    _, events = play(state, "H8 r0 merchant@NNW")
    assert final(events) == [("court", 0, 3 * markets)] * (markets > 0) + [("wall9", 0, 5)]
