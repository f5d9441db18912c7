"""The bot as Discord sees it: a client that is handed everything it works with.

Registers the commands, the buttons and the translator; knows no command and no button.
"""

import io
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import logs
from bot.attending import ids_of
from bot.commands.groups import groups
from bot.failures import Mistake, noted
from bot.games.face import Face
from bot.limits import Allowance
from bot.locale.translator import LocaleTranslator
from bot.metrics import Metrics
from bot.stopping import Stopping
from bot.studio import Studio
from bot.table import Table
from bot.ui.items import Other, Pick, Press
from bot.ui.page import Page
from bot.ui.verbs import VERBS
from bot.visiting import UNREACHED, visiting

log = logging.getLogger(__name__)

OLD = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""What becomes of a command that Discord still offers in the form it had before."""
USER = discord.AppCommandOptionType.user


class Commands(app_commands.CommandTree["TableBot"]):
    """The commands. Whatever a command itself does not answer is answered here."""

    async def interaction_check(self, interaction: discord.Interaction["TableBot"], /) -> bool:
        """While the process stops, nothing new is begun."""
        if not interaction.client.stopping.asked:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(*UNREACHED):
                await interaction.response.autocomplete([])
        else:
            async with visiting(interaction):
                raise Mistake("refused.restarting")
        return False

    async def _call(self, interaction: discord.Interaction["TableBot"]) -> None:
        """Errors that discord.py does not expect, such as in a check, are answered too."""
        try:
            with logs.about(**ids_of(interaction)):
                await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            raise app_commands.AppCommandError from error

    async def on_error(
        self, interaction: discord.Interaction["TableBot"], error: app_commands.AppCommandError, /
    ) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            with logs.about(**ids_of(interaction)):
                noted(error)
            return
        async with visiting(interaction):
            if isinstance(error, OLD):
                raise Mistake("refused.old_command") from error
            if isinstance(error, app_commands.TransformerError) and error.type is USER:
                raise Mistake("refused.not_a_member") from error
            raise error.__cause__ or error


class TableBot(commands.AutoShardedBot):
    """The client. One for a process."""

    def __init__(
        self,
        table: Table,
        faces: Mapping[str, Face],
        studio: Studio,
        *,
        shards: int | None = None,
        stopping: Stopping | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents.default(),
            help_command=None,
            tree_cls=Commands,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shards,
        )
        self.table = table
        self.faces = faces
        self.studio = studio
        self.stopping = stopping or Stopping()
        self.metrics = metrics or Metrics()
        self.verbs = VERBS
        self.pictures = Allowance()
        self.opening: set[int] = set()
        """For whom a thread is being opened just now."""

    @property
    def connected(self) -> bool:
        """Whether Discord's gateway is, on every shard."""
        closed = self.is_closed() or any(shard.is_closed() for shard in self.shards.values())
        return self.is_ready() and not closed

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Pick, Other)
        for group in groups():
            self.tree.add_command(group)
        await self.tree.set_translator(LocaleTranslator())
        await self.tree.sync()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.error("in %s", event_method, exc_info=True)

    async def files(self, shown: Page, user_id: int | None = None) -> list[discord.File]:
        """The files of a page, painted now. Raises TooFast for somebody who asks for too many."""
        if shown.pictures and user_id is not None:
            self.pictures.take(user_id, len(shown.pictures))
        files = []
        for drawing in shown.pictures:
            key = None if shown.key is None else (shown.key, drawing.filename)
            picture = await self.studio.paint(drawing, key)
            files.append(
                discord.File(io.BytesIO(picture), drawing.filename, description=drawing.alt)
            )
        files += [discord.File(io.BytesIO(data), name) for name, data in shown.files]
        return files
