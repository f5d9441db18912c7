"""Playing: a move in the game's notation or by the panel, and the ways to take back or to end."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice

from bot.actions import AskTime, Done, OfferAdjourn, OfferEnd, Play, Undo
from bot.commands.context import LONGEST_CHOICE, MOST_CHOICES, choices, fixed, last_game, offered
from bot.commands.moderating import stop_game
from bot.errors import Refused, Why
from bot.failures import Mistake
from bot.game import Game, Status
from bot.life import paused_already
from bot.ui.items import Mark, Press
from bot.ui.page import page
from bot.ui.panel_verbs import open_panel, played
from bot.ui.posts import result_line
from bot.visiting import Visit, visiting

OFFERS: Mapping[str, OfferEnd | OfferAdjourn | AskTime] = {
    "agree": OfferEnd(),
    "adjourn": OfferAdjourn(),
    "time": AskTime(),
}
DRAWS = (*OFFERS, "stop")


@offered
async def _continuations(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The legal moves that begin so; where there are too many, how they can go on by one word."""
    moves = await _legal_moves(interaction)
    start = " ".join(typed.split()).casefold()
    fits = [move for move in moves if move.casefold().startswith(start)]
    count = max(1, len(start.split()) + typed.endswith(" "))
    if len(fits) > MOST_CHOICES:
        whole, fits = fits, _beginnings(fits, count)
        if [fit.casefold() for fit in fits] == [start]:
            fits = _beginnings(whole, count + 1)
    return choices([(move, move) for move in fits if len(move) <= LONGEST_CHOICE])


def _beginnings(moves: Sequence[str], count: int) -> list[str]:
    """The different first words of the moves, so many of each."""
    return list(dict.fromkeys(" ".join(move.split()[:count]) for move in moves))


async def _legal_moves(interaction: discord.Interaction[Any]) -> list[str]:
    """Of the person who types, if it is their turn in this channel."""
    table = interaction.client.table
    game = await table.game_in(interaction.channel_id)
    if game is None or game.status is not Status.RUNNING:
        return []
    try:
        found = await table.choices(game.id, interaction.user.id)
    except Refused:
        return []
    return [move.text for move in found.moves]


@app_commands.autocomplete(move=_continuations)
async def move(interaction: discord.Interaction[Any], move: str) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        await visit.table.act(visit.by(), game.id, Play(move))
        await played(visit, game.id, move)


async def play(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await visit.table.game_in(visit.channel_id)
        if game is None or game.pause is not None:
            await _offer_to_resume(visit, game)
            return
        await open_panel(visit, game.id)


async def _offer_to_resume(visit: Visit, here: Game | None) -> None:
    """A paused game of this person can go on here: that of this channel, else any."""
    found = await visit.table.games_of(visit.user_id, visit.guild_id)
    mine = [game for game in found if here is None or game.id == here.id]
    paused = [game for game in mine if game.pause not in (None, "halted")]
    if not paused and here is not None:
        raise paused_already(here)
    if not paused:
        await last_game(visit)
        raise Mistake("refused.over")
    game = paused[0]
    button = Press("resume", Mark(game.id), visit.words("button.resume"), ButtonStyle.success)
    await visit.show(
        page(f"{visit.words('play.paused')}\n{result_line(visit.words, game)}", [button])
    )


async def undo(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        answer = await visit.table.act(visit.by(), game.id, Undo())
        taken_back = answer.done is Done.TAKEN_BACK
        await visit.say(visit.words("done.taken_back" if taken_back else "done.undo_asked"))


async def resign(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        if not any(seat.user_id == visit.user_id for seat in game.seats):
            raise Refused(Why.NOT_A_PLAYER)
        if game.status is Status.LOBBY:
            raise Mistake("refused.in_lobby")
        mark = Mark(game.id, game.branch, game.ply)
        button = Press("resign", mark, visit.words("button.resign"), ButtonStyle.danger)
        await visit.show(page(visit.words("resign.sure"), [button]))


@app_commands.choices(what=fixed("draw", DRAWS))
async def draw(interaction: discord.Interaction[Any], what: str = "agree") -> None:
    async with visiting(interaction) as visit:
        game = await _open_game(visit)
        if what == "stop":
            await stop_game(visit, game)
            return
        await visit.table.act(visit.by(), game.id, OFFERS[what])
        await visit.say(visit.words("done.asked"))


async def _open_game(visit: Visit) -> Game:
    game = await last_game(visit)
    if game.status not in (Status.LOBBY, Status.RUNNING):
        raise Mistake("refused.over")
    return game


COMMANDS = (move, play, undo, resign, draw)
