"""Followers stand so that one can see what they stand on."""

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.carcassonne.catalogue import SegmentData
from engine.tiles.tile import Tile
from render.carcassonne.art.drawing.pieces import draw_follower
from render.carcassonne.art.land import land
from render.carcassonne.art.spots import PENNANT, follower_spot, spots_on
from render.carcassonne.art.sprites import complete_catalogue
from render.tiles.geometry import turn_point
from tests.render.carcassonne.art.own_tiles import own_tile

SIZE = 92
CATALOGUE = complete_catalogue()
TILES = pytest.mark.parametrize("tile", CATALOGUE.tiles, ids=lambda tile: tile.id)
FARMER = draw_follower(0, farmer=True, cell=SIZE)


@TILES
@pytest.mark.parametrize("rotation", range(4))
def test_every_segment_has_a_spot_on_it(tile: Tile, rotation: int) -> None:
    turned = CATALOGUE.turned[tile.id][rotation]
    for segment, mask in enumerate(land(turned, SIZE)):
        x, y = follower_spot(turned, segment)
        assert mask.getpixel((int(x * SIZE), int(y * SIZE))) == 255


@TILES
def test_spots_are_turned_with_the_tile(tile: Tile) -> None:
    for rotation, turned in enumerate(CATALOGUE.turned[tile.id]):
        for segment, spot in enumerate(spots_on(tile).followers):
            assert follower_spot(turned, segment) == turn_point(spot, rotation)


@TILES
def test_spots_of_different_segments_are_apart(tile: Tile) -> None:
    spots = spots_on(tile).followers
    assert all(dist(a, b) >= 0.22 for a, b in combinations(spots, 2))


@TILES
def test_a_farmer_lies_in_his_field(tile: Tile) -> None:
    """In the narrowest field, next to a road to a gate, an arm or a leg is over its edge."""
    turned = CATALOGUE.turned[tile.id][0]
    outline = FARMER.getchannel("A")
    for segment, mask in enumerate(land(turned, SIZE)):
        if turned.segments[segment].kind == "field":
            x, y = (round(way * SIZE) for way in follower_spot(turned, segment))
            lying = Image.new("L", (SIZE, SIZE))
            lying.paste(outline, (x - outline.width // 2, y - outline.height // 2))
            within = ImageStat.Stat(ImageChops.multiply(lying, mask)).sum[0]
            assert within >= 0.65 * ImageStat.Stat(outline).sum[0]


@TILES
def test_nobody_stands_on_a_pennant(tile: Tile) -> None:
    spots = spots_on(tile)
    assert len(spots.pennants) == sum(segment.marks for segment in tile.segments)
    assert all(
        dist(pennant, spot) > PENNANT for pennant in spots.pennants for spot in spots.followers
    )


def test_a_highwayman_by_a_cloister_stands_outside_the_garden() -> None:
    turned = own_tile(
        SegmentData(kind="cloister", ports=[]),
        SegmentData(kind="road", ports=[4, 10]),
        SegmentData(kind="field", ports=[0, 1, 2, 3, 11]),
        SegmentData(kind="field", ports=[5, 6, 7, 8, 9]),
    )
    x, y = follower_spot(turned, 1)
    assert land(turned, SIZE)[1].getpixel((int(x * SIZE), int(y * SIZE))) == 255


def test_nine_pennants_stay_on_the_tile() -> None:
    turned = own_tile(
        SegmentData(kind="city", ports=[0, 1, 2], pennants=9),
        SegmentData(kind="field", ports=list(range(3, 12)), cities=[0]),
    )
    pennants = spots_on(turned.tile).pennants
    assert len(pennants) == 9
    assert all(PENNANT <= way <= 1 - PENNANT for place in pennants for way in place)
