"""One painter for all tests, with art that is drawn small and therefore soon."""

import pytest

from engine.castle.catalogue import standard_catalogue
from render.paint import Painter
from render.shared_palette import shared_palette
from render.sprites import Sprites, load_sprites
from tests.render.goldens import CELL


@pytest.fixture(scope="session")
def sprites() -> Sprites:
    return load_sprites(standard_catalogue(), cell=CELL, cache=None)


@pytest.fixture(scope="session")
def painter(sprites: Sprites) -> Painter:
    return Painter(standard_catalogue(), sprites, shared_palette())
