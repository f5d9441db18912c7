"""How to use the bot."""

from typing import Any

import discord

from bot.discord.answering.visit import visiting
from bot.discord.commands.context import kind_here
from bot.discord.pages.page import page
from bot.discord.pages.welcome import against_computer
from bot.locale import Words
from bot.match.life.computers import can_play
from bot.match.rules import rules_of


async def help_(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        kind = await kind_here(visit)
        game, choose = visit.words(f"{kind}.name"), visit.words(f"{kind}.help.choose")
        told = {"orders": _orders(visit.words, kind), "supply": _supply(visit.words, kind)}
        there = can_play(kind, visit.table.patience)
        for key in ("help.computer", "help.hints", "help.reviews"):
            told[key.removeprefix("help.")] = visit.words(key, kind=kind) if there else ""
        text = visit.words("help.text", kind=kind, game=game, choose=choose, **told)
        begin = against_computer(visit.words, visit.desk.faces, visit.table.patience)
        await visit.show(page(text, begin))


def _orders(words: Words, kind: str) -> str:
    return words("help.orders") if rules_of(kind).takes_orders else ""


def _supply(words: Words, kind: str) -> str:
    """The command, in a list of others."""
    if not rules_of(kind).has_supply:
        return ""
    return words("help.supply", name=words(f"{kind}.commands.supply.name"))


COMMANDS = (help_,)
