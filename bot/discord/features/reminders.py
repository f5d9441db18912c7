"""Reminders of the player to act, snoozing them, and nudges."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import (
    ButtonHandler,
    last_game,
)
from bot.discord.pages.notices import note_lines, notice_text
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.discord.pages.wording import mention, names_of, timestamp
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.actions import Nudge, Snooze
from bot.match.game import Game
from bot.match.messages import DirectMessage, Notice
from bot.match.reminders import REMINDERS, free_at, is_same_turn, nudge_at, player_to_call
from bot.process.clock import HOUR, Millis
from bot.table.reading.games import Position

ADDRESS = "https://discord.com/channels"


SNOOZES: Mapping[str, Millis] = {
    "8": 8 * HOUR,
    "24": 24 * HOUR,
    "72": 72 * HOUR,
    "168": 168 * HOUR,
}
"""The times for which reminders can be snoozed, by their hours."""


ONE_TAP = "24"


def is_call(game: Game, note: DirectMessage) -> bool:
    """Whether a note says that it is its receiver's turn, and it still is."""
    person, ply = player_to_call(game), note.facts.get("ply")
    if person is None or person.user_id != note.user_id or ply is None:
        return False
    return ply == game.ply or is_same_turn(note, game)


def reminder_page(words: Words, game: Game, notice: Notice) -> Page:
    """A reminder in the game's channel."""
    people = " ".join(mention(user) for user in notice.mention)
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    mark = _mark(game)
    buttons = [
        PageButton("play", mark, words("button.play"), ButtonStyle.primary),
        PageButton("snooze", mark, words("button.snooze")),
    ]
    return page(f"{people} {text}".strip(), buttons, mention=notice.mention)


def call_page(
    words: Words, texts: Texts, position: Position, note: DirectMessage, post: int | None
) -> Page:
    """A message to the player to act alone: what was played, and a link to the board."""
    game = position.game
    lines = note_lines(words, texts, game, note)
    if note.done not in REMINDERS:
        if position.events:
            lines.append(texts.describe_move(words, names_of(words, game), position.events))
        lines.append(words("direct.turn"))
    place = f"{ADDRESS}/{game.guild_id}/{game.channel_id}"
    address = place if post is None else f"{place}/{post}"
    there: ui.Button[ui.LayoutView] = ui.Button(
        style=discord.ButtonStyle.link, url=address, label=words("button.to_board")
    )
    return page(
        "\n".join(lines), [there, PageButton("snooze", _mark(game), words("button.snooze"))]
    )


def snoozed_page(words: Words, game: Game, until: Millis, chosen: str) -> Page:
    """The answer to a snooze: until when it lasts, and the other times to choose from."""
    buttons = [
        PageButton(
            "snoozefor",
            Target(game.id, game.branch, game.ply, hours),
            words(f"snooze.hours_{hours}"),
            ButtonStyle.primary if hours == chosen else ButtonStyle.secondary,
        )
        for hours in SNOOZES
    ]
    return page(words("snooze.done", when=timestamp(until)), buttons)


def _mark(game: Game) -> Target:
    return Target(game.id, game.branch, game.ply)


async def on_snooze(visit: Visit, mark: Target) -> None:
    """One tap is enough; the answer offers other times."""
    await _snooze(visit, mark.game, ONE_TAP)


async def on_snooze_for(visit: Visit, mark: Target) -> None:
    if mark.rest not in SNOOZES:
        raise Mistake("refused.unknown_button")
    await _snooze(visit, mark.game, mark.rest)


async def _snooze(visit: Visit, game_id: int, hours: str) -> None:
    """Snooze the current turn, whichever one the button was posted for."""
    await visit.table.act(visit.by(), game_id, Snooze(SNOOZES[hours]))
    game = visit.about(await visit.table.games.get(game_id))
    seat, until = player_to_call(game), game.reminders.snoozed
    if seat is None or until is None:
        raise Mistake("refused.stale")
    await visit.show(snoozed_page(visit.words, game, free_at(seat.habits, until), hours))


async def nudge(interaction: discord.Interaction[Any]) -> None:
    async with open_visit(interaction) as visit:
        game = await last_game(visit)
        await visit.table.act(visit.by(), game.id, Nudge())
        game = await visit.table.games.get(game.id)
        name = names_of(visit.words, game)[game.to_act or 0]
        held = nudge_at(game, visit.table.clock())
        if held is None:
            await visit.say(visit.words("nudge.done", name=name))
        else:
            await visit.say(visit.words("nudge.held", name=name, when=timestamp(held)))


BUTTONS = {
    "snooze": ButtonHandler(on_snooze),
    "snoozefor": ButtonHandler(on_snooze_for, in_place=True),
}
