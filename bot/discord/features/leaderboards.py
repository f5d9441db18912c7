"""Leaderboards and statistics of finished games, private unless somebody shares them; only private
pages have buttons, and shared ones mark nobody."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import discord
from discord.app_commands import Transform

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    GameOption,
    button,
    command,
    shareable,
    turn_buttons,
    utc_date,
)
from bot.discord.pages.page import Page, PageMenu, PagePart, Target, page
from bot.discord.pages.wording import escape
from bot.games.face import AnyTexts
from bot.locale import Words
from bot.match.computers import NAME
from bot.match.results import (
    COMPUTERS,
    HeadToHead,
    LeaderboardRow,
    Statistics,
    StatisticsByGames,
)
from bot.presentation.names import computer_name
from bot.process.clock import DAY, HOUR, SECOND, Millis
from bot.store.leagues import Title
from bot.store.results import GamesOf
from render.picture.names import clean_name, format_decimal, format_with_sign

ON_A_PAGE = 10
# Stands for every kind of game in the id of a button.
ALL_GAMES = "all"
MINUTE = 60 * SECOND
# The pattern of a user id; leaves out numbers too large for the database.
PERSON = "([0-9]{1,18}|[0-8][0-9]{18})"
_SUBJECT = re.compile(rf"([^.]+)\.{PERSON}\.{PERSON}")


@dataclass(frozen=True, slots=True)
class Person:
    """A person whose records are shown."""

    user_id: int
    name: str

    @classmethod
    def of(cls, person: discord.User | discord.Member) -> "Person":
        return cls(person.id, person.display_name)


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject of records: a kind of game, or all, and a person, perhaps against another."""

    kind: str | None
    of: Person
    against: Person | None = None

    @property
    def other_id(self) -> int | None:
        return None if self.against is None else self.against.user_id

    @property
    def people_text(self) -> str:
        """People's ids as they follow the kind of game in the id of a button."""
        return f".{self.of.user_id}.{self.other_id or 0}"

    @property
    def names(self) -> dict[str, str]:
        names = {"name": escape(self.of.name), "first": escape(self.of.name)}
        return names if self.against is None else {**names, "second": escape(self.against.name)}


def subject_of(
    visit: Visit, kind: str | None, player: discord.Member | None, against: discord.Member | None
) -> Subject:
    """Find the subject that a command asks for: by default, this person's own records."""
    of = player or visit.interaction.user
    if against is not None and against.id == of.id:
        raise Mistake("stats.same")
    return Subject(kind, Person.of(of), None if against is None else Person.of(against))


async def parse_subject(visit: Visit, rest: str) -> Subject:
    """Read the subject that the id of a button asks for."""
    match = _SUBJECT.fullmatch(rest)
    if match is None:
        raise Mistake("refused.unknown_button")
    kind = parse_kind(visit, match[1])
    of = int(match[2])
    against = int(match[3])
    opponent = await find_person(visit, against) if against else None
    return Subject(kind, await find_person(visit, of), opponent)


def parse_kind(visit: Visit, text: str) -> str | None:
    """Read the kind of game in the id of a button; None for every game."""
    if text not in (ALL_GAMES, *visit.desk.faces):
        raise Mistake("refused.unknown_button")
    return None if text == ALL_GAMES else text


async def find_person(visit: Visit, user_id: int) -> Person:
    """Find a person with their name in this server, or else that under which they last played."""
    guild = visit.interaction.guild
    member: discord.User | discord.Member | None = visit.interaction.user
    if user_id != visit.user_id:
        member = None if guild is None else guild.get_member(user_id)
    if member is not None:
        return Person.of(member)
    last_games = await visit.table.games.ended_games_of(user_id, visit.guild_id, 1)
    names = [seat.name for game in last_games for seat in game.seats if seat.user_id == user_id]
    return Person(user_id, names[0] if names else visit.words("game.a_player"))


def kind_menu(
    visit: Visit,
    verb: str,
    chosen_kind: str | None,
    rest: str = "",
    among: Collection[str] | None = None,
) -> list[PageMenu]:
    """Offer the menu of all games and each; `rest` follows in the values. None on a shared page."""
    if not visit.private:
        return []
    words = visit.words
    faces = visit.desk.faces
    kinds = [None, *(kind for kind in faces if among is None or kind in among)]
    options = [(kind_title(words, kind), f"{kind or ALL_GAMES}{rest}") for kind in kinds]
    current = f"{chosen_kind or ALL_GAMES}{rest}"
    return [PageMenu(verb, Target(), options, words("records.choose"), current)]


def kind_title(words: Words, kind: str | None) -> str:
    return words("records.all") if kind is None else words(f"{kind}.name")


async def titles_seen(
    visit: Visit, of: Person, kind: str | None, year: int | None = None
) -> Sequence[Title]:
    """List the seasons and cups that a person has won, in this kind of game and in this year (in
    UTC); of somebody else, and on a shared page, only those of channels that the reader can see."""
    is_own = visit.private and of.user_id == visit.user_id
    return [
        title
        for title in await visit.table.leagues.titles(visit.guild_id, of.user_id)
        if kind in {None, title.kind}
        and year in {None, utc_date(title.ended_at).year}
        and (is_own or await visit.visibility.sees_channel(visit.guild_id, title.channel_id))
    ]


