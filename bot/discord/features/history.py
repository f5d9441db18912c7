"""Lists of games: those that are running, and those that somebody has finished, which can be opened
as they ended."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

import discord
from discord.app_commands import Transform

from bot.discord.answering.desk import LISTING, PICTURE, STORY
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visibility import ChannelVisibility
from bot.discord.answering.visit import Visit
from bot.discord.features.context import GameOption, button, shareable
from bot.discord.features.leaderboards import (
    ALL_GAMES,
    ON_A_PAGE,
    Subject,
    kind_menu,
    kind_title,
    parse_subject,
    subject_of,
    turn_buttons,
)
from bot.discord.pages.board_posts import end_drawing, ended_buttons, place_lines
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page, shorten
from bot.discord.pages.wording import (
    channel_mention,
    names_of,
    outcome,
    pairing,
    player_name,
    result_line,
    timestamp,
)
from bot.games.face import AnyPictures
from bot.locale import Words
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, Game, Status
from bot.match.results import Result
from bot.process.clock import SECOND
from bot.table.games import Story

LONGEST_LIST = 3500
MOST_LISTED = 25
GAMES_AT_ONCE = 100
_GAME = re.compile("[0-9]{1,18}")


async def games(visit: Visit, server: bool = False) -> None:
    """The running games of a person, or those of the server whose channels they can see."""
    visit.pay(LISTING)
    if not server:
        title = visit.words("games.mine")
        mine = await visit.table.games.open_of(visit.user_id, visit.guild_id)
        await visit.show(games_page(visit.words, title, mine, visit.user_id))
        return
    visibility, seen, asked = ChannelVisibility(visit.interaction), list[Game](), 0
    while len(seen) < MOST_LISTED and (
        found := await visit.table.games.open_in_server(visit.guild_id, GAMES_AT_ONCE, asked)
    ):
        seen += [game for game in found if await visibility.sees(game)]
        asked += len(found)
    title = visit.words("games.server")
    await visit.show(games_page(visit.words, title, seen[:MOST_LISTED], visit.user_id))


def games_page(words: Words, title: str, games: Sequence[Game], user_id: int) -> Page:
    """A list of open games that marks those in which it is this person's turn."""
    if not games:
        return page(f"**{title}**\n{words('games.none')}")
    lines = [f"**{title}**"]
    for game in games:
        waits = game.pause is None and game.to_act is not None
        own_turn = waits and game.seats[game.to_act or 0].user_id == user_id
        lines.append(f"- {'**→** ' if own_turn else ''}{result_line(words, game)}")
    return page(shorten("\n".join(lines), LONGEST_LIST))


async def _history_page(visit: Visit, subject: Subject, first: int) -> Page:
    """Ten of somebody's games, the latest first, starting with number `first`, without those in
    channels that the viewer cannot see; with a menu for opening one of them."""
    visit.pay(LISTING)
    words, kind, statistics = visit.words, subject.kind, visit.table.statistics
    wanted = (kind, visit.guild_id, subject.of.user_id, subject.other_id)
    found = await statistics.games_of(*wanted, first=first, limit=ON_A_PAGE)
    visibility = ChannelVisibility(visit.interaction, shared=not visit.private)
    seen = [counted for counted in found if await visibility.sees(counted[0])]
    count = await statistics.count_games(*wanted)
    menu = kind_menu(visit, "history", kind, subject.people_text)
    key = "history.of" if subject.against is None else "history.against"
    lines = [f"## {words(key, **subject.names)}", f"*{kind_title(words, kind)}*"]
    if not count:
        return page("\n".join([*lines, words("history.none")]), menu)
    last = first + len(found) - 1
    lines.append(words("history.shown", first=first, last=last, count=count))
    options = []
    for game, results in seen:
        own = next(result for result in results if result.user_id == subject.of.user_id)
        lines.append(_history_line(words, game, results, own, named=kind is None))
        options.append((_menu_label(words, game, results, own), str(game.id)))
    if len(seen) < len(found):
        lines.append(words("history.hidden", count=len(found) - len(seen)))
    if not visit.private:
        return page("\n".join(lines))
    past = [PageMenu("past", Target(), options, words("history.look"))] if options else []
    labels = (words("button.later"), words("button.earlier"))
    rest = f"{kind or ALL_GAMES}{subject.people_text}"
    turns = turn_buttons("history", rest, labels, first=first, last=last, count=count)
    return page("\n".join(lines), past, turns, menu)


def _history_line(
    words: Words, game: Game, results: Sequence[Result], own: Result, *, named: bool
) -> str:
    """A game of the history: when, against whom, how it ended, and how it changed the rating; for a
    loss against several players, also the place."""
    ended = words(f"history.outcome.{own.outcome}")
    if len(results) != 2 and own.outcome == "lost" and own.place is not None:
        ended = words("history.placed", outcome=ended, place=own.place, count=len(results))
    line = [
        words(
            "history.line",
            when=timestamp(own.ended_at, "d"),
            outcome=ended,
            opponent=_others(words, names_of(words, game), own),
            points=_points(results, own),
            place=channel_mention(game),
        )
    ]
    if named:
        line.append(f"*{words(f'{game.kind}.name')}*")
    if game.status is not Status.FINISHED:
        line.append(words(f"history.early.{game.status}"))
    if own.change is not None:
        line.append(words("history.change", change=f"{round(own.change):+d}".replace("-", "−")))
    return " · ".join(line)


def _menu_label(words: Words, game: Game, results: Sequence[Result], own: Result) -> str:
    """A game in the menu, with its day in UTC: a menu cannot use each reader's own time zone."""
    day = datetime.fromtimestamp(own.ended_at // SECOND, UTC).date().isoformat()
    others = _others(words, [player_name(words, seat) for seat in game.seats], own)
    return f"{day} · {others} · {_points(results, own)}"


def _others(words: Words, names: Sequence[str], own: Result) -> str:
    return words.join([name for seat, name in enumerate(names) if seat != own.seat])


def _points(results: Sequence[Result], own: Result) -> str:
    """`84–61`, with the points of the person shown first."""
    others = [result for result in results if result.seat != own.seat]
    return "–".join(str(result.points) for result in (own, *others))


@shareable()
async def history(
    visit: Visit,
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
) -> None:
    subject = subject_of(visit, game, player, against)
    await visit.show(await _history_page(visit, subject, 1))


@button("history", in_place=True)
async def on_history(visit: Visit, target: Target) -> None:
    subject = await parse_subject(visit, target.rest)
    await visit.show(await _history_page(visit, subject, max(1, target.ply)))


@button("past")
async def on_past(visit: Visit, target: Target) -> None:
    """A game from the list, if the viewer can still see it."""
    if _GAME.fullmatch(target.rest) is None:
        raise Mistake("refused.unknown_button")
    game = await visit.get_game(int(target.rest))
    listed = game.guild_id == visit.guild_id and game.status in ENDED
    if not listed or not await ChannelVisibility(visit.interaction).sees(game):
        raise UnknownGame(game.id)
    visit.pay(STORY + 2 * PICTURE)
    story = await visit.table.games.story(game.id)
    await visit.show(ended_page(visit.words, visit.face(game).pictures, story))


def ended_page(words: Words, pictures: AnyPictures, story: Story) -> Page:
    """A finished game, as it ended."""
    game = story.game
    board = PageButton("board", Target.of(game), words("button.board"))
    head = [f"**{pairing(words, game)}**", outcome(words, game), *place_lines(words, story)]
    buttons = [*ended_buttons(words, game), board]
    return page("\n".join(head), end_drawing(words, pictures, story), buttons)
