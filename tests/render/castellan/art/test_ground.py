"""Cells of ground join without a seam, in every variant."""

import pytest
from PIL import Image

from render.castellan.art.sprites import (
    PLAIN_YARDS,
    MeadowSprite,
    Sprite,
    YardSprite,
    ground_names,
    load_sprites,
)
from render.picture.palette import GRASS
from tools.art.castellan.palette import YARD

SPRITES = load_sprites()
# How far a pixel on the border may be from plain ground without anybody seeing it.
CLOSE = 2


def border(picture: Image.Image) -> set[tuple[int, int, int]]:
    right = picture.width - 1
    bottom = picture.height - 1
    along = [
        place
        for way in range(picture.width)
        for place in ((way, 0), (way, bottom), (0, way), (right, way))
    ]
    return {picture.getpixel(place) for place in along}  # type: ignore[misc]


@pytest.mark.parametrize("size", [128, 96, 57, 44, 32])
@pytest.mark.parametrize("name", ground_names(), ids=str)
def test_every_cell_ends_in_plain_ground(name: Sprite, size: int) -> None:
    plain = GRASS if isinstance(name, MeadowSprite) else YARD
    for colour in border(SPRITES.image(name, size)):
        assert max(abs(a - b) for a, b in zip(colour, plain, strict=True)) <= CLOSE


@pytest.mark.parametrize("look", range(PLAIN_YARDS))
def test_a_plain_yard_holds_nothing_that_a_keep_would_cover(look: int) -> None:
    """It contains no colour as dark as the things that stand in other yards."""
    histogram = SPRITES.picture(YardSprite(look)).convert("L").histogram()
    assert sum(histogram[:140]) == 0
