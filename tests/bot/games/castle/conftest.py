"""One face for all tests, with art that is drawn small and therefore soon."""

import pytest

from bot.games.castle import castle_face
from bot.games.face import Face
from engine.castle.material.catalogue import standard_catalogue
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import load_sprites
from render.picture.paint import Painter

CELL = 16


@pytest.fixture(scope="session")
def face() -> Face:
    catalogue = standard_catalogue()
    sprites = load_sprites(catalogue, cell=CELL, cache=None)
    return castle_face(Painter(sprites, shared_palette()))
