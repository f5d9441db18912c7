"""Parts that this process answers with, and the limits for one person."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.discord.answering.sending import KnownCommands, KnownEmojis
from bot.games.face import AnyFace
from bot.presentation.address import PublicAddress
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance, ConcurrencyLimit
from bot.process.metrics import Metrics
from bot.process.stopping import Stopping
from bot.table.table import Table

# The price of a picture. Prices are taken from a person's allowance, which gains one a second.
PICTURE = 1
# The price of a list of games.
LISTING = 1
# The price of a game that has to be replayed from its start: its log, its points, its record.
STORY = 2
# The price of everything in a channel, or about a person.
ARCHIVE = 20
# The price of an animation of a whole game.
REPLAY = 30
# The price of up to half a minute of thinking.
REVIEW = 50


@dataclass(frozen=True, slots=True)
class Desk:
    """One per process."""

    table: Table
    faces: Mapping[str, AnyFace]
    studio: Studio
    stopping: Stopping = field(default_factory=Stopping)
    metrics: Metrics = field(default_factory=Metrics)
    emojis: KnownEmojis = field(default_factory=KnownEmojis)
    commands: KnownCommands = field(default_factory=KnownCommands)
    address: PublicAddress | None = None
    """That of the web pages of games, if they are served."""
    allowance: Allowance = field(default_factory=Allowance)
    concurrency: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)
    opening: set[int] = field(default_factory=set)
    """The people for whom a thread is being opened right now."""
    receiving_notes: set[int] = field(default_factory=set)
    """The people who are being sent what they missed right now."""


def desk_of(interaction: discord.Interaction) -> Desk:
    desk = getattr(interaction.client, "desk", None)
    assert isinstance(desk, Desk)
    return desk
