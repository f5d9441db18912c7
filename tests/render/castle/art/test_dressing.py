"""Ridges, chimneys and plants belong to a tile and rotate with it; the light does not."""

import pytest
from PIL import Image, ImageStat

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import TurnedTile
from render.castle.art.drawing.ground import dressing
from render.castle.art.shapes import owner_at, segment_shape
from render.castle.art.sprites import CELL, load_sprites
from render.drawing.tile_sheet import Thing
from render.tiles.geometry import turn_point
from tests.render.picture.colour_vision import WEIGHTS, linear

SIZE = 96
SHIPPED = load_sprites().pictures
CATALOGUE = standard_catalogue()
TURNED = [turned for four in CATALOGUE.turned.values() for turned in four]
# The luminance that such a thing falls to somewhere, while nothing around it does.
DARK = {"bush": 0.16, "chimney": 0.05}


def things(turned: TurnedTile) -> list[tuple[int, Thing]]:
    """What stands on a tile, each item with the segment it stands on."""
    return [
        (segment, thing)
        for segment, on_segment in enumerate(dressing(turned.tile))
        for thing in on_segment
    ]


def luminance(image: Image.Image) -> float:
    red, green, blue = (round(mean) for mean in ImageStat.Stat(image).mean)
    light = (linear(red), linear(green), linear(blue))
    return sum(weight * part for weight, part in zip(WEIGHTS, light, strict=True))


def darkest(picture: Image.Image, thing: Thing, rotation: int) -> float:
    """The luminance of the darkest pixel in the middle of a thing."""
    x, y = (round(way * CELL) for way in turn_point(thing.spot, rotation))
    near = range(-2, 3)
    return min(
        luminance(picture.crop((x + dx, y + dy, x + dx + 1, y + dy + 1)))
        for dx in near
        for dy in near
    )


def test_decorations_stand_on_their_own_segment_when_rotated() -> None:
    for turned in TURNED:
        shape = segment_shape(turned.segments, SIZE)
        for segment, thing in things(turned):
            place = turn_point(thing.spot, turned.rotation)
            assert owner_at(shape, *place) == segment, turned.tile.id


def test_two_things_stand_on_a_tile_on_average() -> None:
    tiles = [four[0] for four in CATALOGUE.turned.values()]
    kinds = [thing.kind for turned in tiles for _, thing in things(turned)]
    assert {"bush", "flowers", "chimney"} == set(kinds)
    assert len(kinds) > 2 * len(tiles)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("tile", ["town-block", "great-hall", "well-yard", "rose-garden"])
def test_chimneys_and_bushes_are_turned_with_their_tile(tile: str, rotation: int) -> None:
    turned = CATALOGUE.turned[tile][rotation]
    picture = SHIPPED[tile, rotation]
    standing = [thing for _, thing in things(turned) if thing.kind in DARK]
    assert standing
    for thing in standing:
        assert darkest(picture, thing, rotation) < DARK[thing.kind]


def slopes(rotation: int) -> tuple[float, float]:
    """How light the two slopes of the northern roof of a tile full of houses are, wherever that
    roof is after a rotation: first the slope nearer to the light."""
    picture = SHIPPED["town-block", rotation]
    quarter = CELL // 4
    strip = CELL // 12
    near = (0, strip, CELL, quarter - strip // 2)
    far = (0, quarter + strip // 2, CELL, 2 * quarter - strip)
    if rotation % 2:
        near, far = ((box[1], box[0], box[3], box[2]) for box in (near, far))
    return luminance(picture.crop(near)), luminance(picture.crop(far))


@pytest.mark.parametrize("rotation", range(4))
def test_ridges_turn_with_the_tile_but_stay_lit_from_north_west(rotation: int) -> None:
    lit, shaded = slopes(rotation)
    assert lit > 1.5 * shaded
