"""The buttons on records: other pages of a leaderboard or a history, finished games, and erasing a
person's data."""

import re

from bot.discord.answering.allowance import LISTING, PICTURE, STORY
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Target
from bot.discord.pages.page import Page
from bot.discord.pages.posts.boards import result_line
from bot.discord.pages.records import (
    ALL_GAMES,
    ON_A_PAGE,
    Figures,
    History,
    Person,
    ended_page,
    erase_page,
    history_page,
    leaderboard_page,
    named_line,
    statistics_page,
)
from bot.games.pictures import Standings
from bot.match.errors import UnknownGame
from bot.match.game import ENDED

_PERSON = "([0-9]{1,18}|[0-8][0-9]{18})"
"""The pattern of a user id; leaves out numbers too large for the database."""
_HISTORY = re.compile(rf"([^.]+)\.{_PERSON}\.{_PERSON}")
_GAME = re.compile("[0-9]{1,18}")


async def ranks(visit: Visit, mark: Target) -> None:
    kind = _kind_in(visit, mark.rest)
    await visit.show(await leaderboard(visit, kind, max(1, mark.ply)))


async def leaderboard(visit: Visit, kind: str | None, first: int, *, shared: bool = False) -> Page:
    """The page that starts at this line; of every game if the kind is None. A shared page marks
    nobody."""
    kinds = [kind] if kind is not None else list(visit.desk.faces)
    counts = {one: await visit.table.statistics.count_ranked(one, visit.guild_id) for one in kinds}
    ranked = [one for one in kinds if counts[one]]
    visit.pay(PICTURE * max(1, len(ranked)))
    shown = {one: await _standings(visit, one, first, counts[one], shared) for one in ranked}
    return leaderboard_page(visit.words, visit.desk.faces, kind, shown, shared=shared)


async def _standings(visit: Visit, kind: str, first: int, count: int, shared: bool) -> Standings:
    table, guild = visit.table, visit.interaction.guild
    found = await table.statistics.leaderboard(kind, visit.guild_id, first, ON_A_PAGE)
    return Standings(
        server="" if guild is None else guild.name,
        first=first,
        count=count,
        lines=tuple(named_line(visit.words, line) for line in found),
        own=None if shared else await table.statistics.rank_of(kind, visit.guild_id, visit.user_id),
    )


async def history(visit: Visit, mark: Target) -> None:
    kind, of, against = await _parsed(visit, mark.rest)
    await visit.show(await history_of(visit, kind, of, against, max(1, mark.ply)))


async def stats(visit: Visit, mark: Target) -> None:
    await visit.show(await statistics_of(visit, *await _parsed(visit, mark.rest)))


async def _parsed(visit: Visit, rest: str) -> tuple[str | None, Person, Person | None]:
    found = _HISTORY.fullmatch(rest)
    if found is None:
        raise Mistake("refused.unknown_button")
    kind, of, against = _kind_in(visit, found[1]), int(found[2]), int(found[3])
    return kind, await _person(visit, of), await _person(visit, against) if against else None


def _kind_in(visit: Visit, text: str) -> str | None:
    """The kind of game in the id of a button; None for every game."""
    if text not in (ALL_GAMES, *visit.desk.faces):
        raise Mistake("refused.unknown_button")
    return None if text == ALL_GAMES else text


async def _person(visit: Visit, user_id: int) -> Person:
    """A person with their current name in this server, or else the name under which they last
    played."""
    guild = visit.interaction.guild
    member = None if guild is None else guild.get_member(user_id)
    if user_id == visit.user_id:
        return Person(user_id, visit.interaction.user.display_name)
    if member is not None:
        return Person(user_id, member.display_name)
    last = await visit.table.lists.ended_of(user_id, visit.guild_id, 1)
    names = [seat.name for game in last for seat in game.seats if seat.user_id == user_id]
    return Person(user_id, names[0] if names else visit.words("game.a_player"))


async def history_of(
    visit: Visit,
    kind: str | None,
    of: Person,
    against: Person | None,
    first: int,
    *,
    shared: bool = False,
) -> Page:
    """A page of somebody's games, starting with number `first`, without those in channels that the
    viewer cannot see."""
    visit.pay(LISTING)
    other = None if against is None else against.user_id
    asked = (kind, visit.guild_id, of.user_id, other)
    found = await visit.table.statistics.games_of(*asked, first=first, limit=ON_A_PAGE)
    visibility = ChannelVisibility(visit.interaction, shared=shared)
    seen = [counted for counted in found if await visibility.sees(counted[0])]
    shown = History(
        *(kind, of, against, first),
        count=await visit.table.statistics.count_games(*asked),
        games=seen,
        hidden=len(found) - len(seen),
    )
    return history_page(visit.words, visit.desk.faces, shown, shared=shared)


async def statistics_of(
    visit: Visit, kind: str | None, of: Person, against: Person | None, *, shared: bool = False
) -> Page:
    """Somebody's figures in one game, or in every game that they have finished here."""
    visit.pay(PICTURE)
    other = None if against is None else against.user_id
    asked = (visit.guild_id, of.user_id, other)
    if kind is None:
        count = visit.table.statistics.count_games
        kinds = [one for one in visit.desk.faces if await count(one, *asked)]
    else:
        kinds = [kind]
    shown = [await _figures(visit, one, of, against) for one in kinds]
    return statistics_page(visit.words, visit.desk.faces, kind, (of, against), shown, shared=shared)


async def _figures(visit: Visit, kind: str, of: Person, against: Person | None) -> Figures:
    statistics, guild_id = visit.table.statistics, visit.guild_id
    if against is None:
        ranked = await statistics.rank_of(kind, guild_id, of.user_id)
        return Figures(kind, await statistics.of(kind, guild_id, of.user_id), ranked)
    return Figures(
        kind,
        await statistics.of(kind, guild_id, of.user_id, against.user_id),
        theirs=await statistics.of(kind, guild_id, against.user_id, of.user_id),
        compared=await statistics.between(kind, guild_id, of.user_id, against.user_id),
    )


async def past(visit: Visit, mark: Target) -> None:
    """A game from the list, if the viewer can still see it."""
    if _GAME.fullmatch(mark.rest) is None:
        raise Mistake("refused.unknown_button")
    game = visit.about(await visit.table.games.get(int(mark.rest)))
    listed = game.guild_id == visit.guild_id and game.status in ENDED
    if not listed or not await ChannelVisibility(visit.interaction).sees(game):
        raise UnknownGame(game.id)
    visit.pay(STORY + 2 * PICTURE)
    story = await visit.table.games.story(game.id)
    await visit.show(ended_page(visit.words, visit.face(game).pictures, story))


async def erase(visit: Visit, mark: Target) -> None:
    """Ask for confirmation first."""
    playing = await visit.table.lists.open_of(visit.user_id, None)
    lines = [result_line(visit.words, game) for game in playing]
    await visit.show(erase_page(visit.words, lines))


async def erase_all(visit: Visit, mark: Target) -> None:
    await visit.table.personal_data.erase(visit.user_id)
    await visit.say(visit.words("erase.done"))
