"""Data to download: the record of a game, those of a channel, or what is stored about a
person."""

from asyncio import to_thread
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.discord.answering.allowance import ARCHIVE, STORY
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import fixed, started_game
from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import Page, page
from bot.discord.pages.wording.naming import against
from bot.table.people.personal_data import kept_text

EXPORTS = ("game", "channel", "me")
LARGEST_FILE = 10 * 1024 * 1024 - 100_000
"""In bytes: Discord's limit, minus room for the rest of the message."""


@app_commands.choices(what=fixed("export", EXPORTS))
async def export(
    interaction: discord.Interaction[Any], what: str = "game", share: bool = False
) -> None:
    """What is stored about somebody is shown to them alone."""
    async with visiting(interaction, private=not share or what == "me") as visit:
        match what:
            case "channel":
                await visit.show(await _channel_records(visit, shared=share))
            case "me":
                await visit.show(await _about_me(visit))
            case _:
                await visit.show(await _record(visit))


async def _record(visit: Visit) -> Page:
    visit.pay(STORY)
    game = await started_game(visit)
    record = await visit.table.games.record(game.id)
    text = visit.words("export.done", kind=game.kind, players=against(visit.words, game))
    return page(text, files=[(f"{game.kind}-{game.id}.json", record.encode())])


async def _channel_records(visit: Visit, *, shared: bool) -> Page:
    """The records of this channel and its threads, as far as they can be seen from here."""
    visit.pay(ARCHIVE)
    visibility = ChannelVisibility(visit.interaction, shared=shared)
    ended = [
        game
        for game in await visit.table.lists.ended_in(visit.channel_id)
        if await visibility.sees(game)
    ]
    if not ended:
        raise Mistake("export.none")
    lines, left = [], LARGEST_FILE
    async for record in visit.table.games.records(ended):
        lines.append(f"{record}\n".encode())
        left -= len(lines[-1])
        if left < 0:
            raise Mistake("export.too_large", channel=visit.channel_id)
    text = visit.words("export.done_channel", count=len(lines))
    return page(text, files=[("games.jsonl", b"".join(lines))])


async def _about_me(visit: Visit) -> Page:
    visit.pay(ARCHIVE)
    kept = await visit.table.personal_data.of(visit.user_id)
    file = (await to_thread(kept_text, visit.user_id, kept)).encode()
    if len(file) > LARGEST_FILE:
        raise Mistake("export.too_much", user=visit.user_id)
    button = PageButton("erase", Target(), visit.words("button.erase"), ButtonStyle.danger)
    text = visit.words("export.done_me")
    return page(text, [button], files=[("about-me.json", file)])


COMMANDS = (export,)
