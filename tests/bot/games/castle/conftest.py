"""The face of The Castle."""

import pytest

from bot.games.castle import CASTLE_FACE
from bot.games.face import Face


@pytest.fixture(scope="session")
def face() -> Face:
    return CASTLE_FACE
