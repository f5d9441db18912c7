"""The board in letters, for playing without pictures."""

from bot.games.moment import Names
from bot.locale import Words
from engine.carcassonne.view import View
from engine.recorded import Ending
from render.carcassonne.text.text_board import text_board as board_text


def text_board(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    return board_text(words, view, tuple(names), ending)
