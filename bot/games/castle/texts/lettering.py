"""The board in letters, for playing without pictures."""

from bot.games.castle.pictures import pair
from bot.games.moment import Names
from bot.locale import Words
from engine.castle.view import View
from engine.recorded import Ending
from render.castle.text.text_board import text_board as board_text


def text_board(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    return board_text(words, view, pair(names), ending)
