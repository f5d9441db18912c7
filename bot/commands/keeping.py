"""Keeping: lists of games, records to take away or to look at, and the proof of the shuffle."""

from asyncio import to_thread
from typing import Any

import discord

from bot.commands.context import kind_of, last_game, started_game
from bot.failures import Mistake
from bot.game import ENDED, Game
from bot.replaying import Replayed, replayed, sealed
from bot.ui.looks import games_look
from bot.ui.page import Part, page
from bot.ui.wording import against
from bot.visiting import Visit, visiting

LARGEST_RECORD = 100_000
"""In bytes. The record of a whole game takes some 5,000."""


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


async def import_(
    interaction: discord.Interaction[Any], record: discord.Attachment, share: bool = False
) -> None:
    async with visiting(interaction, private=not share) as visit:
        if record.size > LARGEST_RECORD:
            raise Mistake("import.too_large", most=LARGEST_RECORD // 1000)
        try:
            text = (await record.read()).decode()
        except UnicodeDecodeError:
            raise Mistake("import.no_text") from None
        kind = kind_of(interaction)
        await _show_record(visit, kind, await to_thread(replayed, kind, text))


async def _show_record(visit: Visit, kind: str, game: Replayed) -> None:
    """The end of the game, and its replay."""
    face, words = visit.bot.faces[kind], visit.words
    told = [moment.events for moment in game.moments]
    last = game.moments[-1]
    parts: list[Part] = [words("import.done", count=len(game.moments) - 1)]
    final = face.final(words, last.view, game.players, told)
    parts.append(final or face.board(words, last.view, game.players, events=last.events))
    parts.append(face.replay(words, game.moments, game.players))
    await visit.show(page(*parts))


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


COMMANDS = (games, export, import_, verify)
