"""Remembering: how the games of a server went that are over, privately unless it is shared."""

from typing import Any

import discord

from bot.commands.context import kind_of
from bot.failures import Mistake
from bot.ui.records_pages import Person, comparison_page, statistics_page
from bot.ui.records_verbs import history_of
from bot.ui.records_verbs import leaderboard as leaderboard_from
from bot.visiting import Visit, visiting


async def history(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        of, other = _people(visit, player, against)
        shown = await history_of(visit, kind_of(interaction), of, other, 1, shared=share)
        await visit.show(shown)


async def stats(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        of, other = _people(visit, player, against)
        table, kind = visit.table, kind_of(interaction)
        asked, face = (kind, visit.guild_id), visit.bot.faces[kind]
        if other is None:
            statistics = await table.statistics(*asked, of.user_id)
            ranked = await table.rank_of(*asked, of.user_id)
            await visit.show(statistics_page(visit.words, face, of, statistics, ranked))
            return
        both = (
            await table.statistics(*asked, of.user_id, other.user_id),
            await table.statistics(*asked, other.user_id, of.user_id),
        )
        await visit.show(comparison_page(visit.words, face, (of, other), both))


async def leaderboard(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        await visit.show(await leaderboard_from(visit, kind_of(interaction), 1, shared=share))


def _people(
    visit: Visit, player: discord.Member | None, against: discord.Member | None
) -> tuple[Person, Person | None]:
    of = player or visit.interaction.user
    if against is not None and against.id == of.id:
        raise Mistake("stats.same")
    other = None if against is None else Person(against.id, against.display_name)
    return Person(of.id, of.display_name), other


COMMANDS = (history, stats, leaderboard)
