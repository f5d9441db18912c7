"""Every part of a tile belongs to the segment that the tile's data name there."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageFilter

from engine.carcassonne.catalogue import SegmentData
from engine.tiles.grid import bits
from engine.tiles.tile import Tile
from render.carcassonne.art.land import land, unturned_land
from render.carcassonne.art.sprites import complete_catalogue
from render.tiles.geometry import along_border
from tests.render.carcassonne.art.own_tiles import own_tile
from tests.render.carcassonne.art.turning import turn_back

SIZE = 92
CATALOGUE = complete_catalogue()
TILES = pytest.mark.parametrize("tile", CATALOGUE.tiles, ids=lambda tile: tile.id)


def white(mask: Image.Image) -> int:
    return mask.histogram()[255]


def touch(first: Image.Image, second: Image.Image, within: int) -> bool:
    near = first.filter(ImageFilter.MaxFilter(2 * within + 1))
    return any(ImageChops.multiply(near, second).histogram()[128:])


@TILES
@pytest.mark.parametrize("rotation", range(4))
def test_each_port_lies_on_its_segment(tile: Tile, rotation: int) -> None:
    turned = CATALOGUE.turned[tile.id][rotation]
    masks = land(turned, SIZE)
    for port, owner in enumerate(turned.owners):
        side, third = divmod(port, 3)
        x, y = along_border(side + (0.25, 0.5, 0.75)[third])
        column, row = (min(SIZE - 2, max(1, int(way * SIZE))) for way in (x, y))
        assert owner is not None
        assert masks[owner].getpixel((column, row)) == 255, port


@TILES
def test_every_point_outside_junctions_belongs_to_one_segment(tile: Tile) -> None:
    masks = [mask.tobytes() for mask in unturned_land(tile.segments, SIZE)]
    unclear = [
        divmod(number, SIZE)
        for number, shares in enumerate(zip(*masks, strict=True))
        if not 185 <= sum(shares) <= 260
    ]
    ways = [segment.kind for segment in tile.segments if segment.kind in ("road", "river")]
    reach = 0.0 if len(ways) < 2 else 0.3 * SIZE if "river" in ways else 0.24 * SIZE
    corners = [
        (row, column)
        for row, column in unclear
        if max(abs(row - SIZE / 2), abs(column - SIZE / 2)) > reach
    ]
    # Where two cities meet at a corner of the tile, both cover a few pixels.
    assert all(
        min(row, SIZE - 1 - row) + min(column, SIZE - 1 - column) < 4 for row, column in corners
    )


@TILES
def test_a_field_touches_the_cities_that_it_feeds(tile: Tile) -> None:
    masks = unturned_land(tile.segments, SIZE)
    cities = [index for index, segment in enumerate(tile.segments) if segment.kind == "city"]
    for index, segment in enumerate(tile.segments):
        if segment.kind == "field":
            fed = tuple(city for city in cities if touch(masks[index], masks[city], within=2))
            assert fed == tuple(bits(tile.beside[index]))


@TILES
def test_fields_of_a_tile_are_divided_by_more_than_a_line(tile: Tile) -> None:
    masks = unturned_land(tile.segments, SIZE)
    fields = [mask for mask, s in zip(masks, tile.segments, strict=True) if s.kind == "field"]
    assert not any(touch(a, b, within=3) for a, b in combinations(fields, 2))


@TILES
def test_land_is_turned_with_its_tile(tile: Tile) -> None:
    unturned = unturned_land(tile.segments, SIZE)
    for rotation, turned in enumerate(CATALOGUE.turned[tile.id]):
        back = [turn_back(mask, rotation) for mask in land(turned, SIZE)]
        assert [mask.tobytes() for mask in back] == [mask.tobytes() for mask in unturned]


def test_undivided_fields_share_the_land_between_them() -> None:
    """A record can contain such a tile: only its data divide the two fields."""
    tile = own_tile(
        SegmentData(kind="field", ports=[0, 1, 2, 3, 4, 5]),
        SegmentData(kind="field", ports=[6, 7, 8, 9, 10, 11]),
    )
    first, second = (white(mask) for mask in land(tile, SIZE))
    assert first + second == SIZE * SIZE
    assert min(first, second) > 0.4 * SIZE * SIZE


def test_a_road_that_leaves_in_four_directions_joins_them() -> None:
    tile = own_tile(
        SegmentData(kind="road", ports=[1, 4, 7, 10]),
        *(
            SegmentData(kind="field", ports=sorted((port, (port + 1) % 12)))
            for port in (2, 5, 8, 11)
        ),
    )
    road, *fields = land(tile, SIZE)
    middle = SIZE // 2
    assert all(road.getpixel(at) == 255 for at in ((1, middle), (middle, middle), (middle, 90)))
    assert all(white(field) > SIZE * SIZE // 8 for field in fields)
