"""One painter for all tests, with art that is drawn small and therefore soon."""

import pytest

from engine.castle.material.catalogue import standard_catalogue
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import Sprites, load_sprites
from render.picture.paint import Painter
from tests.render.castle.goldens import CELL


@pytest.fixture(scope="session")
def sprites() -> Sprites:
    return load_sprites(standard_catalogue(), cell=CELL, cache=None)


@pytest.fixture(scope="session")
def painter(sprites: Sprites) -> Painter:
    return Painter(sprites, shared_palette())
