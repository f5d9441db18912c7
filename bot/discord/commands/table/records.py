"""Looking back at a server's finished games, privately unless it is shared."""

from typing import Any

import discord
from discord.app_commands import Transform

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import GameOption
from bot.discord.handlers.records import history_of, statistics_of
from bot.discord.handlers.records import leaderboard as leaderboard_from
from bot.discord.pages.records import Person


async def history(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        of, other = _people(visit, player, against)
        await visit.show(await history_of(visit, game, of, other, 1, shared=share))


async def stats(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        of, other = _people(visit, player, against)
        await visit.show(await statistics_of(visit, game, of, other, shared=share))


async def leaderboard(
    interaction: discord.Interaction[Any],
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        await visit.show(await leaderboard_from(visit, game, 1, shared=share))


def _people(
    visit: Visit, player: discord.Member | None, against: discord.Member | None
) -> tuple[Person, Person | None]:
    of = player or visit.interaction.user
    if against is not None and against.id == of.id:
        raise Mistake("stats.same")
    other = None if against is None else Person(against.id, against.display_name)
    return Person(of.id, of.display_name), other


COMMANDS = (history, stats, leaderboard)
