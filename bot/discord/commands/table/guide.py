"""How to use the bot."""

from typing import Any

import discord

from bot.discord.answering.visit import visiting
from bot.discord.commands.context import kind_meant
from bot.discord.pages.page import page


async def help_(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        kind = await kind_meant(visit)
        game, choose = visit.words(f"{kind}.name"), visit.words(f"{kind}.help.choose")
        await visit.show(page(visit.words("help.text", kind=kind, game=game, choose=choose)))


COMMANDS = (help_,)
