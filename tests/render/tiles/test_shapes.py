"""Every part of a tile's border shows the segment that owns it; paths meet at the channels."""

import pytest
from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.tiles.tile import CHANNELS, PORTS, Segment, Tile, TurnedTile, turn_tile
from render.castle.art.shapes import (
    HALVES,
    faces,
    owner_at,
    road_mask,
    segment_shape,
    ways_of,
)
from render.castle.art.ways import path_ways
from render.drawing.ground import chance
from render.drawing.tile_sheet import TileSheet
from render.tiles.geometry import HALF_WIDTH

SIZE = 96
CATALOGUE: Catalogue = standard_catalogue()
TURNED = [turned for four in CATALOGUE.turned.values() for turned in four]


def make_tile(*segments: Segment) -> TurnedTile:
    return turn_tile(Tile("made", segments), 0, lambda kinds: int(kinds[1] is not None))


def on_border(port: int, share: float) -> tuple[float, float]:
    """A place just inside the border, at this share of the way along a half, clockwise."""
    side, step = divmod(port, 3)
    along = (step // 2 + share) / 2
    deep = 0.01
    return ((along, deep), (1 - deep, along), (1 - along, 1 - deep), (deep, 1 - along))[side]


def differences(turned: TurnedTile) -> list[tuple[int, float, int | None]]:
    shape = segment_shape(turned.segments, SIZE)
    return [
        (port, share, owner)
        for port in HALVES
        for share in (0.06, 0.3, 0.5, 0.7, 0.94)
        if (owner := owner_at(shape, *on_border(port, share))) != turned.owners[port]
    ]


def test_all_along_every_half_lies_the_segment_that_owns_it() -> None:
    wrong = {
        (t.tile.id, t.rotation): wrong_points for t in TURNED if (wrong_points := differences(t))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "turned",
    [
        make_tile(
            Segment("tower", (0, 2, 6, 8)), Segment("house", (3, 5)), Segment("court", (9, 11))
        ),
        make_tile(
            Segment("path", (1, 4)),
            Segment("path", (7, 10)),
            Segment("house", (2, 3)),
            Segment("tower", (8, 9)),
            Segment("court", (0, 5, 6, 11)),
        ),
        make_tile(
            *(Segment("house" if n % 2 else "tower", (port,)) for n, port in enumerate(HALVES))
        ),
        make_tile(
            Segment("house", (0, 3)),
            Segment("court", (2,)),
            Segment("tower", (5, 8, 11)),
            Segment("court", (6,)),
            Segment("court", (9,)),
        ),
    ],
)
def test_a_tile_of_another_catalogue_is_divided_like_any(turned: TurnedTile) -> None:
    assert differences(turned) == []


def test_a_segment_with_several_border_stretches_is_connected() -> None:
    turned = make_tile(
        Segment("tower", (0, 2, 6, 8)), Segment("house", (3, 5)), Segment("court", (9, 11))
    )
    shape = segment_shape(turned.segments, SIZE)
    assert {owner_at(shape, 0.5, y / 20) for y in range(20)} == {0}


def test_nothing_reaches_over_a_path_that_crosses_the_tile() -> None:
    turned = CATALOGUE.turned["street-2"][0]
    beside = {frozenset(halves) for halves, _ in faces(turned.segments)}
    assert beside == {frozenset({2, 3, 5, 6}), frozenset({8, 9, 11, 0})}


def covered_pixels(canvas: TileSheet, roads: Image.Image, port: int) -> list[int]:
    """The pixels of a side that a path covers, counted clockwise."""
    first = canvas.room
    last = canvas.room + canvas.tile - 1
    return [
        step
        for step in range(canvas.tile)
        if roads.getpixel(
            (
                (first + step, first),
                (last, first + step),
                (last - step, last),
                (first, last - step),
            )[port // 3]
        )
    ]


def test_paths_reach_every_side_in_its_middle_with_equal_width() -> None:
    canvas = TileSheet.blank(32, chance("test"))
    wide = 2 * HALF_WIDTH * canvas.tile
    for turned in TURNED:
        shape = segment_shape(turned.segments, SIZE)
        roads = road_mask(ways_of(turned.segments, shape), canvas.tile, canvas.room)
        for port in CHANNELS:
            columns = covered_pixels(canvas, roads, port)
            assert bool(columns) == (turned.owners[port] is not None)
            if columns:
                assert abs(columns[0] + columns[-1] - (canvas.tile - 1)) <= 1, turned.tile.id
                assert abs(len(columns) - wide) <= 2, turned.tile.id


def test_three_stubs_end_at_a_square() -> None:
    ways = path_ways(CATALOGUE.turned["square-1"][0].segments)
    assert [(way.square, way.channels) for way in ways] == [(True, (4, 7, 10))]


def test_a_stub_ends_where_the_building_begins() -> None:
    turned = make_tile(
        Segment("path", (7,)),
        Segment("tower", (9, 11, 0, 2, 3, 5)),
        Segment("court", (6,)),
        Segment("court", (8,)),
    )
    shape = segment_shape(turned.segments, SIZE)
    (way,) = ways_of(turned.segments, shape)
    (_, (x, y)) = way.arms[0]
    assert owner_at(shape, x, y - 0.03) == 1
    assert owner_at(shape, x, y + 0.05) != 1


def test_every_port_is_covered_by_these_tests() -> None:
    assert sorted((*HALVES, *CHANNELS)) == list(range(PORTS))
