"""Looking back at a server's finished games, privately unless it is shared."""

from typing import Any

import discord
from discord.app_commands import Transform

from bot.discord.answering.allowance import PICTURE
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import Played, kind_meant
from bot.discord.handlers.records import history_of
from bot.discord.handlers.records import leaderboard as leaderboard_from
from bot.discord.pages.records import Person, comparison_page, statistics_page


async def history(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, Played] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        of, other = _people(visit, player, against)
        kind = await kind_meant(visit, game)
        shown = await history_of(visit, kind, of, other, 1, shared=share)
        await visit.show(shown)


async def stats(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, Played] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        visit.pay(PICTURE)
        of, other = _people(visit, player, against)
        table, kind = visit.table, await kind_meant(visit, game)
        asked, face = (kind, visit.guild_id), visit.desk.faces[kind]
        if other is None:
            statistics = await table.statistics.of(*asked, of.user_id)
            ranked = await table.statistics.rank_of(*asked, of.user_id)
            await visit.show(statistics_page(visit.words, face, of, statistics, ranked, kind=kind))
            return
        both = (
            await table.statistics.of(*asked, of.user_id, other.user_id),
            await table.statistics.of(*asked, other.user_id, of.user_id),
        )
        compared = await table.statistics.between(*asked, of.user_id, other.user_id)
        shown = comparison_page(visit.words, face, (of, other), both, compared, kind=kind)
        await visit.show(shown)


async def leaderboard(
    interaction: discord.Interaction[Any],
    game: Transform[str, Played] | None = None,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        kind = await kind_meant(visit, game)
        await visit.show(await leaderboard_from(visit, kind, 1, shared=share))


def _people(
    visit: Visit, player: discord.Member | None, against: discord.Member | None
) -> tuple[Person, Person | None]:
    of = player or visit.interaction.user
    if against is not None and against.id == of.id:
        raise Mistake("stats.same")
    other = None if against is None else Person(against.id, against.display_name)
    return Person(of.id, of.display_name), other


COMMANDS = (history, stats, leaderboard)
