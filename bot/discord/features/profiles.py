"""The profile of a player in one game, for good or for one year, in one picture. It is private
unless it is shared, and of somebody else only from games in channels that the reader can see."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

import discord
from discord.app_commands import Range, Transform

from bot.discord.answering.desk import LISTING, PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit
from bot.discord.features.context import GameOption, button, shareable
from bot.discord.features.leaderboards import PERSON, Person, find_person
from bot.discord.pages.page import Page, PageButton, PageMenu, PagePart, Target, page
from bot.discord.pages.wording import escape, player_name
from bot.games.face import points_by_source
from bot.locale import Words
from bot.match.game import Game
from bot.match.results import LeaderboardRow, Result, sum_results
from bot.process.clock import SECOND, Millis
from bot.store.results import SeatReview
from render.tables.profile import Profile, Win

AT_ONCE, MOST = 50, 300
"""The number of games read at a time, and of the latest that a profile is made of."""
BEST, YEARS = 3, 4
"""The number of wins that are named, and of years that are offered."""
ALL_YEARS = 0
"""Stands for every year in the id of a button."""
_PROFILE = re.compile(rf"([^.]+)\.{PERSON}\.([0-9]{{1,4}})")


@dataclass(frozen=True, slots=True)
class Played:
    """A game as somebody played it."""

    game: Game
    results: Sequence[Result]
    """Those of all seats."""
    own: Result

    @property
    def year(self) -> int:
        return year_of(self.own.ended_at)

    @property
    def margin(self) -> int:
        """The lead over the best of the others."""
        others = [one.points for one in self.results if one.seat != self.own.seat]
        return self.own.points - max(others)


def year_of(at: Millis) -> int:
    """The year of a moment in UTC."""
    return datetime.fromtimestamp(at // SECOND, UTC).year


async def _profile_page(visit: Visit, kind: str | None, of: Person, year: int | None) -> Page:
    """Somebody's profile in a game; in the one they play most unless one is named."""
    visit.pay(LISTING + PICTURE)
    words, statistics, faces = visit.words, visit.table.statistics, visit.desk.faces
    people = (visit.guild_id, of.user_id)
    counts = {one: await statistics.count_games(one, *people) for one in faces}
    kind = kind or max(counts, key=lambda one: counts[one])
    every = await _visible_games(visit, kind, of)
    choices = _choices(visit, kind, [one for one in counts if counts[one]], of, every, year=year)
    if not any(year in {None, one.year} for one in every):
        facts = {"name": escape(of.name), "game": words(f"{kind}.name")}
        return page(words("records.no_profile", **facts), *choices)
    judged = await statistics.reviews_of(of.user_id, [one.game.id for one in every])
    ranked = await statistics.rank_of(kind, *people)
    shown = profile_of(words, of.name, every, judged, ranked, year=year)
    title = f"## {escape(of.name)}\n*{words(f'{kind}.name')}*"
    return page(title, faces[kind].profile(words, shown), *choices)


async def _visible_games(visit: Visit, kind: str, of: Person) -> list[Played]:
    """The latest games that the reader may know of, in the order in which they ended."""
    visibility = ChannelVisibility(visit.interaction, shared=not visit.private)
    statistics, seen = visit.table.statistics, list[Played]()
    for first in range(1, MOST, AT_ONCE):
        found = await statistics.games_of(
            kind, visit.guild_id, of.user_id, first=first, limit=AT_ONCE
        )
        for game, results in found:
            if await visibility.sees(game):
                own = next(one for one in results if one.user_id == of.user_id)
                seen.append(Played(game, results, own))
        if len(found) < AT_ONCE:
            break
    return seen[::-1]


def _choices(
    visit: Visit,
    kind: str,
    kinds: Sequence[str],
    of: Person,
    every: Sequence[Played],
    *,
    year: int | None,
) -> list[PagePart]:
    """The years and the games that can be looked at instead. None on a shared page."""
    if not visit.private:
        return []
    words, years = visit.words, sorted({one.year for one in every}, reverse=True)[:YEARS]
    labels = {ALL_YEARS: words("records.all_years"), **{one: str(one) for one in years}}
    buttons = [
        PageButton("profile", _target(kind, of, one), label, disabled=one == (year or ALL_YEARS))
        for one, label in labels.items()
    ]
    options = [(words(f"{one}.name"), _target(one, of, ALL_YEARS).rest) for one in kinds]
    if len(options) < 2:
        return [buttons]
    current = _target(kind, of, ALL_YEARS).rest
    return [buttons, [PageMenu("profile", Target(), options, words("records.choose"), current)]]


def _target(kind: str, of: Person, year: int) -> Target:
    return Target(rest=f"{kind}.{of.user_id}.{year}")


def profile_of(
    words: Words,
    name: str,
    every: Sequence[Played],
    judged: Mapping[int, SeatReview],
    ranked: LeaderboardRow | None,
    *,
    year: int | None,
) -> Profile:
    """The profile of a person from all of their games, in the order in which they ended."""
    shown = [one for one in every if year in {None, one.year}]
    total = sum_results([one.own for one in shown])
    won = [one for one in shown if one.own.outcome == "won"]
    best = sorted(won, key=lambda one: (-(one.own.change or 0.0), -one.margin))[:BEST]
    reviews = [judged[one.game.id] for one in shown if one.game.id in judged]
    return Profile(
        name=name,
        year=year,
        games=total.games,
        won=total.won,
        average=round(10 * total.points / total.games),
        place=None if ranked is None else ranked.place,
        ratings=() if ranked is None else _ratings(every, ranked.rating, year),
        wins=[_win(words, one) for one in best],
        points=points_by_source(total),
        accuracy=[one.accuracy for one in reviews if one.accuracy is not None],
        luck=[one.luck for one in reviews],
    )


def _ratings(every: Sequence[Played], now: int, year: int | None) -> Sequence[int]:
    """The rating before the first rated game of the year and after each, counted back from what it
    is now."""
    rated = [(one.year, one.own.change) for one in every if one.own.change is not None]
    since = accumulate((change for _, change in reversed(rated)), initial=0.0)
    ratings = [now - gained for gained in since][::-1]
    within = [number for number, (when, _) in enumerate(rated) if year in {None, when}]
    return [round(one) for one in ratings[within[0] : within[-1] + 2]] if within else ()


def _win(words: Words, one: Played) -> Win:
    names = [player_name(words, seat) for seat in one.game.seats]
    others = [result for result in one.results if result.seat != one.own.seat]
    return Win(
        against=words.join([names[result.seat] for result in others]),
        points="–".join(str(result.points) for result in (one.own, *others)),
        gained=round(one.own.change or 0.0),
    )


@shareable()
async def profile(
    visit: Visit,
    player: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    year: Range[int, 2015, 2999] | None = None,
) -> None:
    of = player or visit.interaction.user
    await visit.show(await _profile_page(visit, game, Person(of.id, of.display_name), year))


async def show_profile(visit: Visit, person: discord.Member | discord.User) -> None:
    """The same for a person in the list of members, or next to what they wrote."""
    of = Person(person.id, person.display_name)
    await visit.show(await _profile_page(visit, None, of, None))


@button("profile", in_place=True)
async def on_profile(visit: Visit, target: Target) -> None:
    found = _PROFILE.fullmatch(target.rest)
    if found is None or found[1] not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    of = await find_person(visit, int(found[2]))
    await visit.show(await _profile_page(visit, found[1], of, int(found[3]) or None))
