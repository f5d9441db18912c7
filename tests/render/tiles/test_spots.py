"""Followers stand on their segments, and leave the markets, fountains and squares visible."""

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES
from engine.tiles.tile import TurnedTile
from render.castle.art.shapes import owner_at, road_mask, segment_shape, ways_of
from render.castle.art.spots import follower_spot, fountain_spots, market_spots
from render.castle.art.sprites import CastleSprites, FollowerSprite, KeepSprite
from render.castle.art.ways import path_ways
from render.castle.board.board import FOLLOWER_HEIGHTS, KEEP
from render.picture.masks import Point
from render.tiles.geometry import CENTRE

SIZE = 96
CATALOGUE: Catalogue = standard_catalogue()
TURNED = [turned for four in CATALOGUE.turned.values() for turned in four]
# How wide and high landmarks are drawn, in tiles; only the middle of a square counts.
STALL = (0.23, 0.16)
FOUNTAIN = (0.23, 0.23)
SQUARE = (0.2, 0.2)
# A badge with two digits in the middle of a spot.
BADGE = (0.5, 0.38)
# The largest share of a landmark that may be covered.
COVERED = 0.3


def test_a_follower_stands_on_its_own_segment() -> None:
    for turned in TURNED:
        shape = segment_shape(turned.segments, SIZE)
        roads = road_mask(ways_of(turned.segments, shape), SIZE)
        for index, segment in enumerate(turned.segments):
            x, y = follower_spot(turned, segment.ports[0])
            on_road = bool(roads.getpixel((int(x * SIZE), int(y * SIZE))))
            assert on_road == (segment.kind == "path"), turned.tile.id
            assert on_road or owner_at(shape, x, y) == index, turned.tile.id


def test_followers_on_two_segments_of_a_tile_keep_apart() -> None:
    for turned in TURNED:
        spots = [follower_spot(turned, segment.ports[0]) for segment in turned.segments]
        for number, (x, y) in enumerate(spots):
            for other_x, other_y in spots[:number]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 > 0.13**2, turned.tile.id


def test_every_market_has_a_stall_on_its_court() -> None:
    for turned in TURNED:
        shape = segment_shape(turned.segments, SIZE)
        stalls = market_spots(turned)
        for index, segment in enumerate(turned.segments):
            marks = segment.marks if segment.kind == "court" else 0
            assert len(stalls.get(index, ())) == marks
            for x, y in stalls.get(index, ()):
                assert owner_at(shape, x, y) == index


def landmarks(turned: TurnedTile) -> Iterator[tuple[Point, Point]]:
    """What counts on a tile, each item with its middle and its size."""
    for stalls in market_spots(turned).values():
        yield from ((spot, STALL) for spot in stalls)
    yield from ((spot, FOUNTAIN) for spot in fountain_spots(turned))
    if any(way.square for way in path_ways(turned.segments)):
        yield CENTRE, SQUARE


def ellipse(middle: Point, size: Point) -> Image.Image:
    mask = Image.new("L", (SIZE, SIZE))
    (x, y) = middle
    (wide, high) = size
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    ImageDraw.Draw(mask).ellipse([part * SIZE for part in box], 255)
    return mask


def lay(shape: Image.Image, middle: Point) -> Image.Image:
    """A shape on a tile, centred there."""
    mask = Image.new("L", (SIZE, SIZE))
    x, y = (round(way * SIZE) for way in middle)
    mask.paste(shape, (x - shape.width // 2, y - shape.height // 2), shape)
    return mask


def too_much_covered(shapes: dict[str, Image.Image]) -> list[str]:
    """Spots where a shape covers too much of a landmark of the tile."""
    complaints = []
    for turned in TURNED:
        marks = [ellipse(middle, size) for middle, size in landmarks(turned)]
        for segment in turned.segments if marks else ():
            if segment.kind in shapes:
                over = lay(shapes[segment.kind], follower_spot(turned, segment.ports[0]))
                for mark in marks:
                    share = weight(ImageChops.multiply(over, mark)) / weight(mark)
                    if share > COVERED:
                        name = f"{turned.tile.id} r{turned.rotation}"
                        complaints.append(f"{name}: {segment.kind} covers {share:.0%}")
    return complaints


def weight(mask: Image.Image) -> int:
    return sum(mask.histogram()[128:])


def outline(sprite: Image.Image, height: float) -> Image.Image:
    high = round(height * SIZE)
    alpha = sprite.getchannel("A")
    return alpha.resize((round(sprite.width * high / sprite.height), high))


def test_followers_leave_markets_fountains_and_squares_visible(sprites: CastleSprites) -> None:
    shapes = {
        kind: outline(sprites.picture(FollowerSprite(0, role)), FOLLOWER_HEIGHTS[role])
        for kind, role in ROLES.items()
    }
    assert too_much_covered(shapes) == []


def test_keeps_leave_markets_fountains_and_squares_visible(sprites: CastleSprites) -> None:
    assert too_much_covered({"house": outline(sprites.picture(KeepSprite(0)), KEEP)}) == []


def test_badges_leave_markets_fountains_and_squares_visible() -> None:
    plate = Image.new("L", (round(BADGE[0] * SIZE), round(BADGE[1] * SIZE)), 255)
    assert too_much_covered(dict.fromkeys(ROLES, plate)) == []


@pytest.mark.parametrize("rotation", range(4))
def test_a_fountain_is_turned_with_its_tile(rotation: int) -> None:
    (spot,) = fountain_spots(CATALOGUE.turned["bend-9"][rotation])
    (first,) = fountain_spots(CATALOGUE.turned["bend-9"][0])
    for _ in range(rotation):
        first = (1 - first[1], first[0])
    assert spot == pytest.approx(first)
