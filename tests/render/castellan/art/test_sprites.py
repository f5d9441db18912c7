"""The art ships as the code draws it, and is found by name."""

import pickle

import pytest
from PIL import ImageChops, ImageStat

from render.castellan.art.drawing import draw, ground, towers
from render.castellan.art.sprites import (
    FOLDER,
    MEADOW_LOOKS,
    STRETCH,
    TOWER_LOOKS,
    WALL_LOOKS,
    YARD_LOOKS,
    KeepSprite,
    MeadowSprite,
    TowerSprite,
    WallSprite,
    YardSprite,
    building_names,
    card_names,
    ground_names,
    icon_names,
    in_extent,
    load_sprites,
    pages,
    shared_palette,
)
from render.drawing.redrawing import drawn_pictures
from render.picture.paint import Painter
from render.picture.scene import TOP_LEFT, Item, Name, Scene, SpritePicture
from render.picture.sprites import read_pages

SPRITES = load_sprites()
NAMES = [*ground_names(), *building_names(), *icon_names(), *card_names()]


def test_the_art_ships_as_it_is_drawn() -> None:
    """If this fails, the look of something has changed: redraw the pages."""
    shipped = in_extent(read_pages(FOLDER, pages()))
    drawn = drawn_pictures(pages(), draw)
    assert shipped.keys() == drawn.keys()
    changed = [name for name in drawn if drawn[name].tobytes() != shipped[name].tobytes()]
    assert changed == []


@pytest.mark.parametrize("size", [STRETCH, 96, 64, 44, 17, 1])
def test_a_sprite_is_as_large_as_is_told_before_it_is_drawn(size: int) -> None:
    for name in NAMES:
        assert SPRITES.image(name, size).size == SPRITES.extent(name, size), name


@pytest.mark.parametrize(
    "name",
    [
        "meeple",
        MeadowSprite(MEADOW_LOOKS),
        YardSprite(YARD_LOOKS),
        TowerSprite(TOWER_LOOKS),
        WallSprite("short", "E", WALL_LOOKS),
        WallSprite("tower", "", 0),
        KeepSprite(4, double=False),
    ],
)
def test_there_is_no_sprite_of_another_name(name: Name) -> None:
    for ask in (SPRITES.extent, SPRITES.image, SPRITES.shape):
        with pytest.raises(KeyError):
            ask(name, STRETCH)


def test_every_look_that_is_named_is_drawn() -> None:
    assert len(towers.LOOKS) == TOWER_LOOKS
    assert len(ground.MEADOWS) == MEADOW_LOOKS
    assert len(ground.YARDS) == YARD_LOOKS


def test_every_look_differs_from_all_others() -> None:
    seen = {SPRITES.picture(name).tobytes() for name in NAMES}
    assert len(seen) == len(NAMES)


def test_names_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(NAMES)) == NAMES


def test_the_shared_colours_are_close_to_the_art() -> None:
    """If this fails, the art has new colours: run
    `python -m render.castellan.art.choose_colours`."""
    palette = shared_palette()
    for name in NAMES:
        picture = SPRITES.picture(name)
        covered = picture.getchannel("A") if picture.mode == "RGBA" else None
        solid = covered and covered.point([255 * (v == 255) for v in range(256)])
        flat = picture.convert("RGB")
        shown = palette.true_colour(palette.numbers(flat))
        apart = ImageStat.Stat(ImageChops.difference(flat, shown), solid)
        assert max(apart.mean) < 9, name


def test_a_large_castle_makes_a_small_file() -> None:
    """Fifteen cells square, all of its points and stretches built on: no castle has as much."""
    far, size = 15, 64
    cells = [(x, y) for x in range(far) for y in range(far)]
    items: list[Item] = []
    for x, y in cells:
        inside = 0 < x < far - 1 and 0 < y < far - 1
        look = x * 7 + y * 3
        ground = YardSprite(look % YARD_LOOKS) if inside else MeadowSprite(look % MEADOW_LOOKS)
        items.append(SpritePicture(ground, (x * size, y * size), size, anchor=TOP_LEFT))
    for x, y in cells:
        items.append(_piece(WallSprite("short", "N", x % WALL_LOOKS), x, y + 0.5, size))
        items.append(_piece(WallSprite("short", "E", y % WALL_LOOKS), x + 0.5, y, size))
    for x, y in cells:
        items.append(_piece(TowerSprite((x + 3 * y) % TOWER_LOOKS), x, y, size))
    scene = Scene((far * size, far * size), (255, 255, 255), tuple(items))
    assert len(Painter(SPRITES, shared_palette()).png(scene)) < 300_000


def _piece(name: Name, x: float, y: float, size: int) -> SpritePicture:
    return SpritePicture(name, (round(x * size), round(y * size)), size)
