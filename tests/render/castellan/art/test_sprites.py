"""The art ships as the code draws it, and is found by name."""

from render.castellan.art.sprites import (
    MEADOW_LOOKS,
    TOWER_LOOKS,
    WALL_LOOKS,
    YARD_LOOKS,
    MeadowSprite,
    TowerSprite,
    WallSprite,
    YardSprite,
    building_names,
    card_names,
    ground_names,
    icon_names,
    load_sprites,
    shared_palette,
)
from render.picture.paint import Painter
from render.picture.scene import TOP_LEFT, Item, Name, Scene, SpritePicture
from tools.art.castellan import ground, towers

SPRITES = load_sprites()
NAMES = [*ground_names(), *building_names(), *icon_names(), *card_names()]


def test_every_look_that_is_named_is_drawn() -> None:
    assert len(towers.LOOKS) == TOWER_LOOKS
    assert len(ground.MEADOWS) == MEADOW_LOOKS
    assert len(ground.YARDS) == YARD_LOOKS


def test_every_look_differs_from_all_others() -> None:
    seen = {SPRITES.picture(name).tobytes() for name in NAMES}
    assert len(seen) == len(NAMES)


def test_a_large_castle_makes_a_small_file() -> None:
    """Fifteen cells square, all of its points and stretches built on: no castle has as much."""
    far = 15
    size = 64
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
