"""Reminders of the player to act, snoozing them, and nudges."""

from collections.abc import Mapping

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, command, last_game
from bot.discord.pages.board_posts import describe_with_emojis, score_line_in, turn_line
from bot.discord.pages.notices import game_line, note_lines, notice_text, with_mentions
from bot.discord.pages.page import Page, PageButton, Style, Target, link_button, page
from bot.discord.pages.wording import mention, names_of, timestamp
from bot.games.face import AnyFace, AnyTexts
from bot.locale import Words
from bot.match.actions import Done, Nudge, Snooze
from bot.match.game import Game
from bot.match.messages import CallPost, DirectMessage, Notice
from bot.match.reminders import REMINDERS, free_at, is_same_turn, nudge_at, player_to_call
from bot.process.clock import HOUR, Millis
from bot.table.positions import Position

# The times for which reminders can be snoozed, by their hours.
SNOOZES: Mapping[str, Millis] = {str(hours): hours * HOUR for hours in (8, 24, 72, 168)}
# The hours of the button on a reminder.
ONE_TAP = "24"


def is_call(game: Game, note: DirectMessage) -> bool:
    """Check whether a note says that it is its receiver's turn, and it still is."""
    person = player_to_call(game)
    ply = note.facts.get("ply")
    if person is None or person.user_id != note.user_id or ply is None:
        return False
    return ply == game.ply or is_same_turn(note, game)


def reminder_page(words: Words, game: Game, notice: Notice) -> Page:
    """Make a reminder in the game's channel."""
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    play = PageButton("play", Target.of(game), words("button.play"), "primary")
    buttons = [play, _snooze_button(words, game)]
    return page(with_mentions(text, notice.mention), buttons, mention=notice.mention)


def call_post_page(
    words: Words, face: AnyFace, position: Position, call: CallPost, live: int | None
) -> Page:
    """Call the player to act in a line, and link to the live board, which tells the rest; its
    button is told from that of the live board."""
    game = position.game
    buttons = [PageButton("play", Target.at(position, "call"), words("button.play"), "primary")]
    link = link_button(game, live, words("button.to_board"))
    who = " ".join(map(mention, call.mention))
    return page(turn_line(words, face, position, who), [*buttons, link], mention=call.mention)


def call_page(
    words: Words,
    texts: AnyTexts,
    position: Position,
    note: DirectMessage,
    post: int | None,
    *,
    in_words: bool,
) -> Page:
    """Make a message to the player to act alone: what was played, and a link to the board."""
    game = position.game
    played = played_lines(words, texts, position, in_words=in_words)
    if note.done is Done.PLAYED:
        lines = played
    else:
        lines = note_lines(words, texts, game, note)
        if note.done not in REMINDERS:
            lines += played[1:]
    if note.done not in REMINDERS:
        lines.append(words("direct.turn"))
    link = link_button(game, post, words("button.to_board"))
    return page("\n".join(lines), [link, _snooze_button(words, game)])


def played_page(words: Words, texts: AnyTexts, position: Position, *, in_words: bool) -> Page:
    """Make a message to somebody who watches a game: what was played."""
    return page("\n".join(played_lines(words, texts, position, in_words=in_words)))


def played_lines(words: Words, texts: AnyTexts, position: Position, *, in_words: bool) -> list[str]:
    """Tell the game, and the last move with the score line after it, if there was a move; to those
    who read it in words, all of it."""
    game = position.game
    score_line = score_line_in(words, texts, position)
    if not position.events:
        return [game_line(words, game)]
    names = names_of(words, game)
    text = describe_with_emojis(words, texts, names, position.events, score_line, in_full=in_words)
    return [game_line(words, game), text]


def _snooze_button(words: Words, game: Game) -> PageButton:
    return PageButton("snooze", Target.of(game), words("button.snooze"))


@button("snooze")
@button("snoozefor", in_place=True)
async def on_snooze(visit: Visit, target: Target) -> None:
    """Snooze the current turn; say until when, and offer the other times."""
    words = visit.words
    hours = target.rest or ONE_TAP
    if hours not in SNOOZES:
        raise Mistake("refused.unknown_button")
    await visit.table.act(visit.actor(), target.game, Snooze(SNOOZES[hours]))
    game = await visit.get_game(target.game)
    seat = player_to_call(game)
    until = game.reminders.snoozed
    if seat is None or until is None:
        raise Mistake("refused.stale")
    buttons = []
    for choice in SNOOZES:
        style: Style = "primary" if choice == hours else "secondary"
        label = words(f"snooze.hours_{choice}")
        buttons.append(PageButton("snoozefor", Target.of(game, choice), label, style))
    text = words("snooze.done", when=timestamp(free_at(seat.preferences, until)))
    await visit.show(page(text, buttons))


@command("game")
async def nudge(visit: Visit) -> None:
    game = await last_game(visit)
    await visit.table.act(visit.actor(), game.id, Nudge())
    game = await visit.table.games.get(game.id)
    name = names_of(visit.words, game)[game.to_act or 0]
    held_until = nudge_at(game, visit.table.clock())
    if held_until is None:
        await visit.say("nudge.done", name=name)
    else:
        await visit.say("nudge.held", name=name, when=timestamp(held_until))
