"""Tiles join into a landscape, and the light comes from the north-west in every rotation."""

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.carcassonne.catalogue import EDGE_LABELS_WITH_RIVER
from engine.tiles.tile import Tile
from render.carcassonne.art.courses import CLOISTER, courses
from render.carcassonne.art.drawing.cities import TWINS, city_houses
from render.carcassonne.art.drawing.fields import strips
from render.carcassonne.art.drawing.tiles import draw_tile
from render.carcassonne.art.sprites import CELL, complete_catalogue, load_sprites
from render.tiles.geometry import along_border
from render.tiles.sprites import TileSprite
from tests.render.carcassonne.art.turning import turn_back

CATALOGUE = complete_catalogue()
# The art as shipped, which is as it is drawn.
SPRITES = load_sprites()
TILES = pytest.mark.parametrize("tile", CATALOGUE.tiles, ids=lambda tile: tile.id)
# The part of a side that looks the same on every tile: walls begin in the corners of a city, and
# hedges grow along roads.
MIDDLE = {"city": (0.2, 0.8), "road": (0.46, 0.54), "field": (0.1, 0.9), "river": (0.4, 0.6)}


def test_a_tile_looks_the_same_whenever_it_is_drawn() -> None:
    turned = CATALOGUE.turned["L"][1]
    assert draw_tile(turned, CELL).tobytes() == draw_tile(turned, CELL).tobytes()


def picture(tile: str, rotation: int) -> Image.Image:
    return SPRITES.picture(TileSprite((tile, rotation)))


@TILES
def test_what_is_on_a_tile_stays_in_place_when_it_is_turned(tile: Tile) -> None:
    """Only light, shadows, and pennants differ; different tiles differ much more."""
    unturned = picture(tile.id, 0)
    for rotation in range(1, 4):
        back = turn_back(picture(tile.id, rotation), rotation)
        assert difference(unturned, back) < 26


def difference(first: Image.Image, second: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3


@pytest.mark.parametrize("rotation", range(4))
def test_the_shadow_of_a_cloister_falls_to_the_south_east(rotation: int) -> None:
    far = (CLOISTER + 0.02) * 0.7071
    lit, shaded = (
        picture("B", rotation).getpixel((int(way * CELL), int(way * CELL)))
        for way in (0.5 - far, 0.5 + far)
    )
    assert sum(lit) > sum(shaded) + 20  # type: ignore[arg-type]


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("kind", EDGE_LABELS_WITH_RIVER)
def test_a_side_looks_the_same_on_every_tile(kind: str, side: int) -> None:
    """So whatever fits next to it continues where it ends."""
    first, *others = sides(kind, side)
    assert max(difference(first, other) for other in others) < 6


def sides(kind: str, side: int) -> Iterator[Image.Image]:
    """The line of pixels along this side of every tile that has such a side there."""
    start, end = (round(way * CELL) for way in MIDDLE[kind])
    last = CELL - 1
    box = (
        (start, 0, end, 1),
        (last, start, last + 1, end),
        (start, last, end, last + 1),
        (0, start, 1, end),
    )[side]
    for name, four in CATALOGUE.turned.items():
        for rotation, turned in enumerate(four):
            if EDGE_LABELS_WITH_RIVER[turned.edges[side]] == kind:
                yield picture(name, rotation).crop(box)


def test_mown_strips_run_on_across_tiles() -> None:
    tile = 3 * CELL
    room = CELL // 3
    sheet = strips(tile, room)
    beyond = room + tile
    column = sheet.crop((room - 9, room, room + 9, beyond))
    assert column.tobytes() == sheet.crop((beyond - 9, room, beyond + 9, beyond)).tobytes()
    row = sheet.crop((room, room - 9, beyond, room + 9))
    assert row.tobytes() == sheet.crop((room, beyond - 9, beyond, beyond + 9)).tobytes()


@TILES
def test_houses_on_a_city_border_stand_half_on_each_tile(tile: Tile) -> None:
    standing = {house.point for house in city_houses(tile)}
    for city in courses(tile.segments).cities:
        for side in city.sides:
            assert {along_border(side + way) for way in TWINS} <= standing
