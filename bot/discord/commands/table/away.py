"""Being away for some days: nobody waits for the player, and their clock is stopped."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.desk import desk_of
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import visiting
from bot.discord.commands.context import MOST_CHOICES, Typed, choices, offered
from bot.discord.pages.wording.moments import timestamp
from bot.locale import Words
from bot.match.people.away import MOST_DAYS, YEAR
from bot.match.people.days import beginning, days_from, end, local_time, read_day, zone_of
from bot.match.people.preferences import Away, Habits
from bot.process.clock import DAY, Millis
from bot.table.people.absences import Absence


@offered
async def _days(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The next days, starting today."""
    table = desk_of(interaction).table
    habits = await table.preferences.of(interaction.user.id)
    today = local_time(habits.zone, table.clock()).date()
    days = [day.isoformat() for day in days_from(today, MOST_DAYS)]
    fits = [day for day in days if typed.strip() in day]
    return choices([(day, day) for day in fits[:MOST_CHOICES]])


@app_commands.autocomplete(since=_days, until=_days)
async def away(
    interaction: discord.Interaction[Any],
    days: Range[int, 1, MOST_DAYS] | None = None,
    since: Typed | None = None,
    until: Typed | None = None,
    back: bool = False,
) -> None:
    async with visiting(interaction) as visit:
        absences = visit.table.absences
        if back:
            found = await absences.come_back(visit.by())
        elif days is None and since is None and until is None:
            found = await absences.of(visit.user_id)
        else:
            habits, now = await visit.table.preferences.of(visit.user_id), visit.table.clock()
            found = await absences.go(visit.by(), _wanted(habits, now, days, since, until))
        await visit.say(_told(visit.words, found))


def _wanted(
    habits: Habits, now: Millis, days: int | None, since: str | None, until: str | None
) -> Away:
    """An absence from now or from the start of a day, for this many days or until the end of a
    day."""
    zone = zone_of(habits.zone)
    if (days is None) == (until is None):
        raise Mistake("away.how_long")
    try:
        first = now if since is None else max(now, beginning(read_day(since), zone))
        past = since is not None and end(read_day(since), zone) <= now
        last = first + (days or 0) * DAY if until is None else end(read_day(until), zone)
    except (ValueError, OverflowError, OSError):
        raise Mistake("away.unreadable") from None
    if past or last <= now:
        raise Mistake("away.past")
    if last <= first:
        raise Mistake("away.backwards")
    if first > now + YEAR:
        raise Mistake("away.too_far")
    return Away(first, last)


def _told(words: Words, absence: Absence) -> str:
    lines = [
        words("away.line", since=timestamp(one.since, "f"), until=timestamp(one.until, "f"))
        for one in absence.planned
    ]
    left = words("away.left", count=absence.left, most=MOST_DAYS)
    return "\n".join([*(lines or [words("away.none")]), left])


COMMANDS = (away,)
