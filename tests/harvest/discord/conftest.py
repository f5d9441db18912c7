"""A world in which Harvest is the only game there is."""

# ruff: noqa: F401, F811  # fixtures are found by their names
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
import simcord

import bot.locale
from bot.discord.gateway.client import TableBot
from bot.discord.painting.studio import Studio
from bot.games.face import Face
from bot.locale import FOLDERS
from bot.store.connection.database import Database
from engine.game import GAMES
from tests.bot.conftest import clock, url
from tests.bot.discord.conftest import PATIENCE, database, migrated, simcord_bot, table
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.kit import TurnedClock
from tests.harvest import rules
from tests.harvest.discord.party import Party, party_in
from tests.harvest.face.face import FACE


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, Face]]:
    """The other games come back in the order in which they were."""
    locale = Path(__file__).parents[1] / "locale"
    monkeypatch.setattr(bot.locale, "FOLDERS", (*FOLDERS, locale))
    with patch.dict(GAMES, {"harvest": rules}, clear=True):
        yield {"harvest": FACE}


@pytest.fixture
def studio() -> Studio:
    """Pictures are what they say: their alt texts tell all that they show."""
    return Unpainted()


@pytest.fixture
def party(
    simcord_env: simcord.Env, simcord_bot: TableBot, database: Database, clock: TurnedClock
) -> Party:
    """A server on which Anna, Ben and Carla play, and Dora watches."""
    simcord_env.settle_timeout = PATIENCE
    return party_in(simcord_env, simcord_bot, database, clock)
