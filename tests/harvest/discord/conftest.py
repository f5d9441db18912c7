"""A world in which Harvest is the only game."""

# ruff: noqa: F401, F811  # fixtures are found by their names
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
import simcord

import bot.locale
from bot.discord.answering.studio import Studio
from bot.discord.client import TableBot
from bot.games.face import AnyFace
from bot.locale import FOLDERS
from bot.store.connection.database import Database
from engine.games import GAMES
from tests.bot.conftest import clock, database, migrated, url
from tests.bot.discord.conftest import (
    PATIENCE,
    quick_commands,
    simcord_bot,
    table,
    translated,
)
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.kit import TurnedClock
from tests.harvest.discord.party import Party, party_in
from tests.harvest.face import FACE
from tests.harvest.rules.game import harvest


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
def party(
    simcord_env: simcord.Env, simcord_bot: TableBot, database: Database, clock: TurnedClock
) -> Party:
    """A server on which Anna, Ben and Carla play, and Dora watches."""
    simcord_env.settle_timeout = PATIENCE
    return party_in(simcord_env, simcord_bot, database, clock)
