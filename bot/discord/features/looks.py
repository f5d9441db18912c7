"""What anybody may look at: the board with overlays, the supply, the log, the score, a replay."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import get_args

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import PICTURE, REPLAY, STORY, desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import (
    ButtonHandler,
    Typed,
    autocompletion,
    choices,
    fixed_choices,
    kind_of,
    started_game,
)
from bot.discord.pages.board_posts import early_ending, position_key
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import (
    clock_lines,
    code_text,
    game_status,
    names_of,
    pairing,
    player_name,
    raw_names,
)
from bot.games.pictures import Pictures
from bot.games.texts import Texts
from bot.locale import Words, words_of
from bot.match.actions import Watch
from bot.match.game import Game
from bot.match.rules import ending_of, rules_of
from bot.store.log import LoggedMove
from bot.table.reading.games import Position, Story
from bot.table.reading.replaying import ReplayedGame, replay_record

LAST_MOVES = 20
LONGEST_LIST = 3500
WIDTH = 40
"""How many monospaced characters fit on a line on a phone."""
LONGEST_NAME = 12
"""The longest name in the log."""
INDENT = 4 * " "
"""The continuation lines of a move that takes more than one line."""


def board_look(
    words: Words,
    pictures: Pictures,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
    buttons: bool = True,
) -> Page:
    """The board with a button for each overlay, which lays it over the board instead of the one
    that is there, or takes that one away."""
    game, ending = position.game, early_ending(position)
    drawing = pictures.board(
        words,
        position.view,
        raw_names(game),
        events=position.events,
        ending=ending,
        overlays=() if overlay is None else (overlay,),
        compact=compact,
        legend=True,
    )
    choices = [
        PageButton(
            "overlay",
            Target.at(position, "" if name == overlay else name),
            words(f"{game.kind}.overlay.{name}"),
            ButtonStyle.primary if name == overlay else ButtonStyle.secondary,
        )
        for name in pictures.overlays
        if name == overlay or name in pictures.overlays_on(position.view, ending)
    ]
    told = [state_line(words, position)]
    if overlay is not None:
        note = pictures.overlay_note(
            words, position.view, names_of(words, game), position.events, overlay, ending=ending
        )
        label = words(f"{game.kind}.overlay.{overlay}")
        told.append(words("look.overlay_note", overlay=label, note=note))
    key = position_key(words, position, "look", overlay, compact)
    return page("\n".join(told), drawing, choices if buttons else [], key=key)


def state_line(words: Words, position: Position) -> str:
    """Who plays, and whose turn it is or how the game ended."""
    game = position.game
    told = words(
        "look.state", players=pairing(words, game), state=game_status(words, game), ply=position.ply
    )
    return "\n".join([told, *clock_lines(words, game)])


def supply_look(words: Words, pictures: Pictures, position: Position) -> Page:
    drawing = pictures.supply(words, position.view, raw_names(position.game))
    return page(state_line(words, position), drawing, key=position_key(words, position, "supply"))


def score_look(words: Words, texts: Texts, story: Story) -> Page:
    told = [frame.events for frame in story.frames]
    return page(texts.describe_scores(words, names_of(words, story.game), told))


def replay_look(words: Words, pictures: Pictures, story: Story) -> Page:
    game = story.game
    drawing = pictures.replay(words, story.frames, raw_names(game), ending_of(game))
    here = (game.commitment, game.branch, game.ply, ending_of(game))
    key = (words.language, *here, raw_names(game), "replay")
    return page(pairing(words, game), drawing, key=key)


def text_look(words: Words, texts: Texts, position: Position) -> Page:
    names, ending = raw_names(position.game), early_ending(position)
    return page(f"```\n{texts.text_board(words, position.view, names, ending)}\n```")


def screen_reader_look(words: Words, texts: Texts, position: Position) -> Page:
    """The position in sentences: the current standing, and the whole board in a file."""
    names = [code_text(name) for name in raw_names(position.game)]
    stands, board = texts.for_screen_reader(words, position.view, names, early_ending(position))
    file = "\n\n".join([stands, board]).encode()
    return page(f"```\n{stands}\n```", files=[("board.txt", file)])


def log_look(words: Words, story: Story) -> Page:
    """The last moves; if there are more, all of them in a file."""
    lines = log_lines(words, story.game, story.moves, [frame.events for frame in story.frames[1:]])
    if not lines:
        return page(words("log.empty"))
    shown = "\n".join(map(_wrap_for_phone, lines[-LAST_MOVES:]))
    files = []
    if len(lines) > LAST_MOVES:
        files = [("log.txt", "\n".join(lines).encode())]
    head = words("log.head", players=pairing(words, story.game), count=len(lines))
    return page(f"{head}\n```\n{shorten(shown, LONGEST_LIST)}\n```", files=files)


def _wrap_for_phone(line: str) -> str:
    """Wrapped between the words of a move, so that the phone does not wrap it elsewhere."""
    return fill(
        line, WIDTH, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False
    )


def log_lines(
    words: Words, game: Game, moves: Sequence[LoggedMove], told: Sequence[Sequence[object]]
) -> list[str]:
    """One line per move: number, the points it gave, player, notation."""
    rules = rules_of(game.kind)
    names = [shorten(code_text(player_name(words, seat)), LONGEST_NAME) for seat in game.seats]
    lines = []
    for move, events in zip(moves, told, strict=True):
        gained = _points_gained(words, rules.points(events), move.seat, names)
        made = words("log.left") if move.leaves else move.notation
        lines.append(" ".join([f"{move.ply:>3}", *gained, f"{names[move.seat]}:", made]))
    return lines


def _points_gained(
    words: Words, points: Sequence[int], mover: int, names: Sequence[str]
) -> list[str]:
    """The points of the player who moved, then those that the move gave to others."""
    own = [f"{points[mover]:+}"] if points[mover] else []
    others = [
        words("log.points", count=given, name=names[seat])
        for seat, given in enumerate(points)
        if given and seat != mover
    ]
    return [*own, *([f"({', '.join(others)})"] if others else [])]


async def on_board(visit: Visit, mark: Target) -> None:
    await _show_board(visit, mark, "")


async def on_overlay(visit: Visit, mark: Target) -> None:
    await _show_board(visit, mark, mark.rest)


async def _show_board(visit: Visit, mark: Target, named: str) -> None:
    """The board with an overlay. Buttons of older versions name several: the last one is shown."""
    visit.pay(PICTURE)
    position = await visit.table.games.position(mark.game, visit.viewer)
    pictures = visit.face(visit.about(position.game)).pictures
    known = [name for name in named.split(",") if name in pictures.overlays]
    shown = known[-1] if known else None
    await visit.show(board_look(visit.words, pictures, position, shown))


async def on_supply(visit: Visit, mark: Target) -> None:
    visit.pay(PICTURE)
    position = await visit.table.games.position(mark.game, visit.viewer)
    game = visit.about(position.game)
    if not rules_of(game.kind).has_supply:
        raise Mistake("refused.unknown_button")
    await visit.show(supply_look(visit.words, visit.face(game).pictures, position))


async def on_log(visit: Visit, mark: Target) -> None:
    visit.pay(STORY)
    await visit.show(log_look(visit.words, await visit.table.games.story(mark.game)))


async def on_score(visit: Visit, mark: Target) -> None:
    visit.pay(STORY)
    story = await visit.table.games.story(mark.game)
    await visit.show(score_look(visit.words, visit.face(visit.about(story.game)).texts, story))


async def on_replay(visit: Visit, mark: Target) -> None:
    visit.pay(REPLAY)
    story = await visit.table.games.story(mark.game)
    await visit.show(replay_look(visit.words, visit.face(visit.about(story.game)).pictures, story))


LARGEST_RECORD = 100_000
"""In bytes. The record of a whole game takes about 5,000."""
WATCHES: Mapping[str, Watch] = {watch: watch for watch in get_args(Watch)}


@autocompletion
async def _overlays(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    names = desk_of(interaction).faces[kind].pictures.overlays
    return choices([(words(f"{kind}.overlay.{name}"), name) for name in names], typed)


@app_commands.autocomplete(overlay=_overlays)
async def board(
    interaction: discord.Interaction,
    overlay: Typed | None = None,
    compact: bool = False,
    share: bool = False,
) -> None:
    async with open_visit(interaction, private=not share) as visit:
        game, position = await _position(visit)
        pictures = visit.face(game).pictures
        if overlay is not None and overlay not in pictures.overlays:
            raise Mistake("look.no_overlay", overlays=", ".join(pictures.overlays))
        shown = board_look(
            visit.words, pictures, position, overlay, compact=compact, buttons=not share
        )
        await visit.show(shown)


async def supply(interaction: discord.Interaction, share: bool = False) -> None:
    async with open_visit(interaction, private=not share) as visit:
        game, position = await _position(visit)
        await visit.show(supply_look(visit.words, visit.face(game).pictures, position))


async def log(interaction: discord.Interaction, share: bool = False) -> None:
    async with open_visit(interaction, private=not share) as visit:
        await visit.show(log_look(visit.words, await _story(visit)))


async def score(interaction: discord.Interaction, share: bool = False) -> None:
    async with open_visit(interaction, private=not share) as visit:
        story = await _story(visit)
        await visit.show(score_look(visit.words, visit.face(story.game).texts, story))


async def replay(
    interaction: discord.Interaction,
    record: discord.Attachment | None = None,
    share: bool = False,
) -> None:
    """The replay of this channel's game, or of the one in a record."""
    async with open_visit(interaction, private=not share) as visit:
        visit.pay(STORY if record else REPLAY)
        if record is not None:
            kind, text = kind_of(interaction), await read_record(record)
            game = await to_thread(replay_record, kind, text)
            visit.pay(REPLAY)
            await _show_record(visit, kind, game)
            return
        story = await visit.table.games.story((await started_game(visit)).id)
        await visit.show(replay_look(visit.words, visit.face(story.game).pictures, story))


