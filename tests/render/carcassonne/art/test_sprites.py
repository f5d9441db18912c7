"""The art ships as the code draws it, and is found by name."""

from dataclasses import replace

import pytest

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from render.carcassonne.art.drawing import draw_sprites
from render.carcassonne.art.drawing.tiles import draw_tile
from render.carcassonne.art.sprites import (
    CELL,
    FINER,
    FOLDER,
    MOST_LAPS,
    FollowerSprite,
    MarkerSprite,
    added_palette,
    complete_catalogue,
    finer_pages,
    large_pages,
    load_sprites,
    shared_palette,
)
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.picture.shared_palette import SharedPalette
from render.tiles.sprites import BorderShape, SegmentsShape, TileSprite, tile_picture

CATALOGUE = standard_catalogue()
SPRITES = load_sprites()


def test_a_marker_of_many_laps_is_drawn_like_one_of_four() -> None:
    assert SPRITES.picture(MarkerSprite(1, 9)) is SPRITES.picture(MarkerSprite(1, MOST_LAPS))


def test_the_large_follower_is_larger_in_the_same_square() -> None:
    small, large = (SPRITES.picture(FollowerSprite(2, False, size)) for size in (False, True))
    assert large.width > 1.2 * small.width
    assert large.height > 1.2 * small.height


def test_a_shape_covers_the_segments_it_names() -> None:
    """In the start tile, rotated so that its city is in the east."""
    city = SPRITES.shape(SegmentsShape(("D", 1), (0,)), CELL)
    assert city.getpixel((CELL - 2, CELL // 2)) == 255
    assert city.getpixel((2, CELL // 2)) == 0


@pytest.mark.parametrize(("joined", "open_side"), [((), 255), ((3, 4, 5), 0)])
def test_a_border_is_left_out_where_the_city_goes_on(
    joined: tuple[int, ...], open_side: int
) -> None:
    border = SPRITES.shape(BorderShape(("D", 1), (0,), joined, 4), CELL)
    assert border.getpixel((CELL - 1, CELL // 2)) == open_side
    wall = CELL - round(0.285 * CELL)
    assert border.getpixel((wall, CELL // 2)) == 255


@pytest.mark.parametrize("size", FINER)
@pytest.mark.parametrize("tile", ["A", "D", "V", "ic-1", "river-2"])
def test_finer_tiles_ship_as_they_are_drawn(tile: str, size: int) -> None:
    for turns, turned in enumerate(complete_catalogue().turned[tile]):
        shipped = SPRITES.image(TileSprite((tile, turns)), size)
        assert shipped.tobytes() == draw_tile(turned, size).tobytes()


def test_every_tile_ships_in_every_finer_size() -> None:
    shipped = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.webp")}
    assert shipped == {page.file for page in [*finer_pages(), *large_pages()]}


def test_tiles_of_another_set_are_drawn_on_demand() -> None:
    few = replace(CATALOGUE, tiles=CATALOGUE.tiles[:1])
    sprites = draw_sprites(few)
    assert sprites.picture(TileSprite(("A", 0))).size == (CELL, CELL)
    with pytest.raises(KeyError):
        sprites.picture(TileSprite(("B", 0)))


@pytest.mark.parametrize(
    ("catalogue", "palette", "most"),
    [
        pytest.param(CATALOGUE, shared_palette(), 300_000, id="base"),
        pytest.param(complete_catalogue(), added_palette(), 430_000, id="with expansions"),
    ],
)
def test_all_tiles_together_make_a_small_file(
    catalogue: Catalogue, palette: SharedPalette, most: int
) -> None:
    """All tiles, each rotated differently from the one before: no board shows more."""
    every = [tile.id for tile in catalogue.tiles for _ in range(catalogue.counts[tile.id])]
    places = [(number % 9 * CELL, number // 9 * CELL) for number in range(len(every))]
    items = tuple(
        tile_picture((name, number % 4), at, CELL)
        for number, (name, at) in enumerate(zip(every, places, strict=True))
    )
    scene = Scene((9 * CELL, -(-len(every) // 9) * CELL), (255, 255, 255), items)
    assert len(Painter(SPRITES, palette).png(scene)) < most
