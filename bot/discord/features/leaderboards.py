"""Leaderboards and statistics of finished games."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord.app_commands import Transform

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import ButtonHandler, GameOption
from bot.discord.pages.page import Page, PageButton, PageMenu, PagePart, Target, page
from bot.discord.pages.wording import (
    computer_name,
    escape,
)
from bot.games.face import Face
from bot.games.pictures import Standings
from bot.locale import Words
from bot.match.computers import NAME
from bot.match.results import COMPUTERS, HeadToHead, LeaderboardRow, Statistics
from bot.process.clock import DAY, HOUR, SECOND, Millis
from render.picture.names import decimal, signed

ON_A_PAGE = 10


ALL_GAMES = "all"
"""Stands for every kind of game in the id of a button."""


MINUTE = 60 * SECOND


@dataclass(frozen=True, slots=True)
class Person:
    """A person whose records are shown."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Figures:
    """How a player did in one kind of game, or how two did against each other."""

    kind: str
    own: Statistics
    ranked: LeaderboardRow | None = None
    theirs: Statistics | None = None
    compared: HeadToHead | None = None


def localize_line(words: Words, line: LeaderboardRow) -> LeaderboardRow:
    """A line of the leaderboard, on which a computer player is called by its level."""
    levels = {number: level for level, number in COMPUTERS.items()}
    if line.user_id not in levels:
        return line
    return replace(line, name=computer_name(words, NAME, levels[line.user_id]))


def leaderboard_page(
    words: Words,
    faces: Mapping[str, Face],
    kind: str | None,
    shown: Mapping[str, Standings],
    *,
    shared: bool,
) -> Page:
    """A page of one game's ranking, or the top of the ranking of each game that has one."""
    menu = [] if shared else [games_menu(words, faces, "ranks", kind or ALL_GAMES, "")]
    if not shown:
        key = "ranks.none_at_all" if kind is None else "ranks.none"
        return page(words(key, game=game_name(words, kind)), *menu)
    parts: list[PagePart] = []
    for one, standings in shown.items():
        drawing = faces[one].pictures.leaderboard(words, standings)
        if len(shown) > 1:
            drawing = replace(drawing, filename=f"{one}-{drawing.filename}")
        parts += [f"*{words(f'{one}.name')}*", drawing]
        if not shared and (kind is not None or len(shown) == 1):
            last = standings.first + len(standings.lines) - 1
            before, after = standings.first > 1, last < standings.count
            parts.append(
                [
                    *page_button(
                        "ranks", one, words("button.higher"), before, standings.first - ON_A_PAGE
                    ),
                    *page_button(
                        "ranks", one, words("button.lower"), after, standings.first + ON_A_PAGE
                    ),
                ]
            )
    return page(*parts, *menu)


def games_menu(
    words: Words, faces: Iterable[str], verb: str, chosen: str, rest: str
) -> list[PageMenu]:
    """The menu from which one game or all of them are chosen; `rest` follows in the values."""
    games = [(game_name(words, kind), kind or ALL_GAMES) for kind in (None, *faces)]
    options = [(name, f"{value}{rest}") for name, value in games]
    return [PageMenu(verb, Target(), options, words("records.choose"), f"{chosen}{rest}")]


def game_name(words: Words, kind: str | None) -> str:
    return words("records.all") if kind is None else words(f"{kind}.name")


def page_button(verb: str, rest: str, label: str, possible: bool, first: int) -> list[PageButton]:
    """A button to another page, which is identified by its first line."""
    return [PageButton(verb, Target(ply=max(1, first), rest=rest), label)] if possible else []


def statistics_page(
    words: Words,
    faces: Mapping[str, Face],
    kind: str | None,
    people: tuple[Person, Person | None],
    shown: Sequence[Figures],
    *,
    shared: bool,
) -> Page:
    """Somebody's results in one kind of game, or in several; their own, or those against another
    player. `shown` has no kind without games, unless it was asked for."""
    of, pairing = people
    rest = encode_people(of, pairing)
    chosen = kind or (shown[0].kind if len(shown) == 1 else ALL_GAMES)
    menu = [] if shared else [games_menu(words, faces, "stats", chosen, rest)]
    names = {"name": escape(of.name), "first": escape(of.name)}
    names |= {} if pairing is None else {"second": escape(pairing.name)}
    played = [one for one in shown if one.own.games]
    if not played:
        alone = pairing is None
        if kind is None:
            text = words("stats.none_at_all" if alone else "stats.none_against_at_all", **names)
        else:
            key = "stats.none" if alone else "stats.none_against"
            text = words(key, game=game_name(words, kind), **names)
        return page(text, *menu)
    title = f"## {escape(of.name) if pairing is None else words('stats.against', **names)}"
    if len(played) > 1:
        lines = [title, f"*{game_name(words, None)}*"]
        lines += [_in_short(words, one, names) for one in played]
        return page("\n".join(lines), *menu)
    [one] = played
    lines = [title, f"*{words(f'{one.kind}.name')}*"]
    if pairing is None or one.theirs is None:
        parts = _own_figures(words, faces[one.kind], of, one, lines)
    else:
        lines.append(_compared(words, one, names))
        parts = _both_figures(words, faces[one.kind], (of, pairing), (one.own, one.theirs), lines)
    return page(*parts, *menu)


def _in_short(words: Words, one: Figures, names: Mapping[str, str]) -> str:
    """One of several games."""
    if one.compared is not None:
        return f"### {words(f'{one.kind}.name')}\n{_compared(words, one, names)}"
    results, *_ = _results(words, one.own)
    return f"### {words(f'{one.kind}.name')}\n{results}\n{_rating_text(words, one.ranked)}"


