"""The buttons on records: other pages of a leaderboard or a history, finished games, and erasing a
person's data."""

import re

from bot.discord.answering.allowance import LISTING, PICTURE, STORY
from bot.discord.answering.failures import Mistake
from bot.discord.answering.sight import Sight
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Mark
from bot.discord.pages.page import Page
from bot.discord.pages.posts.boards import result_line
from bot.discord.pages.records import (
    ON_A_PAGE,
    History,
    Person,
    ended_page,
    erase_page,
    history_page,
    leaderboard_page,
    named_line,
)
from bot.games.pictures import Standings
from bot.match.errors import UnknownGame
from bot.match.game import ENDED

_PERSON = "([0-9]{1,18}|[0-8][0-9]{18})"
"""The pattern of a user id; leaves out numbers too large for the database."""
_HISTORY = re.compile(rf"([^.]+)\.{_PERSON}\.{_PERSON}")
_GAME = re.compile("[0-9]{1,18}")


async def ranks(visit: Visit, mark: Mark) -> None:
    if mark.rest not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    await visit.show(await leaderboard(visit, mark.rest, max(1, mark.ply)))


async def leaderboard(visit: Visit, kind: str, first: int, *, shared: bool = False) -> Page:
    """The page that starts at this line. A shared page marks nobody."""
    visit.pay(PICTURE)
    table, guild = visit.table, visit.interaction.guild
    found = await table.statistics.leaderboard(kind, visit.guild_id, first, ON_A_PAGE)
    shown = Standings(
        server="" if guild is None else guild.name,
        first=first,
        count=await table.statistics.count_ranked(kind, visit.guild_id),
        lines=tuple(named_line(visit.words, line) for line in found),
        own=None if shared else await table.statistics.rank_of(kind, visit.guild_id, visit.user_id),
    )
    pictures = visit.desk.faces[kind].pictures
    return leaderboard_page(visit.words, pictures, kind, shown, shared=shared)


async def history(visit: Visit, mark: Mark) -> None:
    kind, user_id, against_id = _parsed(mark.rest)
    if kind not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    of = await _person(visit, user_id)
    against = await _person(visit, against_id) if against_id else None
    await visit.show(await history_of(visit, kind, of, against, max(1, mark.ply)))


def _parsed(rest: str) -> tuple[str, int, int]:
    found = _HISTORY.fullmatch(rest)
    if found is None:
        raise Mistake("refused.unknown_button")
    return found[1], int(found[2]), int(found[3])


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
    visit: Visit, kind: str, of: Person, against: Person | None, first: int, *, shared: bool = False
) -> Page:
    """A page of somebody's games, starting with number `first`, without those in channels that the
    viewer cannot see."""
    visit.pay(LISTING)
    other = None if against is None else against.user_id
    asked = (kind, visit.guild_id, of.user_id, other)
    found = await visit.table.statistics.games_of(*asked, first=first, limit=ON_A_PAGE)
    sight = Sight(visit.interaction, shared=shared)
    seen = [counted for counted in found if await sight.sees(counted[0])]
    shown = History(
        *(kind, of, against, first),
        count=await visit.table.statistics.count_games(*asked),
        games=seen,
        hidden=len(found) - len(seen),
    )
    return history_page(visit.words, shown, shared=shared)


async def past(visit: Visit, mark: Mark) -> None:
    """A game from the list, if the viewer can still see it."""
    if _GAME.fullmatch(mark.rest) is None:
        raise Mistake("refused.unknown_button")
    game = visit.about(await visit.table.games.get(int(mark.rest)))
    listed = game.guild_id == visit.guild_id and game.status in ENDED
    if not listed or not await Sight(visit.interaction).sees(game):
        raise UnknownGame(game.id)
    visit.pay(STORY + 2 * PICTURE)
    story = await visit.table.games.story(game.id)
    await visit.show(ended_page(visit.words, visit.face(game).pictures, story))


async def erase(visit: Visit, mark: Mark) -> None:
    """Ask for confirmation first."""
    playing = await visit.table.lists.open_of(visit.user_id, None)
    lines = [result_line(visit.words, game) for game in playing]
    await visit.show(erase_page(visit.words, lines))


async def erase_all(visit: Visit, mark: Mark) -> None:
    await visit.table.personal_data.erase(visit.user_id)
    await visit.say(visit.words("erase.done"))
