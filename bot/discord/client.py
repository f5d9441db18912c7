"""Discord client, its command tree, and command names in each language."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from typing import Any

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, Translator, locale_str
from discord.ext import commands

from bot.discord.answering.desk import Desk
from bot.discord.answering.error_messages import Mistake, log_incident
from bot.discord.answering.visit import UNREACHED, Answered, ids_of, open_visit
from bot.discord.connection import limit_requests
from bot.discord.features.guide import welcome_server
from bot.discord.features.registry import (
    command_mentions,
    groups,
    handle_click,
    handle_form,
    menus,
)
from bot.discord.pages.page import Control
from bot.locale import ENGLISH, languages, texts_of, words_of
from bot.match.errors import StoreError
from bot.process import logs
from bot.process.shards import Shards
from bot.store.connection.faults import WriteConflict

log = logging.getLogger(__name__)

# The errors raised for a command that Discord still offers in an outdated form.
OUTDATED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
# In seconds, the smallest value discord.py allows. It waits for the end of a rate limit up to
# this long, holding up all requests if the limit is global; for a longer one it raises
# RateLimited.
LONGEST_SLEEP = 30.0
USER = discord.AppCommandOptionType.user


class LocaleTranslator(Translator):
    """Discord falls back to English if a language has no text of its own."""

    def __init__(self) -> None:
        self._languages = frozenset(languages()) - {ENGLISH}

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        key = string.extras.get("key")
        language = str(locale)
        if language not in self._languages or key is None or key not in texts_of(language):
            return None
        words = words_of(language)
        facts = string.extras.get("facts", {})
        return words(key, **{name: words(fact) for name, fact in facts.items()})


def check_options(interaction: discord.Interaction) -> Mistake | None:
    """Find a mistake in the options given: a text longer than declared, which Discord's own clients
    do not send, or a choice that is not offered, as Discord may still offer those of an earlier
    version."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return None
    values = dict(iter(interaction.namespace))
    for option in command.parameters:
        value = values.get(option.display_name)
        longest = option.max_value
        if isinstance(value, str) and longest is not None and len(value) > longest:
            return Mistake("refused.too_long", most=int(longest))
    for option in command.parameters:
        possible = [choice.value for choice in option.choices]
        if possible and values.get(option.display_name, possible[0]) not in possible:
            return Mistake("refused.old_command")
    return None


def answer_by_copy(interaction: discord.Interaction) -> None:
    """Give an interaction a response made of a copy of it. The one that discord.py makes refers to
    the interaction, and that to the response: both would stay until garbage is collected, with the
    page that was clicked."""
    response = discord.InteractionResponse(copy(interaction))
    interaction._cs_response = response  # type: ignore[attr-defined]


@contextmanager
def _noting_trouble() -> Iterator[None]:
    """Let the bot go on when the ids of its commands can neither be kept nor learned."""
    try:
        yield
    except (StoreError, WriteConflict) as error:
        log.warning("texts name commands without their ids: %s", error)


class Commands(app_commands.CommandTree["TableBot"]):
    """Command tree that answers whatever a command does not answer itself."""

    async def interaction_check(self, interaction: discord.Interaction["TableBot"], /) -> bool:
        """Start nothing new while the process is stopping, and accept only valid options."""
        mistake = check_options(interaction)
        if interaction.client.desk.stopping.is_requested:
            mistake = Mistake("refused.restarting")
        if interaction.type is discord.InteractionType.autocomplete:
            if mistake is None or mistake.key == "refused.old_command":
                return True
            with suppress(*UNREACHED):
                await interaction.response.autocomplete([])
            return False
        if mistake is not None:
            async with open_visit(interaction):
                raise mistake
        return mistake is None

    async def _call(self, interaction: discord.Interaction["TableBot"]) -> None:
        """Answer the errors that discord.py does not expect, such as in a check, too."""
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
                log_incident(error)
            return
        if isinstance(error.__cause__, Answered):
            return
        with suppress(Answered):
            async with open_visit(interaction):
                if isinstance(error, OUTDATED):
                    raise Mistake("refused.old_command") from error
                if isinstance(error, app_commands.TransformerError):
                    key = "refused.not_a_member" if error.type is USER else "refused.old_command"
                    raise Mistake(key) from error
                raise error.__cause__ or error