def list_titles(
    words: Words, titles: Sequence[Title], show: Callable[[str], str] = clean_name
) -> list[str]:
    """List the titles of one league together, those won most often first."""
    counts = Counter(show(title.name) for title in titles)
    return [words("stats.title", name=name, count=count) for name, count in counts.most_common()]


async def _leaderboard_page(visit: Visit, kind: str | None, first: int) -> Page:
    """Show one game's ranking from this line on, or the top of the ranking of each that has one."""
    words = visit.words
    table = visit.table
    faces = visit.desk.faces
    guild = visit.interaction.guild
    kinds = [kind] if kind is not None else list(faces)
    count_players = table.statistics.count_rated_players
    counts = {name: await count_players(name, visit.guild_id) for name in kinds}
    ranked_kinds = [name for name in kinds if counts[name]]
    visit.pay(PICTURE * max(1, len(ranked_kinds)))
    menu = kind_menu(visit, "ranks", kind)
    if not ranked_kinds:
        key = "ranks.none_at_all" if kind is None else "ranks.none"
        return page(words(key, game=kind_title(words, kind)), menu)
    names = {number: computer_name(words, NAME, level) for level, number in COMPUTERS.items()}
    server = "" if guild is None else guild.name
    parts: list[PagePart] = []
    for ranked_kind in ranked_kinds:
        rows = await table.statistics.leaderboard(ranked_kind, visit.guild_id, first, ON_A_PAGE)
        lines = tuple(replace(row, name=names.get(row.user_id, row.name)) for row in rows)
        own_row = None
        if visit.private:
            own_row = await table.statistics.rank_of(ranked_kind, visit.guild_id, visit.user_id)
        drawing = faces[ranked_kind].leaderboard(
            words, server, lines, own_row, first=first, count=counts[ranked_kind]
        )
        if len(ranked_kinds) > 1:
            drawing = replace(drawing, filename=f"{ranked_kind}-{drawing.filename}")
        parts += [f"*{words(f'{ranked_kind}.name')}*", drawing]
        if visit.private and (kind is not None or len(ranked_kinds) == 1):
            keys = ("button.higher", "button.lower")
            places = range(1, counts[ranked_kind] + 1, ON_A_PAGE)
            parts.append(turn_buttons(words, "ranks", ranked_kind, keys, first=first, lines=places))
    return page(*parts, menu)


@command("table")
@shareable()
async def leaderboard(visit: Visit, game: Transform[str, GameOption] | None = None) -> None:
    await visit.show(await _leaderboard_page(visit, game, 1))


