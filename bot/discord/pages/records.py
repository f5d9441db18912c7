"""Pages about finished games: the leaderboard, statistics, a player's history.

Made from what the table has stored, and private unless somebody shares them; only private ones have
buttons. Knows no game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, PageMenu, Target
from bot.discord.pages.page import Page, Part, page
from bot.discord.pages.posts.boards import end_drawing, places_told
from bot.discord.pages.wording.escaping import escaped
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import (
    against,
    called,
    computer_called,
    names_of,
    outcome,
    place_of,
)
from bot.games.face import Face
from bot.games.pictures import Pictures, Standings
from bot.locale import Words
from bot.match.game import Game, Status
from bot.match.life.computers import NAME
from bot.match.results.outcomes import COMPUTERS
from bot.match.results.statistics import HeadToHead, Ranked, Result, Statistics
from bot.process.clock import DAY, HOUR, SECOND, Millis
from bot.table.reading.games import Story
from render.picture.figures import decimal, signed

ON_A_PAGE = 10
ALL_GAMES = "all"
"""Stands for every kind of game in the id of a button."""
MINUTE = 60 * SECOND
Counted = tuple[Game, tuple[Result, ...]]
"""A game with the results of its seats."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person whose records are shown."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class History:
    """A page of a player's games."""

    kind: str | None
    """None for games of every kind."""
    of: Person
    against: Person | None
    first: int
    """The number of the page's latest game among all games."""
    count: int
    """How many games there are in all."""
    games: Sequence[Counted]
    hidden: int
    """How many of the page's games are in channels that the viewer cannot see."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How a player did in one kind of game, or how two did against each other."""

    kind: str
    own: Statistics
    ranked: Ranked | None = None
    theirs: Statistics | None = None
    compared: HeadToHead | None = None


def named_line(words: Words, line: Ranked) -> Ranked:
    """A line of the leaderboard, on which a computer player is called by its level."""
    levels = {number: level for level, number in COMPUTERS.items()}
    if line.user_id not in levels:
        return line
    return replace(line, name=computer_called(words, NAME, levels[line.user_id]))


def leaderboard_page(
    words: Words,
    faces: Mapping[str, Face],
    kind: str | None,
    shown: Mapping[str, Standings],
    *,
    shared: bool,
) -> Page:
    """A page of one game's ranking, or the top of the ranking of each game that has one."""
    menu = [] if shared else [_games_menu(words, faces, "ranks", kind or ALL_GAMES, "")]
    if not shown:
        key = "ranks.none_at_all" if kind is None else "ranks.none"
        return page(words(key, game=_game_named(words, kind)), *menu)
    parts: list[Part] = []
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
                    *_turn(
                        "ranks", one, words("button.higher"), before, standings.first - ON_A_PAGE
                    ),
                    *_turn("ranks", one, words("button.lower"), after, standings.first + ON_A_PAGE),
                ]
            )
    return page(*parts, *menu)


def _games_menu(
    words: Words, faces: Iterable[str], verb: str, chosen: str, rest: str
) -> list[PageMenu]:
    """The menu from which one game or all of them are chosen; `rest` follows in the values."""
    games = [(_game_named(words, kind), kind or ALL_GAMES) for kind in (None, *faces)]
    options = [(name, f"{value}{rest}") for name, value in games]
    return [PageMenu(verb, Target(), options, words("records.choose"), f"{chosen}{rest}")]


def _game_named(words: Words, kind: str | None) -> str:
    return words("records.all") if kind is None else words(f"{kind}.name")


