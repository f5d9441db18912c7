"""Keeping: lists of games, records to take away, and the proof of the shuffle."""

from asyncio import to_thread
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.commands.context import fixed, kind_of, last_game, started_game
from bot.failures import Mistake
from bot.game import ENDED, Game
from bot.keeping import kept_text
from bot.replaying import sealed
from bot.sight import Sight
from bot.ui.items import Mark, Press
from bot.ui.looks import games_look
from bot.ui.page import Page, page
from bot.ui.wording import against
from bot.visiting import Visit, visiting

EXPORTS = ("game", "channel", "me")
LARGEST_FILE = 10 * 1024 * 1024 - 100_000
"""In bytes: what Discord takes, with room for the rest of the message."""


async def games(interaction: discord.Interaction[Any], server: bool = False) -> None:
    async with visiting(interaction) as visit:
        if server:
            sight, there = Sight(interaction), await visit.table.games_in(visit.guild_id)
            found = tuple([game for game in there if await sight.sees(game)])
            title = visit.words("games.server")
        else:
            found = await visit.table.games_of(visit.user_id, visit.guild_id)
            title = visit.words("games.mine")
        await visit.show(games_look(visit.words, title, found, visit.user_id))


@app_commands.choices(what=fixed("export", EXPORTS))
async def export(
    interaction: discord.Interaction[Any], what: str = "game", share: bool = False
) -> None:
    """What is kept about somebody is for them alone."""
    async with visiting(interaction, private=not share or what == "me") as visit:
        match what:
            case "channel":
                await visit.show(await _channel_records(visit, kind_of(interaction), shared=share))
            case "me":
                await visit.show(await _about_me(visit))
            case _:
                await visit.show(await _record(visit))


async def _record(visit: Visit) -> Page:
    game = await started_game(visit)
    record = await visit.table.record(game.id)
    text = visit.words("export.done", players=against(visit.words, game))
    return page(text, files=[(f"{game.kind}-{game.id}.json", record.encode())])


async def _channel_records(visit: Visit, kind: str, *, shared: bool) -> Page:
    """Of this channel and its threads, those which can be seen from here."""
    sight = Sight(visit.interaction, shared=shared)
    ended = [
        game
        for game in await visit.table.ended_games_in(visit.channel_id)
        if game.kind == kind and await sight.sees(game)
    ]
    if not ended:
        raise Mistake("export.none")
    lines, left = [], LARGEST_FILE
    async for record in visit.table.records(ended):
        lines.append(f"{record}\n".encode())
        left -= len(lines[-1])
        if left < 0:
            raise Mistake("export.too_large", channel=visit.channel_id)
    text = visit.words("export.done_channel", count=len(lines))
    return page(text, files=[(f"{kind}-games.jsonl", b"".join(lines))])


async def _about_me(visit: Visit) -> Page:
    kept = await visit.table.kept_about(visit.user_id)
    file = (await to_thread(kept_text, visit.user_id, kept)).encode()
    if len(file) > LARGEST_FILE:
        raise Mistake("export.too_much", user=visit.user_id)
    button = Press("erase", Mark(), visit.words("button.erase"), ButtonStyle.danger)
    text = visit.words("export.done_me")
    return page(text, [button], files=[("about-me.json", file)])


async def verify(interaction: discord.Interaction[Any]) -> None:
    """The promise that the order of the tiles was fixed at the start."""
    async with visiting(interaction) as visit:
        game = await last_game(visit)
        if game.commitment is None:
            raise Mistake("refused.in_lobby")
        if game.status not in ENDED:
            await visit.say(visit.words("verify.running", commitment=game.commitment))
            return
        await visit.say(await _proof(visit, game, game.commitment))


async def _proof(visit: Visit, game: Game, commitment: str) -> str:
    """What everybody can compute again now."""
    record = await visit.table.record(game.id)
    seed, found = await to_thread(sealed, game.kind, record)
    holds = "holds" if found == commitment else "broken"
    return visit.words(f"verify.{holds}", commitment=commitment, seed=seed)


COMMANDS = (games, export, verify)
