"""Where features join, nothing is drawn on the border; where they only touch, an edge divides
them."""

import pytest

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import Segment, Tile, TurnedTile, turn_tile
from render.castle.art.edges import draw_edge, kinds_beyond_side, kinds_on_side

CELL = 40
KINDS = ("court", "house", "tower")


def whole(kind: str) -> TurnedTile:
    tile = Tile(kind, (Segment(kind, (0, 2, 3, 5, 6, 8, 9, 11)),))
    return turn_tile(tile, 0, lambda kinds: 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", range(4))
def test_nothing_stands_where_the_same_kinds_meet(kind: str, side: int) -> None:
    kinds = kinds_on_side(whole(kind), side)
    assert draw_edge(kinds, kinds_beyond_side(whole(kind), side), side, CELL) is None


@pytest.mark.parametrize("side", range(4))
def test_only_the_half_that_does_not_join_is_divided(side: int) -> None:
    strip = draw_edge(("house", None, "house"), ("house", None, "court"), side, CELL)
    assert strip is not None
    box = strip.image.getbbox()
    assert box is not None
    left, top, right, bottom = box
    first_half_clockwise = {
        0: right <= CELL // 2,
        1: bottom <= CELL // 2,
        2: left >= CELL // 2,
        3: top >= CELL // 2,
    }
    long = right - left if side % 2 == 0 else bottom - top
    assert not first_half_clockwise[side]
    assert abs(long - CELL // 2) <= 1


@pytest.mark.parametrize("side", range(4))
def test_a_strip_lies_over_its_border(side: int) -> None:
    strip = draw_edge(("tower", None, "tower"), ("court", None, "court"), side, CELL)
    assert strip is not None
    middle = (strip.dx + strip.image.width / 2, strip.dy + strip.image.height / 2)
    half = CELL / 2
    assert middle == ((half, 0), (CELL, half), (half, CELL), (0, half))[side]


def test_an_edge_leaves_a_path_free() -> None:
    strip = draw_edge(("house", "path", "house"), ("court", "path", "court"), 1, CELL)
    assert strip is not None
    row = strip.image.crop((0, CELL // 2 - 2, strip.image.width, CELL // 2 + 2))
    assert row.getbbox() is None


def test_a_path_ends_at_a_gate_in_the_castle_wall() -> None:
    strip = draw_edge(("court", "path", "court"), None, 0, CELL)
    assert strip is not None
    gate = strip.image.crop((CELL // 2 - 2, 0, CELL // 2 + 2, strip.image.height // 2))
    assert gate.getbbox() is not None


def test_facing_halves_are_listed_in_the_order_of_this_tile() -> None:
    turned = standard_catalogue().turned["citadel"]
    for side in range(4):
        kinds = kinds_on_side(turned[0], (side + 2) % 4)
        assert kinds_beyond_side(turned[0], side) == tuple(reversed(kinds))