async def read_record(record: discord.Attachment) -> str:
    if record.size > LARGEST_RECORD:
        raise Mistake("record.too_large", most=LARGEST_RECORD // 1000)
    try:
        return (await record.read()).decode()
    except UnicodeDecodeError:
        raise Mistake("record.no_text") from None


async def _show_record(visit: Visit, kind: str, game: ReplayedGame) -> None:
    """The end of the game, and its replay."""
    pictures, words = visit.desk.faces[kind].pictures, visit.words
    told = [frame.events for frame in game.frames]
    last = game.frames[-1]
    parts: list[PagePart] = [words("record.done", count=len(game.frames) - 1)]
    final = pictures.final(words, last.view, game.players, told)
    board = pictures.board(words, last.view, game.players, events=last.events, ending=game.ending)
    parts.append(final or board)
    parts.append(pictures.replay(words, game.frames, game.players, game.ending))
    await visit.show(page(*parts))


async def text(interaction: discord.Interaction, aloud: bool = False, share: bool = False) -> None:
    async with open_visit(interaction, private=not share) as visit:
        game, position = await _position(visit)
        look = screen_reader_look if aloud else text_look
        await visit.show(look(visit.words, visit.face(game).texts, position))


@app_commands.choices(what=fixed_choices("watch", tuple(WATCHES)))
async def watch(interaction: discord.Interaction, what: str = "turns") -> None:
    async with open_visit(interaction) as visit:
        game = await started_game(visit)
        await visit.table.watch(game.id, visit.user_id, WATCHES[what])
        await visit.say(visit.words(f"watch.done_{what}"))


async def _position(visit: Visit) -> tuple[Game, Position]:
    visit.pay(PICTURE)
    game = await started_game(visit)
    return game, await visit.table.games.position(game.id, visit.viewer)


async def _story(visit: Visit) -> Story:
    visit.pay(STORY)
    game = await started_game(visit)
    return await visit.table.games.story(game.id)


BUTTONS = {
    "board": ButtonHandler(on_board),
    "overlay": ButtonHandler(on_overlay, in_place=True),
    "supply": ButtonHandler(on_supply),
    "tiles": ButtonHandler(on_supply),  # on older posts
    "log": ButtonHandler(on_log),
    "score": ButtonHandler(on_score),
    "replay": ButtonHandler(on_replay),
}
