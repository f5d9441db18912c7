"""The proof that the chance in a game was fixed before it began."""

from asyncio import to_thread
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.allowance import STORY
from bot.discord.answering.desk import desk_of
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import Typed, choices, kind_of, last_game, offered
from bot.discord.pages.wording.naming import raw_names
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, Game
from bot.table.reading.replaying import sealed

LONGEST_NUMBER = 18
"""The most digits of a game number: more than any has."""


@offered
async def _ended(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The latest finished games of the person typing, by number and players."""
    kind, table = kind_of(interaction), desk_of(interaction).table
    ended = await table.lists.ended_of(interaction.user.id, interaction.guild_id)
    return choices([(_numbered(game), str(game.id)) for game in ended if game.kind == kind], typed)


def _numbered(game: Game) -> str:
    return f"{game.id} · {' – '.join(raw_names(game))}"


@app_commands.autocomplete(game=_ended)
async def verify(interaction: discord.Interaction[Any], game: Typed | None = None) -> None:
    """The commitment of a running game; once a game has ended, the proof."""
    async with visiting(interaction) as visit:
        visit.pay(STORY)
        meant = await last_game(visit) if game is None else await _game_numbered(visit, game)
        if meant.commitment is None:
            raise Mistake("refused.in_lobby")
        if meant.status not in ENDED:
            await visit.say(visit.words("verify.running", commitment=meant.commitment))
            return
        await visit.say(await _proof(visit, meant, meant.commitment))


async def _game_numbered(visit: Visit, typed: str) -> Game:
    """A game of this server that this person can see."""
    if not typed.isdecimal() or len(typed) > LONGEST_NUMBER:
        raise Mistake("verify.no_such_game")
    try:
        game = await visit.table.games.get(int(typed))
    except UnknownGame:
        raise Mistake("verify.no_such_game") from None
    here = game.guild_id == visit.guild_id and game.kind == kind_of(visit.interaction)
    if not here or not await ChannelVisibility(visit.interaction).sees(game):
        raise Mistake("verify.no_such_game")
    return visit.about(game)


async def _proof(visit: Visit, game: Game, commitment: str) -> str:
    """The values from which anybody can now recompute the commitment."""
    record = await visit.table.games.record(game.id)
    seed, found = await to_thread(sealed, game.kind, record)
    holds = "holds" if found == commitment else "broken"
    return visit.words(f"verify.{holds}", commitment=commitment, seed=seed)


COMMANDS = (verify,)
