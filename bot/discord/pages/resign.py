"""The question asked before somebody resigns, which says what happens to the game."""

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import Page, page
from bot.discord.pages.wording.naming import others_play_on
from bot.locale import Words
from bot.match.game import Game, others_playing

OTHERS_PLAY_ON = "leave"
"""The promise in a button's id that the others play on; without it, the game ends."""


def resign_page(words: Words, game: Game, seat: int) -> Page:
    if others_play_on(game, seat):
        told, promise = words("resign.sure_to_leave"), OTHERS_PLAY_ON
    else:
        told, promise = words("resign.sure", count=len(others_playing(game, seat))), ""
    mark = Target(game.id, game.branch, game.ply, promise)
    return page(told, [PageButton("resign", mark, words("button.resign"), ButtonStyle.danger)])


def still_holds(game: Game, seat: int, promise: str) -> bool:
    """Whether resigning still does what this person was promised."""
    return promise != OTHERS_PLAY_ON or others_play_on(game, seat)
