"""Lists of games, running and finished."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from discord.app_commands import Transform

from bot.discord.answering.desk import LISTING, PICTURE, STORY
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import ButtonHandler, GameOption
from bot.discord.features.leaderboards import (
    ALL_GAMES,
    ON_A_PAGE,
    Person,
    encode_people,
    game_name,
    games_menu,
    page_button,
    parse_people,
    people_of,
)
from bot.discord.features.looks import LONGEST_LIST
from bot.discord.pages.board_posts import end_drawing, place_lines, result_line
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page, shorten
from bot.discord.pages.wording import (
    channel_mention,
    escape,
    names_of,
    outcome,
    pairing,
    player_name,
    timestamp,
)
from bot.games.pictures import Pictures
from bot.locale import Words
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, Game, Status
from bot.match.results import Result
from bot.process.clock import SECOND
from bot.table.reading.games import Story

Counted = tuple[Game, tuple[Result, ...]]
"""A game with the results of its seats."""


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


def history_page(words: Words, faces: Iterable[str], shown: History, *, shared: bool) -> Page:
    """Ten games, the latest first, with a menu for opening one of them."""
    rest = encode_people(shown.of, shown.against)
    chosen = shown.kind or ALL_GAMES
    games = [] if shared else [games_menu(words, faces, "history", chosen, rest)]
    title = f"## {words('history.of', name=escape(shown.of.name))}"
    if shown.against is not None:
        names = {"first": escape(shown.of.name), "second": escape(shown.against.name)}
        title = f"## {words('history.against', **names)}"
    title += f"\n*{game_name(words, shown.kind)}*"
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
        "opponent": words.listed(_other_names(names_of(words, game), own)),
        "points": _points(results, own),
        "place": channel_mention(game),
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


def _other_names(names: Sequence[str], own: Result) -> list[str]:
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
    names = [player_name(words, seat) for seat in game.seats]
    opponent = words.listed(_other_names(names, own))
    return f"{day} · {opponent} · {_points(results, own)}"


def _pages(words: Words, shown: History, last: int) -> list[PageButton]:
    rest = f"{shown.kind or ALL_GAMES}{encode_people(shown.of, shown.against)}"
    return [
        *page_button(
            "history", rest, words("button.later"), shown.first > 1, shown.first - ON_A_PAGE
        ),
        *page_button(
            *("history", rest, words("button.earlier")), last < shown.count, shown.first + ON_A_PAGE
        ),
    ]


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
    head = [f"**{pairing(words, game)}**", outcome(words, game), *place_lines(words, story)]
    return page("\n".join(head), end_drawing(words, pictures, story), buttons)


def games_look(words: Words, title: str, games: Sequence[Game], user_id: int | None) -> Page:
    """A list of open games that marks those in which it is this person's turn."""
    if not games:
        return page(f"**{title}**\n{words('games.none')}")
    lines = [
        f"- {'**→** ' if _waits_for(game, user_id) else ''}{result_line(words, game)}"
        for game in games
    ]
    return page(shorten(f"**{title}**\n" + "\n".join(lines), LONGEST_LIST))


def _waits_for(game: Game, user_id: int | None) -> bool:
    to_act = None if game.pause is not None else game.to_act
    return to_act is not None and user_id is not None and game.seats[to_act].user_id == user_id


async def on_history(visit: Visit, mark: Target) -> None:
    kind, of, against = await parse_people(visit, mark.rest)
    await visit.show(await history_of(visit, kind, of, against, max(1, mark.ply)))


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


async def on_past(visit: Visit, mark: Target) -> None:
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


_GAME = re.compile("[0-9]{1,18}")


MOST_LISTED = 25


GAMES_AT_ONCE = 100


async def games(interaction: discord.Interaction[Any], server: bool = False) -> None:
    async with open_visit(interaction) as visit:
        visit.pay(LISTING)
        found: Sequence[Game]
        if server:
            found = await _visible_games(visit)
            title = visit.words("games.server")
        else:
            found = await visit.table.lists.open_of(visit.user_id, visit.guild_id)
            title = visit.words("games.mine")
        await visit.show(games_look(visit.words, title, found, visit.user_id))


async def _visible_games(visit: Visit) -> Sequence[Game]:
    """The games of the server whose channels this person can see."""
    visibility, seen, asked = ChannelVisibility(visit.interaction), list[Game](), 0
    while len(seen) < MOST_LISTED and (
        page := await visit.table.lists.open_in_server(visit.guild_id, GAMES_AT_ONCE, asked)
    ):
        seen += [game for game in page if await visibility.sees(game)]
        asked += len(page)
    return seen[:MOST_LISTED]


async def history(
    interaction: discord.Interaction[Any],
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    share: bool = False,
) -> None:
    async with open_visit(interaction, private=not share) as visit:
        of, other = people_of(visit, player, against)
        await visit.show(await history_of(visit, game, of, other, 1, shared=share))


BUTTONS = {
    "history": ButtonHandler(on_history, in_place=True),
    "past": ButtonHandler(on_past),
}
