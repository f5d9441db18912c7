"""One painter for all tests."""

import pytest

from engine.castle.material.catalogue import standard_catalogue
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import Sprites, load_sprites
from render.picture.paint import Painter


@pytest.fixture(scope="session")
def sprites() -> Sprites:
    return load_sprites(standard_catalogue())


@pytest.fixture(scope="session")
def painter(sprites: Sprites) -> Painter:
    return Painter(sprites, shared_palette())
