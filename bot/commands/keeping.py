"""Keeping: lists of games, records to take away, and the proof of the shuffle."""

from asyncio import to_thread
from typing import Any

import discord

from bot.commands.context import last_game, started_game
from bot.failures import Mistake
from bot.game import ENDED, Game
from bot.replaying import sealed
from bot.ui.looks import games_look
from bot.ui.page import page
from bot.ui.wording import against
from bot.visiting import Visit, visiting


async def games(interaction: discord.Interaction[Any], server: bool = False) -> None:
    async with visiting(interaction) as visit:
        if server:
            found = await visit.table.games_in(visit.guild_id)
            title = visit.words("games.server")
        else:
            found = await visit.table.games_of(visit.user_id, visit.guild_id)
            title = visit.words("games.mine")
        await visit.show(games_look(visit.words, title, found, visit.user_id))


async def export(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        game = await started_game(visit)
        record = await visit.table.record(game.id)
        name = f"{game.kind}-{game.id}.json"
        text = visit.words("export.done", players=against(visit.words, game))
        await visit.show(page(text, files=[(name, record.encode())]))


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
