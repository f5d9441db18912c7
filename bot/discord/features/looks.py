"""Views open to anybody: the board with overlays, the supply, the log, the score, a replay."""

from asyncio import to_thread
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.desk import PICTURE, REPLAY, STORY, desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import context
from bot.discord.features.context import HERE, TypedText, autocompletion, button, shareable
from bot.discord.pages import wording
from bot.discord.pages.emojis import inline, longest_length
from bot.discord.pages.end_posts import headline, points_page, points_text
from bot.discord.pages.own_notes import note_button, note_lines
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.discord.pages.wording import names_of, pairing
from bot.games.face import AnyFace, AnyPictures, AnyTexts
from bot.locale import Words, words_of
from bot.match.actions import Watch
from bot.match.game import Status
from bot.match.rules import ending_of, rules_of
from bot.presentation.boards import board_drawing, early_ending, position_key, subject_of
from bot.presentation.names import raw_names
from bot.table.games import ReplayedGame, Story, replay_record
from bot.table.positions import Position
from render.board.aliases import alias
from render.subject import Subject

# The most moves that the log lists.
LAST_MOVES = 12
LONGEST_LOG = 3500
# In bytes. The record of a whole game takes about 5,000.
LARGEST_RECORD = 100_000
WATCHES: Mapping[str, Watch] = {watch: watch for watch in get_args(Watch)}


async def _position(visit: Visit, target: Target) -> Position:
    """Read the game of a button, or this channel's game, as it is now."""
    visit.pay(PICTURE)
    game_id = target.game or (await context.started_game(visit)).id
    position = await visit.table.games.position(game_id, visit.viewer)
    visit.about(position.game)
    return position


async def _story(visit: Visit, target: Target, price: int = STORY) -> Story:
    """Read the game of a button, or this channel's game, from its start."""
    visit.pay(price)
    story = await visit.table.games.story(target.game or (await context.started_game(visit)).id)
    visit.about(story.game)
    return story


def board_look(
    words: Words,
    face: AnyFace,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
    buttons: bool = True,
    notes: Sequence[str] = (),
) -> Page:
    """Show the board with a button for each overlay, which lays it over the board instead of the
    one that is there, or takes that one away; with what its reader noted."""
    game = position.game
    subject = subject_of(position)
    pictures = face.pictures
    drawing = board_drawing(words, pictures, position, overlay or "", compact=compact)
    possible_overlays = {overlay, *pictures.overlays_on(position.view, subject.ending)}
    choices = [
        PageButton(
            "overlay",
            Target.at(position, "" if name == overlay else name),
            words(f"{game.kind}.overlay.{name}"),
            "primary" if name == overlay else "secondary",
        )
        for name in pictures.overlays
        if name in possible_overlays
    ]
    lines = [_state_lines(words, position)]
    if overlay is not None:
        view = position.view
        names = names_of(words, game)
        note = pictures.overlay_note(words, replace(subject, names=names), overlay)
        label = words(f"{game.kind}.overlay.{overlay}")
        lines.append(words("look.overlay_note", overlay=label, note=note))
        lines += filter(None, [face.texts.overlay_note(words, view, names, overlay)])
    key = position_key(words, position, "look", overlay, compact)
    further = [
        PageButton("step", Target.at(position, f"look.{overlay or ''}"), words("button.steps")),
        note_button(words, Target.at(position, f"board.{overlay or ''}")),
    ]
    rows = [choices, further] if buttons else []
    text = "\n".join([*lines, *notes])
    target = Target.at(position)
    return page(text, drawing, *rows, key=key, shows=target)


def _state_lines(words: Words, position: Position) -> str:
    """Name the players, and whose turn it is or how the game ended."""
    game = position.game
    players = pairing(words, game)
    state = wording.game_status(words, game)
    line = words("look.state", players=players, state=state, ply=position.ply)
    return "\n".join([line, *wording.clock_lines(words, game)])


