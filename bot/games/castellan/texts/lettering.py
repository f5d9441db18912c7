"""The castle in letters, for playing without pictures."""

from bot.games.moment import Names
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.recorded import Ending
from render.castellan.text.text_board import text_board


def text(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    return text_board(words, view, tuple(names), ending)
