"""The art ships as the code draws it, and is found by name."""

import pickle
from dataclasses import replace

import pytest
from PIL import ImageChops, ImageStat

from engine.carcassonne.catalogue import standard_catalogue
from render.carcassonne.art.drawing import draw, draw_sprites
from render.carcassonne.art.sprites import (
    CELL,
    FOLDER,
    MOST_LAPS,
    FollowerSprite,
    MarkerSprite,
    load_sprites,
    pages,
    piece_names,
    shared_palette,
)
from render.drawing.redrawing import drawn_pictures
from render.picture.paint import Painter
from render.picture.scene import Name, Scene
from render.picture.sprites import read_pages, trimmed
from render.tiles.sprites import BorderShape, SegmentsShape, TileSprite, tile_picture

CATALOGUE = standard_catalogue()
SPRITES = load_sprites()
NAMES: list[Name] = [*piece_names(), TileSprite(("D", 3))]


def test_the_art_ships_as_it_is_drawn() -> None:
    """If this fails, the look of something has changed: redraw the pages."""
    wanted = pages(CATALOGUE, CELL)
    shipped = trimmed(read_pages(FOLDER, wanted))
    drawn = trimmed(drawn_pictures(wanted, draw))
    assert shipped.keys() == drawn.keys()
    changed = [name for name in drawn if drawn[name].tobytes() != shipped[name].tobytes()]
    assert changed == []


@pytest.mark.parametrize("size", [CELL, 40, 17])
def test_a_sprite_is_as_large_as_is_told_before_it_is_drawn(size: int) -> None:
    for name in NAMES:
        image = SPRITES.image(name, size)
        assert image.size == SPRITES.extent(name, size)
        assert image.height == size


@pytest.mark.parametrize("name", ["meeple", TileSprite(("Z", 0)), FollowerSprite(5, farmer=False)])
def test_there_is_no_sprite_of_another_name(name: Name) -> None:
    for ask in (SPRITES.extent, SPRITES.image, SPRITES.shape):
        with pytest.raises(KeyError):
            ask(name, CELL)


def test_a_marker_of_many_laps_is_drawn_like_one_of_four() -> None:
    assert SPRITES.picture(MarkerSprite(1, 9)) is SPRITES.picture(MarkerSprite(1, MOST_LAPS))


def test_names_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(NAMES)) == NAMES


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


def test_tiles_of_another_set_are_drawn_when_they_are_wanted() -> None:
    few = replace(CATALOGUE, tiles=CATALOGUE.tiles[:1])
    sprites = draw_sprites(few)
    assert sprites.picture(TileSprite(("A", 0))).size == (CELL, CELL)
    with pytest.raises(KeyError):
        sprites.picture(TileSprite(("B", 0)))


def test_the_shared_colours_are_close_to_the_art() -> None:
    """If this fails, the art has new colours: run
    `python -m render.carcassonne.art.choose_colours`."""
    palette = shared_palette()
    for tile in CATALOGUE.tiles:
        picture = SPRITES.picture(TileSprite((tile.id, 0)))
        shown = palette.true_colour(palette.numbers(picture))
        assert max(ImageStat.Stat(ImageChops.difference(picture, shown)).mean) < 9


def test_all_tiles_together_make_a_small_file() -> None:
    """All 72 tiles, each rotated differently from the one before: no board shows more."""
    every = [tile.id for tile in CATALOGUE.tiles for _ in range(CATALOGUE.counts[tile.id])]
    places = [(number % 9 * CELL, number // 9 * CELL) for number in range(len(every))]
    items = tuple(
        tile_picture((name, number % 4), at, CELL)
        for number, (name, at) in enumerate(zip(every, places, strict=True))
    )
    scene = Scene((9 * CELL, 8 * CELL), (255, 255, 255), items)
    assert len(Painter(SPRITES, shared_palette()).png(scene)) < 300_000
