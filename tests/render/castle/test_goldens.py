"""A handful of pictures look as they did. After a wanted change make them anew and look at them:

.venv/bin/python -m tests.render.castle.goldens
"""

import pytest
from PIL import ImageChops, ImageStat

from render.picture.paint import Painter
from tests.render.castle.goldens import FOLDER, GOLDENS, made, stored

MEAN = 1.5
"""By how much a channel of a pixel may differ on average, of 255,"""
FAR = 48
"""and from where on a pixel counts as another one,"""
OTHERS = 0.01
"""which is allowed for this share of them."""


@pytest.mark.parametrize("name", GOLDENS)
def test_a_picture_looks_as_it_did(painter: Painter, name: str) -> None:
    now, before = made(painter, name), stored(name)
    assert now.size == before.size
    difference = ImageChops.difference(now, before)
    assert max(ImageStat.Stat(difference).mean) <= MEAN
    others = difference.convert("L").histogram()[FAR:]
    assert sum(others) <= OTHERS * now.width * now.height


def test_every_golden_picture_is_compared() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(GOLDENS)
