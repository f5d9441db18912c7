"""A complete feature is outlined with light, closed wherever it ends and open where it
continues."""

from collections.abc import Sequence

import pytest
from PIL import Image, ImageChops

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import TurnedTile
from render.castle.art.edges import draw_seams
from render.castle.art.shapes import tile_shape
from render.castle.art.spots import fountain_spots
from render.castle.art.sprites import CELL, load_sprites

SHIPPED = load_sprites().pictures
TURNED = standard_catalogue().turned
BLOCK = TURNED["town-block"][0]
ALONE: tuple[TurnedTile | None, ...] = (None, None, None, None)


def seams_of(
    turned: TurnedTile, complete: Sequence[int], neighbours: Sequence[TurnedTile | None] = ALONE
) -> Image.Image:
    """White where the seams of these segments are."""
    before = SHIPPED[turned.tile.id, turned.rotation]
    after = before.copy()
    draw_seams(after, turned, complete, neighbours)
    return (
        ImageChops.difference(before, after)
        .convert("L")
        .point([255 * (v > 12) for v in range(256)])
    )


def along(seams: Image.Image, side: int) -> Image.Image:
    """The strip along a side, without its ends."""
    deep = CELL // 8
    end = CELL // 4
    return seams.crop(
        (
            (end, 0, CELL - end, deep),
            (CELL - deep, end, CELL, CELL - end),
            (end, CELL - deep, CELL - end, CELL),
            (0, end, deep, CELL - end),
        )[side]
    )


def test_what_is_not_complete_has_no_seam() -> None:
    assert seams_of(TURNED["great-hall"][0], ()).getbbox() is None


def test_a_house_between_walls_is_lined_on_all_sides() -> None:
    seams = seams_of(BLOCK, (0,))
    assert all(along(seams, side).getbbox() for side in range(4))


@pytest.mark.parametrize("side", range(4))
def test_the_seam_is_open_where_the_house_goes_on(side: int) -> None:
    neighbours = [BLOCK if number == side else None for number in range(4)]
    seams = seams_of(BLOCK, (0,), neighbours)
    assert [along(seams, number).getbbox() is None for number in range(4)] == [
        number == side for number in range(4)
    ]


def test_a_seam_stays_on_its_segment() -> None:
    turned = TURNED["corner-turrets"][0]
    first = seams_of(turned, (0,))
    second = seams_of(turned, (1,))
    assert first.getbbox()
    assert second.getbbox()
    assert ImageChops.multiply(first, second).getbbox() is None


@pytest.mark.parametrize("tile", ["street-8", "bend-9", "fork-5"])
def test_a_complete_path_leaves_its_fountain_as_it_is(tile: str) -> None:
    turned = TURNED[tile][0]
    path = next(n for n, segment in enumerate(turned.segments) if segment.kind == "path")
    seams = seams_of(turned, (path,))
    ((x, y),) = fountain_spots(turned)
    assert seams.getbbox()
    assert not seams.getpixel((round(x * CELL), round(y * CELL)))


def test_a_seam_leaves_most_of_a_building_as_it_is() -> None:
    for four in TURNED.values():
        for number, segment in enumerate(four[0].segments):
            area = tile_shape(four[0], CELL)[number]
            if area is not None and segment.kind != "court":
                assert share(seams_of(four[0], (number,)), area) < 0.5, four[0].tile.id


def share(part: Image.Image, whole: Image.Image) -> float:
    return sum(part.histogram()[128:]) / sum(whole.histogram()[128:])


def test_every_segment_that_can_be_complete_shows_it() -> None:
    for four in TURNED.values():
        for number, segment in enumerate(four[0].segments):
            if segment.kind != "court":
                assert seams_of(four[0], (number,)).getbbox(), four[0].tile.id
