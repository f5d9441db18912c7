"""One face for all tests, with art that is drawn small and therefore soon."""

import pytest

from bot.games.castle import CastleFace
from engine.castle.catalogue import standard_catalogue
from render.paint import Painter
from render.shared_palette import shared_palette
from render.sprites import load_sprites

CELL = 16


@pytest.fixture(scope="session")
def face() -> CastleFace:
    catalogue = standard_catalogue()
    sprites = load_sprites(catalogue, cell=CELL, cache=None)
    return CastleFace(Painter(catalogue, sprites, shared_palette()))