@button("ranks", in_place=True)
async def on_ranks(visit: Visit, target: Target) -> None:
    kind = parse_kind(visit, target.rest)
    await visit.show(await _leaderboard_page(visit, kind, max(1, target.ply)))


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Results of a player in one kind of game, or of two against each other."""

    kind: str
    own: StatisticsByGames
    rank: LeaderboardRow | None = None
    theirs: StatisticsByGames | None = None
    head_to_head: HeadToHead | None = None


async def _statistics_page(visit: Visit, subject: Subject) -> Page:
    """Show somebody's figures, perhaps against another, in one game or all they have finished
    here."""
    visit.pay(PICTURE)
    words = visit.words
    faces = visit.desk.faces
    kind = subject.kind
    names = subject.names
    kinds = [kind] if kind is not None else list(faces)
    if kind is None:
        people = (visit.guild_id, subject.of.user_id, subject.other_id)
        count = visit.table.statistics.count_games
        kinds = [name for name in kinds if await count(GamesOf(name, *people))]
    all_figures = [await _figures(visit, name, subject) for name in kinds]
    chosen_kind = kind or (all_figures[0].kind if len(all_figures) == 1 else None)
    menu = kind_menu(visit, "stats", chosen_kind, subject.people_text)
    played = [figures for figures in all_figures if figures.own.every.games]
    of_one = subject.against is None
    titles = await titles_seen(visit, subject.of, kind) if of_one else []
    if not played:
        key = "stats.none" if of_one else "stats.none_against"
        if kind is None:
            key = "stats.none_at_all" if of_one else "stats.none_against_at_all"
        return page(words(key, game=kind_title(words, kind), **names), menu)
    title = f"## {names['name'] if of_one else words('stats.against', **names)}"
    if len(played) > 1:
        lines = [title, f"*{kind_title(words, None)}*", *_titles(words, titles)]
        return page(
            "\n".join([*lines, *(_in_short(words, figures, names) for figures in played)]), menu
        )
    [figures] = played
    texts = faces[figures.kind].texts
    lines = [title, f"*{words(f'{figures.kind}.name')}*"]
    note = f"-# {texts.tally_note(words)}"
    averages = [(subject.of.name, figures.own)]
    if subject.against is None or figures.theirs is None:
        lines += [*_titles(words, titles), _rating_text(words, figures.rank)]
        lines.append(_results(words, figures.own.every))
        parts = ["\n".join([*lines, *_in_full(words, texts, figures.own), note])]
    else:
        averages.append((subject.against.name, figures.theirs))
        parts = ["\n".join([*lines, _compare(words, figures, names)])]
        for name, statistics in averages:
            parts.append("\n".join([f"### {escape(name)}", *_in_full(words, texts, statistics)]))
        parts.append(note)
    shown = [(name, statistics.main) for name, statistics in averages]
    return page(*parts, faces[figures.kind].averages(words, shown), menu)


def _titles(words: Words, titles: Sequence[Title]) -> Iterator[str]:
    if titles:
        names = words.join(list_titles(words, titles, escape))
        yield words("stats.titles", count=len(titles), titles=names)


async def _figures(visit: Visit, kind: str, subject: Subject) -> PlayerFigures:
    statistics = visit.table.statistics
    guild_id = visit.guild_id
    of = subject.of.user_id
    against = subject.other_id
    if against is None:
        rank = await statistics.rank_of(kind, guild_id, of)
        return PlayerFigures(kind, await statistics.of(GamesOf(kind, guild_id, of)), rank)
    return PlayerFigures(
        kind,
        await statistics.of(GamesOf(kind, guild_id, of, against)),
        theirs=await statistics.of(GamesOf(kind, guild_id, against, of)),
        head_to_head=await statistics.between(kind, guild_id, of, against),
    )


def _in_short(words: Words, figures: PlayerFigures, names: Mapping[str, str]) -> str:
    """Sum up one of several games."""
    title = f"### {words(f'{figures.kind}.name')}"
    if figures.head_to_head is not None:
        return f"{title}\n{_compare(words, figures, names)}"
    results = _results(words, figures.own.every)
    return f"{title}\n{results}\n{_rating_text(words, figures.rank)}"


def _rating_text(words: Words, rank: LeaderboardRow | None) -> str:
    if rank is None:
        return words("stats.unrated")
    return words("stats.rated", rating=rank.rating, place=rank.place)


def _results(words: Words, statistics: Statistics) -> str:
    return words(
        "stats.results",
        games=words("stats.games", count=statistics.games),
        won=statistics.won,
        shared=statistics.shared,
        lost=statistics.lost,
    )


def _in_full(words: Words, texts: AnyTexts, statistics: StatisticsByGames) -> Iterator[str]:
    """List the figures that follow the results: those of games with expansions stand on a line of
    their own, unless there are no others."""
    main = statistics.main
    thought = statistics.every.thought // max(1, statistics.every.moves)
    if main is statistics.expanded:
        yield words("stats.expanded_alone")
    yield _points(words, main)
    yield words("stats.thought", time=duration(words, thought))
    yield from _reviews(words, main)
    yield from texts.describe_tally(words, main)
    if main is not statistics.expanded and statistics.expanded.games:
        yield describe_expanded(words, statistics.expanded)


def describe_expanded(words: Words, statistics: Statistics) -> str:
    """Tell the figures of games with expansions on a line."""
    games = words("stats.games", count=statistics.games)
    figures = [_points(words, statistics), *_reviews(words, statistics)]
    return words("stats.expanded", games=games, figures="; ".join(figures))


def _points(words: Words, statistics: Statistics) -> str:
    average = format_decimal(words, round(10 * statistics.points / statistics.games))
    return words("stats.points", average=average, most=statistics.most_points)


def _reviews(words: Words, statistics: Statistics) -> Iterator[str]:
    """Tell the figures from reviews, if there are any."""
    if statistics.luck is None:
        return
    figures = []
    if statistics.accuracy is not None:
        figures.append(words("stats.accuracy", percent=round(statistics.accuracy)))
    luck = format_with_sign(words, round(10 * statistics.luck))
    figures.append(words("stats.luck", points=luck))
    yield f"{words('stats.reviewed', count=statistics.reviewed)}: {', '.join(figures)}"


def _compare(words: Words, figures: PlayerFigures, names: Mapping[str, str]) -> str:
    """Tell the number of games that each of two players won, or finished ahead of the other."""
    assert figures.head_to_head is not None, "two players are compared"
    return words(
        "stats.compared" if figures.head_to_head.of_two else "stats.compared_several",
        games=words("stats.games", count=figures.head_to_head.games),
        won=figures.head_to_head.first,
        lost=figures.head_to_head.second,
        shared=figures.head_to_head.level,
        **names,
    )


def duration(words: Words, time: Millis) -> str:
    if time < 2 * HOUR:
        return words("stats.minutes", count=max(1, round(time / MINUTE)))
    if time < 2 * DAY:
        return words("stats.hours", count=round(time / HOUR))
    return words("stats.days", count=round(time / DAY))


@command("table")
@shareable()
async def stats(
    visit: Visit,
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
) -> None:
    await visit.show(await _statistics_page(visit, subject_of(visit, game, player, against)))


@button("stats", in_place=True)
async def on_stats(visit: Visit, target: Target) -> None:
    await visit.show(await _statistics_page(visit, await parse_subject(visit, target.rest)))
