"""How to use the bot."""

from typing import Any

import discord

from bot.discord.answering.visit import visiting
from bot.discord.commands.context import kind_meant
from bot.discord.pages.page import page
from bot.match.rules import rules_of


async def help_(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        kind = await kind_meant(visit)
        game, choose = visit.words(f"{kind}.name"), visit.words(f"{kind}.help.choose")
        draws = visit.words("help.draws", kind=kind) if rules_of(kind).draws else ""
        text = visit.words("help.text", kind=kind, game=game, choose=choose, draws=draws)
        await visit.show(page(text))


COMMANDS = (help_,)
