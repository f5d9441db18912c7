"""Looking at a game: for players and spectators alike, privately unless it is shared."""

from asyncio import to_thread
from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.allowance import PICTURE, REPLAY, REVIEW, STORY
from bot.discord.answering.desk import desk_of
from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import (
    Typed,
    choices,
    fixed,
    kind_of,
    offered,
    started_game,
)
from bot.discord.pages.looks import (
    aloud_look,
    board_look,
    log_look,
    record_review,
    replay_look,
    review_look,
    score_look,
    supply_look,
    text_look,
)
from bot.discord.pages.page import Part, page
from bot.locale import words_of
from bot.match.actions import Watch
from bot.match.game import Game
from bot.table.reading.games import Position, Story
from bot.table.reading.replaying import Replayed, replayed

LARGEST_RECORD = 100_000
"""In bytes. The record of a whole game takes about 5,000."""
WATCHES: Mapping[str, Watch] = {watch: watch for watch in get_args(Watch)}


@offered
async def _overlays(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    names = desk_of(interaction).faces[kind].pictures.overlays
    return choices([(words(f"{kind}.overlay.{name}"), name) for name in names], typed)


@app_commands.autocomplete(overlay=_overlays)
async def board(
    interaction: discord.Interaction[Any],
    overlay: Typed | None = None,
    compact: bool = False,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        pictures = visit.face(game).pictures
        if overlay is not None and overlay not in pictures.overlays:
            raise Mistake("look.no_overlay", overlays=", ".join(pictures.overlays))
        shown = board_look(
            visit.words, pictures, position, overlay, compact=compact, buttons=not share
        )
        await visit.show(shown)


async def supply(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        await visit.show(supply_look(visit.words, visit.face(game).pictures, position))


async def log(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        await visit.show(log_look(visit.words, await _story(visit)))


async def score(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        story = await _story(visit)
        await visit.show(score_look(visit.words, visit.face(story.game).texts, story))


async def replay(
    interaction: discord.Interaction[Any],
    record: discord.Attachment | None = None,
    share: bool = False,
) -> None:
    """The replay of this channel's game, or of the one in a record."""
    async with visiting(interaction, private=not share) as visit:
        visit.pay(STORY if record else REPLAY)
        if record is not None:
            kind, text = kind_of(interaction), await _text_of(record)
            game = await to_thread(replayed, kind, text)
            visit.pay(REPLAY)
            await _show_record(visit, kind, game)
            return
        story = await visit.table.games.story((await started_game(visit)).id)
        await visit.show(replay_look(visit.words, visit.face(story.game).pictures, story))


async def review(
    interaction: discord.Interaction[Any],
    record: discord.Attachment | None = None,
    share: bool = False,
) -> None:
    """The review of the last game in this channel, or of the one in a record."""
    async with visiting(interaction, private=not share) as visit:
        visit.pay(REVIEW)
        if record is not None:
            await _review_record(visit, kind_of(interaction), await _text_of(record))
            return
        meant = await started_game(visit)
        game, made = await visit.table.reviews.of_game(
            meant.id, visit.user_id, partial(_how_far, visit)
        )
        pictures = visit.face(game).pictures
        await visit.show(review_look(visit.words, pictures, game, made, buttons=not share))


async def _review_record(visit: Visit, kind: str, text: str) -> None:
    game = await to_thread(replayed, kind, text)
    made = await visit.table.reviews.of_record(kind, text, visit.user_id, partial(_how_far, visit))
    pictures = visit.desk.faces[kind].pictures
    await visit.show(record_review(visit.words, pictures, game.players, made))


async def _how_far(visit: Visit, judged: int, of: int) -> None:
    """Show the progress of a review that is being made."""
    await visit.show_progress(visit.words("review.making", judged=judged, of=of))


async def _text_of(record: discord.Attachment) -> str:
    if record.size > LARGEST_RECORD:
        raise Mistake("record.too_large", most=LARGEST_RECORD // 1000)
    try:
        return (await record.read()).decode()
    except UnicodeDecodeError:
        raise Mistake("record.no_text") from None


async def _show_record(visit: Visit, kind: str, game: Replayed) -> None:
    """The end of the game, and its replay."""
    pictures, words = visit.desk.faces[kind].pictures, visit.words
    told = [frame.events for frame in game.frames]
    last = game.frames[-1]
    parts: list[Part] = [words("record.done", count=len(game.frames) - 1)]
    final = pictures.final(words, last.view, game.players, told)
    board = pictures.board(words, last.view, game.players, events=last.events, ending=game.ending)
    parts.append(final or board)
    parts.append(pictures.replay(words, game.frames, game.players, game.ending))
    await visit.show(page(*parts))


async def text(
    interaction: discord.Interaction[Any], aloud: bool = False, share: bool = False
) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        look = aloud_look if aloud else text_look
        await visit.show(look(visit.words, visit.face(game).texts, position))


@app_commands.choices(what=fixed("watch", tuple(WATCHES)))
async def watch(interaction: discord.Interaction[Any], what: str = "turns") -> None:
    async with visiting(interaction) as visit:
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


COMMANDS = (board, supply, log, score, replay, review, text, watch)