def _turn(verb: str, rest: str, label: str, possible: bool, first: int) -> list[PageButton]:
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
    of, against = people
    rest = _people_text(of, against)
    chosen = kind or (shown[0].kind if len(shown) == 1 else ALL_GAMES)
    menu = [] if shared else [_games_menu(words, faces, "stats", chosen, rest)]
    names = {"name": escaped(of.name), "first": escaped(of.name)}
    names |= {} if against is None else {"second": escaped(against.name)}
    played = [one for one in shown if one.own.games]
    if not played:
        alone = against is None
        if kind is None:
            text = words("stats.none_at_all" if alone else "stats.none_against_at_all", **names)
        else:
            key = "stats.none" if alone else "stats.none_against"
            text = words(key, game=_game_named(words, kind), **names)
        return page(text, *menu)
    title = f"## {escaped(of.name) if against is None else words('stats.against', **names)}"
    if len(played) > 1:
        lines = [title, f"*{_game_named(words, None)}*"]
        lines += [_in_short(words, one, names) for one in played]
        return page("\n".join(lines), *menu)
    [one] = played
    lines = [title, f"*{words(f'{one.kind}.name')}*"]
    if against is None or one.theirs is None:
        parts = _own_figures(words, faces[one.kind], of, one, lines)
    else:
        lines.append(_compared(words, one, names))
        parts = _both_figures(words, faces[one.kind], (of, against), (one.own, one.theirs), lines)
    return page(*parts, *menu)


def _in_short(words: Words, one: Figures, names: Mapping[str, str]) -> str:
    """One of several games."""
    if one.compared is not None:
        return f"### {words(f'{one.kind}.name')}\n{_compared(words, one, names)}"
    results, *_ = _results(words, one.own)
    return f"### {words(f'{one.kind}.name')}\n{results}\n{_rated(words, one.ranked)}"


def _rated(words: Words, ranked: Ranked | None) -> str:
    if ranked is None:
        return words("stats.unrated")
    return words("stats.rated", rating=ranked.rating, place=ranked.place)


def _own_figures(
    words: Words, face: Face, of: Person, one: Figures, lines: Sequence[str]
) -> list[Part]:
    told = [
        *lines,
        _rated(words, one.ranked),
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
        *_judged(words, statistics),
    ]


def _judged(words: Words, statistics: Statistics) -> Iterator[str]:
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
) -> list[Part]:
    parts: list[Part] = ["\n".join(lines)]
    for one, statistics in zip(people, both, strict=True):
        _, *results = _results(words, statistics)
        told = [f"### {escaped(one.name)}", *results, *face.texts.describe_tally(words, statistics)]
        parts.append("\n".join(told))
    parts.append(f"-# {face.texts.tally_note(words)}")
    named = [(one.name, statistics) for one, statistics in zip(people, both, strict=True)]
    return [*parts, face.pictures.averages(words, named)]


def history_page(words: Words, faces: Iterable[str], shown: History, *, shared: bool) -> Page:
    """Ten games, the latest first, with a menu for opening one of them."""
    rest = _people_text(shown.of, shown.against)
    chosen = shown.kind or ALL_GAMES
    games = [] if shared else [_games_menu(words, faces, "history", chosen, rest)]
    title = f"## {words('history.of', name=escaped(shown.of.name))}"
    if shown.against is not None:
        names = {"first": escaped(shown.of.name), "second": escaped(shown.against.name)}
        title = f"## {words('history.against', **names)}"
    title += f"\n*{_game_named(words, shown.kind)}*"
    if not shown.count:
        return page(f"{title}\n{words('history.none')}", *games)
    last = shown.first + len(shown.games) + shown.hidden - 1
    lines = [
        title,
        words("history.shown", first=shown.first, last=last, count=shown.count),
        *(_line(words, shown, counted) for counted in shown.games),
        *([words("history.hidden", count=shown.hidden)] if shown.hidden else []),
    ]
    if shared:
        return page("\n".join(lines))
    return page("\n".join(lines), *_menu(words, shown), _pages(words, shown, last), *games)


