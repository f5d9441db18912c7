"""One painter for all tests."""

import pytest

from render.castle.art.sprites import CastleSprites, load_sprites, shared_palette
from render.picture.paint import Painter


@pytest.fixture(scope="session")
def sprites() -> CastleSprites:
    return load_sprites()


@pytest.fixture(scope="session")
def painter(sprites: CastleSprites) -> Painter:
    return Painter(sprites, shared_palette())