def _rating_text(words: Words, ranked: LeaderboardRow | None) -> str:
    if ranked is None:
        return words("stats.unrated")
    return words("stats.rated", rating=ranked.rating, place=ranked.place)


def _own_figures(
    words: Words, face: Face, of: Person, one: Figures, lines: Sequence[str]
) -> list[PagePart]:
    told = [
        *lines,
        _rating_text(words, one.ranked),
        *_results(words, one.own),
        *face.texts.describe_tally(words, one.own),
        f"-# {face.texts.tally_note(words)}",
    ]
    return ["\n".join(told), face.pictures.averages(words, [(of.name, one.own)])]


def _results(words: Words, statistics: Statistics) -> list[str]:
    """The figures that exist for any game."""
    games = statistics.games
    average = decimal(words, round(10 * statistics.points / games))
    thought = statistics.thought // max(1, statistics.moves)
    return [
        words(
            "stats.results",
            games=words("stats.games", count=games),
            won=statistics.won,
            shared=statistics.shared,
            lost=statistics.lost,
        ),
        words("stats.points", average=average, most=statistics.most_points),
        words("stats.thought", time=duration(words, thought)),
        *_review_lines(words, statistics),
    ]


def _review_lines(words: Words, statistics: Statistics) -> Iterator[str]:
    """The figures from reviews, if there are any."""
    if statistics.luck is None:
        return
    games = words("stats.reviewed", count=statistics.reviewed)
    luck = words("stats.luck", points=signed(words, round(10 * statistics.luck)))
    accuracy = statistics.accuracy
    played = [] if accuracy is None else [words("stats.accuracy", percent=round(accuracy))]
    yield f"{games}: {', '.join([*played, luck])}"


def _compared(words: Words, one: Figures, names: Mapping[str, str]) -> str:
    """How many games each of two players won, or finished ahead of the other."""
    assert one.compared is not None, "two players are compared"
    return words(
        "stats.compared" if one.compared.of_two else "stats.compared_several",
        games=words("stats.games", count=one.compared.games),
        won=one.compared.first,
        lost=one.compared.second,
        shared=one.compared.level,
        **names,
    )


def _both_figures(
    words: Words,
    face: Face,
    people: tuple[Person, Person],
    both: tuple[Statistics, Statistics],
    lines: Sequence[str],
) -> list[PagePart]:
    parts: list[PagePart] = ["\n".join(lines)]
    for one, statistics in zip(people, both, strict=True):
        _, *results = _results(words, statistics)
        told = [f"### {escape(one.name)}", *results, *face.texts.describe_tally(words, statistics)]
        parts.append("\n".join(told))
    parts.append(f"-# {face.texts.tally_note(words)}")
    named = [(one.name, statistics) for one, statistics in zip(people, both, strict=True)]
    return [*parts, face.pictures.averages(words, named)]


def duration(words: Words, time: Millis) -> str:
    """The approximate duration, in a suitable unit."""
    if time < 2 * HOUR:
        return words("stats.minutes", count=max(1, round(time / MINUTE)))
    if time < 2 * DAY:
        return words("stats.hours", count=round(time / HOUR))
    return words("stats.days", count=round(time / DAY))


def encode_people(of: Person, pairing: Person | None) -> str:
    """Whose games they are, as encoded in the id of a button after the kind of game."""
    return f".{of.user_id}.{0 if pairing is None else pairing.user_id}"


_PERSON = "([0-9]{1,18}|[0-8][0-9]{18})"
"""The pattern of a user id; leaves out numbers too large for the database."""


_HISTORY = re.compile(rf"([^.]+)\.{_PERSON}\.{_PERSON}")


async def on_ranks(visit: Visit, mark: Target) -> None:
    kind = _parse_kind(visit, mark.rest)
    await visit.show(await leaderboard_from(visit, kind, max(1, mark.ply)))


async def leaderboard_from(
    visit: Visit, kind: str | None, first: int, *, shared: bool = False
) -> Page:
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
        lines=tuple(localize_line(visit.words, line) for line in found),
        own=None if shared else await table.statistics.rank_of(kind, visit.guild_id, visit.user_id),
    )


async def on_stats(visit: Visit, mark: Target) -> None:
    await visit.show(await statistics_of(visit, *await parse_people(visit, mark.rest)))


async def parse_people(visit: Visit, rest: str) -> tuple[str | None, Person, Person | None]:
    found = _HISTORY.fullmatch(rest)
    if found is None:
        raise Mistake("refused.unknown_button")
    kind, of, against = _parse_kind(visit, found[1]), int(found[2]), int(found[3])
    return kind, await _person(visit, of), await _person(visit, against) if against else None


def _parse_kind(visit: Visit, text: str) -> str | None:
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


async def stats(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with open_visit(interaction, private=not share) as visit:
        of, other = people_of(visit, player, against)
        await visit.show(await statistics_of(visit, game, of, other, shared=share))


async def leaderboard(
    interaction: discord.Interaction[Any],
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with open_visit(interaction, private=not share) as visit:
        await visit.show(await leaderboard_from(visit, game, 1, shared=share))


def people_of(
    visit: Visit, player: discord.Member | None, against: discord.Member | None
) -> tuple[Person, Person | None]:
    of = player or visit.interaction.user
    if against is not None and against.id == of.id:
        raise Mistake("stats.same")
    other = None if against is None else Person(against.id, against.display_name)
    return Person(of.id, of.display_name), other


BUTTONS = {
    "ranks": ButtonHandler(on_ranks, in_place=True),
    "stats": ButtonHandler(on_stats, in_place=True),
}
