"""Lists of games: those that are running, and those that somebody has finished, which can be opened
as they ended."""

from collections.abc import Sequence

import discord
from discord.app_commands import Transform

from bot.discord.answering.desk import LISTING, PICTURE, STORY
from bot.discord.answering.visit import Visit
from bot.discord.features import context, leaderboards
from bot.discord.features.context import GameOption, button, shareable, turn_buttons, utc_date
from bot.discord.pages import wording
from bot.discord.pages.end_posts import ended_buttons, place_lines
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page, shorten
from bot.locale import Words
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, Game, Status
from bot.match.results import Result
from bot.presentation.endings import end_drawing, find_deciding_move
from bot.presentation.names import player_name
from bot.store.results import GamesOf

LONGEST_LIST = 3500
MOST_LISTED = 25
# The games that are read at a time, until enough of them are visible.
GAMES_AT_ONCE = 100


@context.command("table")
async def games(visit: Visit, server: bool = False) -> None:
    """List this person's running games, or those they can see here; marked where it is their
    turn."""
    visit.pay(LISTING)
    words = visit.words
    all_games = visit.table.games
    visible = list[Game]()
    if server:
        offset = 0
        while len(visible) < MOST_LISTED and (
            batch := await all_games.open_in_server(visit.guild_id, GAMES_AT_ONCE, offset)
        ):
            visible += [game for game in batch if await visit.visibility.sees(game)]
            offset += len(batch)
        del visible[MOST_LISTED:]
    else:
        visible += await all_games.open_of(visit.user_id, visit.guild_id)
    lines = [f"**{words('games.server' if server else 'games.mine')}**"]
    for game in visible:
        waits = game.pause is None and game.to_act is not None
        own_turn = waits and game.seats[game.to_act or 0].user_id == visit.user_id
        lines.append(f"- {'**→** ' if own_turn else ''}{wording.result_line(words, game)}")
    if not visible:
        lines.append(words("games.none"))
    await visit.show(page(shorten("\n".join(lines), LONGEST_LIST)))


async def _history_page(visit: Visit, subject: leaderboards.Subject, first: int) -> Page:
    """Show ten of somebody's games, the latest first, starting with number `first`, without those
    in channels that the viewer cannot see; with a menu for opening one of them."""
    visit.pay(LISTING)
    words = visit.words
    kind = subject.kind
    statistics = visit.table.statistics
    query = GamesOf(kind, visit.guild_id, subject.of.user_id, subject.other_id)
    entries = await statistics.games_of(query, first, limit=leaderboards.ON_A_PAGE)
    visible = [entry for entry in entries if await visit.visibility.sees(entry[0])]
    count = await statistics.count_games(query)
    menu = leaderboards.kind_menu(visit, "history", kind, subject.people_text)
    key = "history.of" if subject.against is None else "history.against"
    lines = [f"## {words(key, **subject.names)}", f"*{leaderboards.kind_title(words, kind)}*"]
    if not count:
        return page("\n".join([*lines, words("history.none")]), menu)
    lines.append(words("history.shown", first=first, last=first + len(entries) - 1, count=count))
    options = []
    for game, results in visible:
        own_result = next(result for result in results if result.user_id == subject.of.user_id)
        lines.append(_history_line(words, game, results, own_result, named=kind is None))
        opponents = list_others(
            words, [player_name(words, seat) for seat in game.seats], own_result
        )
        day = utc_date(own_result.ended_at).isoformat()  # a menu cannot use each reader's time zone
        options.append((f"{day} · {opponents} · {points_of(results, own_result)}", str(game.id)))
    if len(visible) < len(entries):
        lines.append(words("history.hidden", count=len(entries) - len(visible)))
    if not visit.private:
        return page("\n".join(lines))
    past_menu = [PageMenu("past", Target(), options, words("history.look"))] if options else []
    rest = f"{kind or leaderboards.ALL_GAMES}{subject.people_text}"
    keys = ("button.later", "button.earlier")
    numbers = range(1, count + 1, leaderboards.ON_A_PAGE)
    turns = turn_buttons(words, "history", rest, keys, first=first, lines=numbers)
    return page("\n".join(lines), past_menu, turns, menu)


def _history_line(
    words: Words, game: Game, results: Sequence[Result], own: Result, *, named: bool
) -> str:
    """Describe a game of the history: its day, opponents, outcome with the place, and rating
    change."""
    outcome = words(f"history.outcome.{own.outcome}")
    if len(results) != 2 and own.outcome == "lost" and own.place is not None:
        outcome = words("history.placed", outcome=outcome, place=own.place, count=len(results))
    line = [
        words(
            "history.line",
            when=wording.timestamp(own.ended_at, "d"),
            outcome=outcome,
            opponent=list_others(words, wording.names_of(words, game), own),
            points=points_of(results, own),
            place=wording.channel_mention(game),
        )
    ]
    if named:
        line.append(f"*{words(f'{game.kind}.name')}*")
    if game.status is not Status.FINISHED:
        line.append(words(f"history.early.{game.status}"))
    if own.change is not None:
        line.append(words("history.change", change=f"{round(own.change):+d}".replace("-", "−")))
    return " · ".join(line)


def list_others(words: Words, names: Sequence[str], own: Result) -> str:
    return words.join([name for seat, name in enumerate(names) if seat != own.seat])


def points_of(results: Sequence[Result], own: Result) -> str:
    """`84–61`, with the points of the person shown first."""
    other_results = [result for result in results if result.seat != own.seat]
    return "–".join(str(result.points) for result in (own, *other_results))


@context.command("table")
@shareable()
async def history(
    visit: Visit,
    player: discord.Member | None = None,
    against: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
) -> None:
    subject = leaderboards.subject_of(visit, game, player, against)
    await visit.show(await _history_page(visit, subject, 1))


@button("history", in_place=True)
async def on_history(visit: Visit, target: Target) -> None:
    subject = await leaderboards.parse_subject(visit, target.rest)
    await visit.show(await _history_page(visit, subject, max(1, target.ply)))


@button("past")
async def on_past(visit: Visit, target: Target) -> None:
    """Show a game from the list as it ended, if the viewer can still see it."""
    game = await visit.get_game(context.parse_number(target.rest))
    is_listed = game.guild_id == visit.guild_id and game.status in ENDED
    if not is_listed or not await visit.visibility.sees(game):
        raise UnknownGame(game.id)
    visit.pay(STORY + 2 * PICTURE)
    words = visit.words
    story = await visit.table.games.story(game.id)
    game = story.game
    head = [
        f"**{wording.pairing(words, game)}**",
        wording.outcome(words, game),
        *place_lines(words, story),
    ]
    face = visit.face(game)
    drawing = end_drawing(words, face, story, find_deciding_move(face.texts, story))
    board = PageButton("board", Target.of(game), words("button.board"))
    await visit.show(page("\n".join(head), drawing, [*ended_buttons(words, game), board]))
