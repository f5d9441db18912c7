"""The face of The Castle."""

import pytest

from bot.games.castle import CASTLE_FACE
from bot.games.face import AnyFace


@pytest.fixture(scope="session")
def face() -> AnyFace:
    return CASTLE_FACE
