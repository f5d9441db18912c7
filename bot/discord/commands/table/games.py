"""The running games: a person's own, or those of a server."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.discord.answering.allowance import LISTING
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit, visiting
from bot.discord.pages.looks import games_look
from bot.match.game import Game

MOST_LISTED = 25
GAMES_AT_ONCE = 100


async def games(interaction: discord.Interaction[Any], server: bool = False) -> None:
    async with visiting(interaction) as visit:
        visit.pay(LISTING)
        found: Sequence[Game]
        if server:
            found = await _games_in_sight(visit)
            title = visit.words("games.server")
        else:
            found = await visit.table.lists.open_of(visit.user_id, visit.guild_id)
            title = visit.words("games.mine")
        await visit.show(games_look(visit.words, title, found, visit.user_id))


async def _games_in_sight(visit: Visit) -> Sequence[Game]:
    """The games of the server whose channels this person can see."""
    visibility, seen, asked = ChannelVisibility(visit.interaction), list[Game](), 0
    while len(seen) < MOST_LISTED and (
        page := await visit.table.lists.open_in_server(visit.guild_id, GAMES_AT_ONCE, asked)
    ):
        seen += [game for game in page if await visibility.sees(game)]
        asked += len(page)
    return seen[:MOST_LISTED]


COMMANDS = (games,)
