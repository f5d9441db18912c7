"""The bot as Discord sees it: the client, its command tree, and command names in each language."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, Translator, locale_str
from discord.ext import commands

from bot.discord.answering.desk import Desk
from bot.discord.answering.error_messages import Mistake, log_incident
from bot.discord.answering.visit import UNREACHED, AnsweredElsewhere, ids_of, open_visit
from bot.discord.connection import limit_requests
from bot.discord.features.registry import groups, handle_click
from bot.discord.pages.page import Control
from bot.locale import ENGLISH, languages, texts_of, words_of
from bot.process import logs
from bot.process.shards import Shards


class LocaleTranslator(Translator):
    """Discord falls back to English if a language has no text of its own."""

    def __init__(self) -> None:
        self._languages = frozenset(languages()) - {ENGLISH}

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        key, language = string.extras.get("key"), str(locale)
        if language not in self._languages or key is None or key not in texts_of(language):
            return None
        words = words_of(language)
        facts = string.extras.get("facts", {})
        return words(key, **{name: words(fact) for name, fact in facts.items()})


log = logging.getLogger(__name__)
OUTDATED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""The errors raised for a command that Discord still offers in an outdated form."""
LONGEST_SLEEP = 30.0
"""In seconds, the smallest value discord.py allows. It waits for the end of a rate limit up to this
long, holding up all requests if the limit is global; for a longer one it raises RateLimited."""
USER = discord.AppCommandOptionType.user


class Commands(app_commands.CommandTree["TableBot"]):
    """The command tree. Answers whatever a command does not answer itself."""

    async def interaction_check(self, interaction: discord.Interaction["TableBot"], /) -> bool:
        """Start nothing new while the process is stopping, and accept only values that are offered,
        and texts that are no longer than declared."""
        stopping = interaction.client.desk.stopping.asked
        longest = _exceeded_length(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            if stopping or longest is not None:
                with suppress(*UNREACHED):
                    await interaction.response.autocomplete([])
                return False
            return True
        if stopping:
            await _refuse(interaction, "refused.restarting")
        elif longest is not None:
            await _refuse(interaction, "refused.too_long", most=longest)
        elif not _has_valid_choices(interaction):
            await _refuse(interaction, "refused.old_command")
        else:
            return True
        return False

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
        if isinstance(error.__cause__, AnsweredElsewhere):
            return
        with suppress(AnsweredElsewhere):
            async with open_visit(interaction):
                if isinstance(error, OUTDATED):
                    raise Mistake("refused.old_command") from error
                if isinstance(error, app_commands.TransformerError):
                    not_here = error.type is USER
                    told = "refused.not_a_member" if not_here else "refused.old_command"
                    raise Mistake(told) from error
                raise error.__cause__ or error


async def _refuse(interaction: discord.Interaction["TableBot"], key: str, **facts: object) -> None:
    async with open_visit(interaction):
        raise Mistake(key, **facts)


def _exceeded_length(interaction: discord.Interaction["TableBot"]) -> int | None:
    """The most characters of an option that was given more; None if none was. Discord's own clients
    do not send more."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return None
    given = dict(iter(interaction.namespace))
    for option in command.parameters:
        text, longest = given.get(option.display_name), option.max_value
        if isinstance(text, str) and longest is not None and len(text) > longest:
            return int(longest)
    return None


def _has_valid_choices(interaction: discord.Interaction["TableBot"]) -> bool:
    """Whether each option with choices was given one of them: Discord may still offer those of an
    earlier version."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    given = dict(iter(interaction.namespace))
    return all(
        given[option.display_name] in [choice.value for choice in option.choices]
        for option in command.parameters
        if option.choices and option.display_name in given
    )


class TableBot(commands.AutoShardedBot):
    """The client. One per process."""

    def __init__(self, desk: Desk, *, shards: Shards | None = None) -> None:
        """Without given shards the client connects all, as many as Discord asks for."""
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
        self.add_dynamic_items(Control)
        for group in groups():
            self.tree.add_command(group)

    @property
    def connected(self) -> bool:
        """Whether every shard is connected to Discord's gateway."""
        return self.is_ready() and not self.is_closed() and all(self.connections.values())

    @property
    def connections(self) -> Mapping[int, bool]:
        """Whether each shard of this process is connected; empty until their number is known."""
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
        """Runs at each login, of which there are several if Discord cannot be reached. If there are
        several processes, the one with shard 0 registers the commands for all."""
        if self.shard_ids is None or 0 in self.shard_ids:
            await self.tree.set_translator(LocaleTranslator())
            await self.tree.sync()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.error("in %s", event_method, exc_info=True)

    async def handle_click(
        self, interaction: discord.Interaction, custom_id: str, chosen: Sequence[str] | None
    ) -> None:
        """Called for every click on one of the bot's buttons or menus."""
        await handle_click(interaction, custom_id, chosen)
