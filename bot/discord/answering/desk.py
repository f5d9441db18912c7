"""The shared objects that this process answers with. The client holds them for the handlers of
clicks and commands, and the poster gets them too. Knows neither commands nor buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.discord.answering.allowance import Allowance, ConcurrencyLimit
from bot.discord.painting.studio import Studio
from bot.games.face import Face
from bot.process.metrics import Metrics
from bot.process.stopping import Stopping
from bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Desk:
    """One per process."""

    table: Table
    faces: Mapping[str, Face]
    studio: Studio
    stopping: Stopping = field(default_factory=Stopping)
    metrics: Metrics = field(default_factory=Metrics)
    allowance: Allowance = field(default_factory=Allowance)
    concurrency: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)
    opening: set[int] = field(default_factory=set)
    """The people for whom a thread is being opened right now."""
    telling: set[int] = field(default_factory=set)
    """The people who are being sent what they missed right now."""


def desk_of(interaction: discord.Interaction[Any]) -> Desk:
    desk = interaction.client.desk
    assert isinstance(desk, Desk)
    return desk
