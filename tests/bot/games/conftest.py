"""Every game, and its face: a test that asks for either is run for each game."""

import pytest

from bot.games.face import AnyFace
from bot.games.faces import FACES


@pytest.fixture(params=FACES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def face(kind: str) -> AnyFace:
    return FACES[kind]