class TableBot(commands.AutoShardedBot):
    """Discord client. One per process."""

    def __init__(self, desk: Desk, *, shards: Shards | None = None, welcomes: bool = True) -> None:
        """Without given shards the client connects all, as many as Discord asks for. It shows the
        games to servers that it joins, if it welcomes them."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents.default(),
            help_command=None,
            tree_cls=Commands,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=LONGEST_SLEEP,
            http_trace=limit_requests(),
            shard_count=None if shards is None else shards.count,
        )
        self.shard_ids = None if shards is None else list(shards.ids)
        self.desk = desk
        self._welcomes = welcomes
        self.add_dynamic_items(Control)
        for group in groups():
            self.tree.add_command(group)
        for menu in menus():
            self.tree.add_command(menu)

    @property
    def connected(self) -> bool:
        """Every shard is connected to Discord's gateway."""
        return self.is_ready() and not self.is_closed() and all(self.connections.values())

    @property
    def connections(self) -> Mapping[int, bool]:
        """Shards of this process, each True if connected; empty until their number is known."""
        ids = self.shard_ids or range(self.shard_count or 0)
        shards = {shard_id: self.get_shard(shard_id) for shard_id in ids}
        return {
            shard_id: shard is not None and not shard.is_closed()
            for shard_id, shard in shards.items()
        }

    async def hang_up(self) -> None:
        """Receive no more clicks; those already received can still be answered."""
        for shard in self.shards.values():
            if not shard.is_closed():
                await shard.disconnect()

    async def setup_hook(self) -> None:
        """Register the commands; the process with shard 0 does so for all. Runs at each login, of
        which there are several if Discord cannot be reached."""
        if self.shard_ids is None or 0 in self.shard_ids:
            await self.tree.set_translator(LocaleTranslator())
            await self._keep_command_ids(await self.tree.sync())
        await self._learn_command_ids()

    async def _keep_command_ids(self, commands: Sequence[app_commands.AppCommand]) -> None:
        """Keep the ids of groups of commands for all processes; while they cannot be kept, texts
        name commands without."""
        slash = discord.AppCommandType.chat_input
        ids = {command.name: command.id for command in commands if command.type is slash}
        with _noting_trouble():
            await self.desk.table.command_ids.keep(self._own_application_id, ids)

    async def _learn_command_ids(self) -> None:
        with _noting_trouble():
            ids = await self.desk.table.command_ids.of(self._own_application_id)
            self.desk.commands.mentions = command_mentions(ids)

    @property
    def _own_application_id(self) -> int:
        assert self.application_id is not None, "it is known after the login"
        return self.application_id

    async def on_shard_ready(self, shard_id: int) -> None:
        """Learn the ids again, since the process of shard 0 may have kept others."""
        await self._learn_command_ids()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self._welcomes:
            await welcome_server(self.desk, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.desk.table.game_pages.close_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.desk.table.game_pages.close_in(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.desk.table.game_pages.close_in(thread.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.error("in %s", event_method, exc_info=True)

    async def handle_click(
        self, interaction: discord.Interaction, custom_id: str, values: Sequence[str] | None
    ) -> None:
        """Handle a click on one of the bot's buttons or menus."""
        await handle_click(interaction, custom_id, values)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Make a submitted form an event of its own: no task is made for any other interaction,
        which would delay its acknowledgement. This is called before anybody handles the
        interaction."""
        if event_name == "interaction":
            interaction: discord.Interaction = args[0]
            answer_by_copy(interaction)
            if interaction.type is discord.InteractionType.modal_submit:
                event_name = "form"
        super().dispatch(event_name, *args, **kwargs)

    async def on_form(self, interaction: discord.Interaction) -> None:
        """Handle a submitted form: discord.py would have to remember each to do so."""
        await handle_form(interaction)
