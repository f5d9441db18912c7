"""What is told to one person directly: in a direct message, or with their next answer."""

from bot.actions import Done
from bot.game import Game
from bot.locale import Words
from bot.messages import Direct, Message
from bot.ui.page import Page, page
from bot.ui.wording import against, notice_text, place_of


def direct_page(words: Words, game: Game, note: Message) -> Page:
    assert isinstance(note, Direct)
    return page("\n".join(note_lines(words, game, note)))


def note_lines(words: Words, game: Game, note: Direct) -> list[str]:
    """About a game, with where it is played."""
    return [
        words("direct.about", players=against(words, game), place=place_of(game)),
        notice_text(words, game, note.done, note.seat, note.facts),
        *([words("direct.resume")] if note.done is Done.PAUSED else []),
    ]
