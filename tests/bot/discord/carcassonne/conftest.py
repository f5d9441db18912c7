"""Anna, Ben and Carla, who play Carcassonne, and Dora, who watches them."""

import pytest
import simcord

from bot.discord.client import TableBot
from bot.store.connection.database import Database
from tests.bot.discord.carcassonne.table import Party
from tests.bot.discord.conftest import PATIENCE
from tests.bot.discord.kit.party import visitors
from tests.bot.kit import TurnedClock


@pytest.fixture
def party(
    simcord_env: simcord.Env, simcord_bot: TableBot, database: Database, clock: TurnedClock
) -> Party:
    simcord_env.settle_timeout = PATIENCE
    return Party("carcassonne", *visitors(simcord_env, simcord_bot, database, clock))
