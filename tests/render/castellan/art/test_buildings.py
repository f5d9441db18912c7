"""Walls and towers fit together, and keeps and icons show what they are."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.castellan.cards import SEATS
from render.castellan.art.sprites import (
    TOWER_LOOKS,
    WALL_LOOKS,
    CardBack,
    CardFace,
    KeepSprite,
    PieceIcon,
    TowerSprite,
    WallSprite,
    load_sprites,
)
from render.picture.scene import Name

SPRITES = load_sprites()
STRETCH = 96
TOWERS = pytest.mark.parametrize("tower", range(TOWER_LOOKS))
WALLS = pytest.mark.parametrize(
    "wall",
    [
        WallSprite(kind, heading, look)
        for kind in ("short", "long")
        for heading in ("E", "N")
        for look in range(WALL_LOOKS)
    ],
    ids=str,
)


def solid(name: Name, size: int = STRETCH) -> Image.Image:
    """White where a sprite hides what is below it; its shadow hides nothing."""
    alpha = SPRITES.image(name, size).getchannel("A")
    return alpha.point([255 * (v > 200) for v in range(256)])


def lay_flat(wall: WallSprite) -> Image.Image:
    """What a wall hides, rotated so that it leads from left to right."""
    mask = solid(wall)
    return mask if wall.heading == "E" else mask.transpose(Image.Transpose.ROTATE_90)


@WALLS
def test_a_wall_reaches_from_centre_to_centre_of_its_towers(
    wall: WallSprite,
) -> None:
    mask = lay_flat(wall)
    left, _, right, _ = mask.getbbox() or (0, 0, 0, 0)
    assert mask.width == (2 if wall.kind == "long" else 1) * STRETCH
    assert (left, right) == (0, mask.width)


@WALLS
def test_an_end_without_a_tower_is_toothed(wall: WallSprite) -> None:
    """Every other course of stone ends early."""
    mask = lay_flat(wall)
    for column in (1, mask.width - 2):
        edge = mask.crop((column, 0, column + 1, mask.height)).tobytes()
        teeth = len([part for part in edge.replace(b"\x00", b" ").split() if part])
        assert teeth >= 3


@TOWERS
@WALLS
def test_a_tower_covers_the_teeth_of_walls(wall: WallSprite, tower: int) -> None:
    mask = solid(wall)
    cover = solid(TowerSprite(tower))
    x, y = (0, mask.height // 2) if wall.heading == "E" else (mask.width // 2, 0)
    mask.paste(0, (x - cover.width // 2, y - cover.height // 2), cover)
    deep = STRETCH // 10
    teeth = (0, 0, deep, mask.height) if wall.heading == "E" else (0, 0, mask.width, deep)
    assert mask.crop(teeth).getbbox() is None


@TOWERS
def test_the_shadow_of_a_tower_falls_to_the_south_east(tower: int) -> None:
    alpha = SPRITES.picture(TowerSprite(tower)).getchannel("A")
    third = alpha.width // 3
    parts = [(0, 0, third, third), (alpha.width - third, alpha.height - third, *alpha.size)]
    north_west, south_east = (ImageStat.Stat(alpha.crop(part)).sum[0] for part in parts)
    assert south_east > 1.5 * north_west


@TOWERS
def test_a_tower_hides_its_point_symmetrically_to_west_and_east(tower: int) -> None:
    """Only a flag sticks out in the north."""
    mask = solid(TowerSprite(tower))
    x = mask.width // 2
    y = mask.height // 2
    left, _, right, _ = mask.crop((0, y, *mask.size)).getbbox() or (0, 0, 0, 0)
    assert mask.getpixel((x, y)) == 255
    assert abs(left - (mask.width - right)) <= 1


def keep_size(seat: int, double: bool) -> tuple[float, float]:
    """Its width and height in stretches, without the transparent part."""
    left, top, right, bottom = solid(KeepSprite(seat, double)).getbbox() or (0, 0, 0, 0)
    return (right - left) / STRETCH, (bottom - top) / STRETCH


@pytest.mark.parametrize("seat", range(max(SEATS)))
def test_a_double_keep_is_larger_than_a_single_and_fits_walls(seat: int) -> None:
    single = keep_size(seat, double=False)
    double = keep_size(seat, double=True)
    assert max(double) <= 0.75
    assert all(more > 1.2 * less for more, less in zip(double, single, strict=True))


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("first", "second"), list(combinations(range(max(SEATS)), 2)))
def test_keeps_differ_by_pattern_alone(first: int, second: int, double: bool) -> None:
    """Where one picture is lighter or darker than its own mean, the other often is not."""
    shapes = []
    for seat in (first, second):
        grey = SPRITES.picture(KeepSprite(seat, double)).convert("L")
        mean = ImageStat.Stat(grey).mean[0]
        shapes.append(grey.point([255 * (v > mean) for v in range(256)]))
    assert ImageStat.Stat(ImageChops.difference(*shapes)).mean[0] > 0.05 * 255


def test_the_longer_a_piece_the_wider_its_icon() -> None:
    tower, _ = SPRITES.extent(PieceIcon("tower"), 16)
    short, _ = SPRITES.extent(PieceIcon("short"), 16)
    long, _ = SPRITES.extent(PieceIcon("long"), 16)
    assert tower * 1.4 < short
    assert short * 2 < long


@pytest.mark.parametrize("card", [CardBack("wall"), CardFace("tower")])
def test_a_card_is_five_wide_and_seven_high(card: Name) -> None:
    assert SPRITES.extent(card, 70) == (50, 70)


@pytest.mark.parametrize("deck", ["wall", "tower"])
def test_the_middle_of_a_face_is_empty(deck: str) -> None:
    face = SPRITES.picture(CardFace("wall" if deck == "wall" else "tower"))
    width, height = face.size
    room = face.crop((width // 6, height // 8, width - width // 6, height * 73 // 100))
    assert len(room.getcolors() or []) == 1