def _line(words: Words, shown: History, counted: Counted) -> str:
    """A game of the history: when, against whom, how it ended, and how it changed the rating."""
    game, results = counted
    own = next(result for result in results if result.user_id == shown.of.user_id)
    facts = {
        "when": timestamp(own.ended_at, "d"),
        "outcome": _outcome(words, results, own),
        "opponent": words.listed(_others(names_of(words, game), own)),
        "points": _points(results, own),
        "place": place_of(game),
    }
    told = [words("history.line", **facts)]
    if shown.kind is None:
        told.append(f"*{words(f'{game.kind}.name')}*")
    if game.status is not Status.FINISHED:
        told.append(words(f"history.early.{game.status}"))
    if own.change is not None:
        told.append(words("history.change", change=f"{round(own.change):+d}".replace("-", "−")))
    return " · ".join(told)


def _outcome(words: Words, results: Sequence[Result], own: Result) -> str:
    """The outcome; for a loss against several players, also the place."""
    outcome = words(f"history.outcome.{own.outcome}")
    if len(results) == 2 or own.outcome != "lost" or own.place is None:
        return outcome
    return words("history.placed", outcome=outcome, place=own.place, count=len(results))


def _others(names: Sequence[str], own: Result) -> list[str]:
    return [name for seat, name in enumerate(names) if seat != own.seat]


def _points(results: Sequence[Result], own: Result) -> str:
    """`84–61`, with the points of the person shown first."""
    others = [result for result in results if result.seat != own.seat]
    return "–".join(str(result.points) for result in (own, *others))


def _menu(words: Words, shown: History) -> list[list[PageMenu]]:
    options = [(_label(words, shown, one), str(one[0].id)) for one in shown.games]
    return [[PageMenu("past", Target(), options, words("history.look"))]] if options else []


def _label(words: Words, shown: History, counted: Counted) -> str:
    """A game in the menu, with its day in UTC: a menu cannot use each reader's own time zone."""
    game, results = counted
    own = next(result for result in results if result.user_id == shown.of.user_id)
    day = datetime.fromtimestamp(own.ended_at // SECOND, UTC).date().isoformat()
    names = [called(words, seat) for seat in game.seats]
    opponent = words.listed(_others(names, own))
    return f"{day} · {opponent} · {_points(results, own)}"


def _pages(words: Words, shown: History, last: int) -> list[PageButton]:
    rest = f"{shown.kind or ALL_GAMES}{_people_text(shown.of, shown.against)}"
    return [
        *_turn("history", rest, words("button.later"), shown.first > 1, shown.first - ON_A_PAGE),
        *_turn(
            *("history", rest, words("button.earlier")), last < shown.count, shown.first + ON_A_PAGE
        ),
    ]


def _people_text(of: Person, against: Person | None) -> str:
    """Whose games they are, as encoded in the id of a button after the kind of game."""
    return f".{of.user_id}.{0 if against is None else against.user_id}"


def ended_page(words: Words, pictures: Pictures, story: Story) -> Page:
    """A finished game, as it ended."""
    game = story.game
    mark = Target(game.id, game.branch, game.ply)
    buttons = [
        PageButton("replay", mark, words("button.replay")),
        PageButton("steps", mark, words("button.steps")),
        PageButton("score", mark, words("button.score")),
        PageButton("log", mark, words("button.log")),
        PageButton("board", mark, words("button.board")),
    ]
    head = [f"**{against(words, game)}**", outcome(words, game), *places_told(words, story)]
    return page("\n".join(head), end_drawing(words, pictures, story), buttons)


def duration(words: Words, time: Millis) -> str:
    """The approximate duration, in a suitable unit."""
    if time < 2 * HOUR:
        return words("stats.minutes", count=max(1, round(time / MINUTE)))
    if time < 2 * DAY:
        return words("stats.hours", count=round(time / HOUR))
    return words("stats.days", count=round(time / DAY))


def erase_page(words: Words, playing: Sequence[str]) -> Page:
    """The consequences of erasure; for somebody who is still playing, which games to leave
    first."""
    if playing:
        return page("\n".join([words("erase.playing"), *(f"- {line}" for line in playing)]))
    button = PageButton("eraseall", Target(), words("button.erase_sure"), ButtonStyle.danger)
    return page(words("erase.meaning"), [button])
