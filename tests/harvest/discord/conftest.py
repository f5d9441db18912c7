"""A world in which Harvest is the only game."""

# ruff: noqa: F401, F811  # fixtures are found by their names
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest

import bot.locale
from bot.games.face import AnyFace
from bot.locale import FOLDERS
from bot.presentation.studio import Studio
from engine.games import GAMES
from tests.bot.conftest import clock, database, migrated, url
from tests.bot.discord.conftest import (
    friends,
    quick_commands,
    simcord_bot,
    table,
    translated,
)
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import World
from tests.harvest.discord.party import Party
from tests.harvest.face import FACE
from tests.harvest.rules.rules import harvest


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, AnyFace]]:
    """The other games are restored in their previous order."""
    locale = Path(__file__).parents[1] / "locale"
    monkeypatch.setattr(bot.locale, "FOLDERS", (*FOLDERS, locale))
    with patch.dict(GAMES, {"harvest": harvest}, clear=True):
        yield {"harvest": FACE}


@pytest.fixture
def studio() -> Studio:
    """A picture's content is its alt text, which describes everything it shows."""
    return Unpainted()


@pytest.fixture
def party(friends: World) -> Party:
    """A server on which Anna, Ben and Carla play, and Dora watches."""
    return Party("harvest", friends, friends.new_person("Dora"))
