"""The rules in short."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import desk_of
from bot.discord.answering.visit import visiting
from bot.discord.commands.context import Typed, choices, kind_of, offered
from bot.discord.handlers.rules import show_rules
from bot.locale import words_of


@offered
async def _topics(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    topics = desk_of(interaction).faces[kind].texts.topics
    return choices([(words(f"{kind}.topic.{topic}.title"), topic) for topic in topics], typed)


@app_commands.autocomplete(topic=_topics)
async def rules(
    interaction: discord.Interaction[Any], topic: Typed | None = None, share: bool = False
) -> None:
    async with visiting(interaction, private=not share) as visit:
        await show_rules(visit, kind_of(interaction), topic or "", shared=share)


COMMANDS = (rules,)
