"""The rules in short, and how to use the bot."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.context import choices, kind_of, offered
from bot.failures import Mistake
from bot.locale import words_of
from bot.ui.looks import rules_look
from bot.ui.page import page
from bot.visiting import visiting


@offered
async def _topics(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    topics = interaction.client.faces[kind].topics
    return choices([(words(f"{kind}.topic.{topic}.title"), topic) for topic in topics], typed)


@app_commands.autocomplete(topic=_topics)
async def rules(
    interaction: discord.Interaction[Any], topic: str | None = None, share: bool = False
) -> None:
    async with visiting(interaction, private=not share) as visit:
        kind = kind_of(interaction)
        face = visit.bot.faces[kind]
        wanted = face.topics[0] if topic is None else topic
        if wanted not in face.topics:
            raise Mistake("rules.unknown", topics=", ".join(face.topics))
        await visit.show(rules_look(visit.words, face, kind, wanted))


async def help_(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        kind = kind_of(interaction)
        game = visit.words(f"{kind}.name")
        await visit.show(page(visit.words("help.text", kind=kind, game=game)))


COMMANDS = (rules, help_)