@autocompletion
async def _overlays(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    kind = context.kind_of(interaction)
    words = words_of(str(interaction.locale))
    names = desk_of(interaction).faces[kind].pictures.overlays
    return context.choices([(words(f"{kind}.overlay.{name}"), name) for name in names], typed)


@context.command("game")
@app_commands.autocomplete(overlay=_overlays)
@shareable()
async def board(visit: Visit, overlay: TypedText | None = None, compact: bool = False) -> None:
    position = await _position(visit, HERE)
    face = visit.face(position.game)
    if overlay is not None and overlay not in face.pictures.overlays:
        raise Mistake("look.no_overlay", overlays=", ".join(face.pictures.overlays))
    if visit.private:
        await _show_board(visit, position, overlay, compact=compact)
    else:
        look = board_look(visit.words, face, position, overlay, compact=compact, buttons=False)
        await visit.show(look)


async def _show_board(
    visit: Visit, position: Position, overlay: str | None, *, compact: bool = False
) -> None:
    words = visit.words
    game = position.game
    user_id = visit.user_id
    all_notes = await visit.table.own_notes.of(game, user_id)
    notes_here = [note for note in all_notes if (note.user_id, note.ply) == (user_id, position.ply)]
    notes = list(note_lines(words, game, notes_here, user_id))
    look = board_look(words, visit.face(game), position, overlay, compact=compact, notes=notes)
    await visit.show(look)


@button("board")
@button("overlay", in_place=True)
async def show_board(visit: Visit, target: Target) -> None:
    position = await _position(visit, target)
    overlays = visit.face(position.game).pictures.overlays
    await _show_board(visit, position, target.rest if target.rest in overlays else None)


def make_supply_command(kind: str) -> context.HandleCommand | None:
    return supply if rules_of(kind).has_supply else None


@context.command("game", for_game=make_supply_command)
@shareable()
@button("supply")
async def supply(visit: Visit, target: Target = HERE) -> None:
    position = await _position(visit, target)
    if not rules_of(position.game.kind).has_supply:
        raise Mistake("refused.unknown_button")
    await visit.show(supply_page(visit.words, visit.face(position.game), position))


def supply_page(words: Words, face: AnyFace, position: Position) -> Page:
    drawing = face.pictures.supply(words, subject_of(position))
    names = names_of(words, position.game)
    kinds = face.choices.kinds(words, position.view)
    emoji_lines = [  # grouped as in the picture; nothing without emojis
        inline(*emojis, before=f"\n-# {group} ")
        for group, emojis in face.texts.supply_emojis(position.view, names, kinds)
    ]
    text = _state_lines(words, position)
    key = position_key(words, position, "supply")
    return page("".join([text, *emoji_lines]), drawing, key=key)


@context.command("game")
@shareable()
@button("log")
async def log(visit: Visit, target: Target = HERE) -> None:
    """Show the last moves, as many as a message holds; if there are more, all of them in a file."""
    words = visit.words
    story = await _story(visit, target)
    entries = list(_log_entries(words, visit.face(story.game).texts, story))
    if not entries:
        await visit.say("log.empty")
        return
    head = words("log.head", players=pairing(words, story.game), count=len(entries))
    entries_shown = deque[str]()
    room = LONGEST_LOG
    for entry in reversed(entries[-LAST_MOVES:]):
        room -= longest_length(entry) + 1
        if room < 0 and entries_shown:
            break
        entries_shown.appendleft(entry)
    files = []
    if len(entries) > len(entries_shown):
        files.append(("log.txt", "\n\n".join(map(wording.without_formats, entries)).encode()))
    await visit.show(page("\n".join([head, *entries_shown]), files=files))


def _log_entries(words: Words, texts: AnyTexts, story: Story) -> Iterator[str]:
    """Tell each move in sentences, its points explained; its notation, with aliases, in small. Of
    the final scoring only the result, as the last post explains the rest."""
    names = names_of(words, story.game)
    for move, frame in zip(story.moves, story.frames[1:], strict=True):
        report = texts.report(words, names, frame.events)
        first_line = " ".join(
            [f"{inline(*texts.emojis(frame.events))}{report.first}", *report.news]
        )
        why = [" ".join(report.why)] if report.why else []
        notation = [] if move.leaves else [f"`{alias(move.notation)}`"]
        small = " · ".join([*why, *notation])
        lines = [
            f"`{move.ply}` {first_line}",
            *([f"-# {small}"] if small else []),
            *report.end[-1:],
        ]
        yield "\n".join(lines)


@context.command("game")
@shareable()
@button("score")
async def score(visit: Visit, target: Target = HERE) -> None:
    story = await _story(visit, target)
    words = visit.words
    face = visit.face(story.game)
    if story.game.status is Status.RUNNING:
        await visit.show(page(points_text(words, face.texts, story)))
        return
    visit.pay(2 * PICTURE)
    predictions = await visit.table.predictions.table(story.game)
    await visit.show(points_page(words, face, story, predictions))


@context.command("game")
@shareable()
@button("replay")
async def replay(
    visit: Visit, target: Target = HERE, record: discord.Attachment | None = None
) -> None:
    """Show the replay of a game; or the end of the one in a record, and its replay."""
    if record is None:
        story = await _story(visit, target, REPLAY)
        await visit.show(replay_page(visit.words, visit.face(story.game).pictures, story))
        return
    visit.pay(STORY)
    kind, _, game = await read_record(visit, record)
    visit.pay(REPLAY)
    words = visit.words
    pictures = visit.desk.faces[kind].pictures
    events = [frame.events for frame in game.frames]
    last_frame = game.frames[-1]
    subject = Subject(last_frame.view, game.players, last_frame.events, ending=game.ending)
    end = pictures.final(words, subject, events) or pictures.board(words, subject)
    drawing = pictures.replay(words, game.frames, game.players, game.ending)
    told = words("record.done", count=len(game.frames) - 1)
    await visit.show(page(told, end, drawing, skipped_keys(words, game)))


def replay_page(words: Words, pictures: AnyPictures, story: Story) -> Page:
    game = story.game
    drawing = pictures.replay(words, story.frames, raw_names(game), ending_of(game))
    moment = (game.commitment, game.branch, game.ply, ending_of(game))
    key = (words.language, *moment, raw_names(game), "replay")
    players = pairing(words, game)
    text = f"## {headline(words, game)}\n{players}" if game.winners else players
    return page(text, drawing, key=key)


async def read_record(visit: Visit, record: discord.Attachment) -> tuple[str, str, ReplayedGame]:
    """Read the kind of game, and its record as text and replayed."""
    if record.size > LARGEST_RECORD:
        raise Mistake("record.too_large", most=LARGEST_RECORD // 1000)
    try:
        text = (await record.read()).decode()
    except UnicodeDecodeError:
        raise Mistake("record.no_text") from None
    kind = context.kind_of(visit.interaction)
    return kind, text, await to_thread(replay_record, kind, text)


def skipped_keys(words: Words, game: ReplayedGame) -> str:
    """Warn of keys of a record that are unknown here; empty without any."""
    if not game.skipped:
        return ""
    keys = [f"`{wording.code_text(key)}`" for key in game.skipped]
    return words("record.skipped", count=len(keys), keys=words.join(keys))


@context.command("game")
@shareable()
async def text(visit: Visit, aloud: bool = False) -> None:
    """Show the board as text; or the position in sentences, with the whole board in a file."""
    position = await _position(visit, HERE)
    face = visit.face(position.game)
    if not aloud:
        await visit.show(text_page(visit.words, face.pictures, position))
        return
    names = [wording.code_text(name) for name in raw_names(position.game)]
    ending = early_ending(position)
    stands, board = face.texts.for_screen_reader(visit.words, position.view, names, ending)
    file = "\n\n".join([stands, board]).encode()
    await visit.show(page(f"```\n{stands}\n```", files=[("board.txt", file)]))


def text_page(words: Words, pictures: AnyPictures, position: Position) -> Page:
    return page(f"```\n{pictures.text_board(words, subject_of(position))}\n```")


@context.command("game")
@app_commands.choices(what=context.fixed_choices("watch", tuple(WATCHES)))
async def watch(visit: Visit, what: str = "turns") -> None:
    game = context.check_started(await context.last_game(visit))
    await visit.table.watch(game.id, visit.user_id, WATCHES[what])
    await visit.say(f"watch.done_{what}")
