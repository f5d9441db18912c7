"""Looking at a game: for players and spectators alike, privately unless it is shared."""

from collections.abc import Mapping
from typing import Any, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.actions import Watch
from bot.commands.context import choices, fixed, kind_of, offered, started_game
from bot.failures import Mistake
from bot.game import Game
from bot.locale import words_of
from bot.looking import Position, Story
from bot.ui.looks import (
    board_look,
    log_look,
    replay_look,
    score_look,
    text_look,
    tiles_look,
)
from bot.visiting import Visit, visiting

WATCHES: Mapping[str, Watch] = {watch: watch for watch in get_args(Watch)}


@offered
async def _overlays(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    names = interaction.client.faces[kind].overlays
    return choices([(words(f"{kind}.overlay.{name}"), name) for name in names], typed)


@app_commands.autocomplete(overlay=_overlays)
async def board(
    interaction: discord.Interaction[Any],
    overlay: str | None = None,
    compact: bool = False,
    share: bool = False,
) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        face = visit.face(game)
        if overlay is not None and overlay not in face.overlays:
            raise Mistake("look.no_overlay", overlays=", ".join(face.overlays))
        overlays = [] if overlay is None else [overlay]
        shown = board_look(
            visit.words, face, position, overlays, compact=compact, buttons=not share
        )
        await visit.show(shown)


async def tiles(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        await visit.show(tiles_look(visit.words, visit.face(game), position))


async def log(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        await visit.show(log_look(visit.words, await _story(visit)))


async def score(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        story = await _story(visit)
        await visit.show(score_look(visit.words, visit.face(story.game), story))


async def replay(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        story = await _story(visit)
        await visit.show(replay_look(visit.words, visit.face(story.game), story))


async def text(interaction: discord.Interaction[Any], share: bool = False) -> None:
    async with visiting(interaction, private=not share) as visit:
        game, position = await _position(visit)
        await visit.show(text_look(visit.words, visit.face(game), position))


@app_commands.choices(what=fixed("watch", tuple(WATCHES)))
async def watch(interaction: discord.Interaction[Any], what: str = "turns") -> None:
    async with visiting(interaction) as visit:
        game = await started_game(visit)
        await visit.table.watch(game.id, visit.user_id, WATCHES[what])
        await visit.say(visit.words(f"watch.done_{what}"))


async def _position(visit: Visit) -> tuple[Game, Position]:
    game = await started_game(visit)
    return game, await visit.table.position(game.id, visit.user_id)


async def _story(visit: Visit) -> Story:
    game = await started_game(visit)
    return await visit.table.story(game.id)


COMMANDS = (board, tiles, log, score, replay, text, watch)
