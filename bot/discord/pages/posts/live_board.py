"""The live board: the one post of a game that always shows its current state. It pings nobody."""

from bot.discord.pages.buttons import Target
from bot.discord.pages.page import Page, page
from bot.discord.pages.posts.boards import (
    board_drawing,
    end_drawing,
    end_key,
    headline,
    look_buttons,
    position_key,
    target_at,
)
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import against, names_of
from bot.games.pictures import Pictures
from bot.locale import Words
from bot.table.reading.games import Position, Story


def live_page(words: Words, pictures: Pictures, position: Position) -> Page:
    """The board of a running game, with the picture of its last post."""
    game = position.game
    told = words(
        "live.turn",
        players=against(words, game),
        ply=position.ply,
        name=names_of(words, game)[game.to_act or 0],
        since=timestamp(game.waiting_since, "f"),
    )
    drawing = board_drawing(words, pictures, position)
    key = position_key(words, position, "post")
    return page(told, drawing, look_buttons(words, game.kind, target_at(position)), key=key)


def last_live_page(words: Words, pictures: Pictures, story: Story) -> Page:
    """What remains of the live board when the game is over."""
    game = story.game
    buttons = look_buttons(words, game.kind, Target(game.id, game.branch, game.ply))
    drawing = end_drawing(words, pictures, story)
    return page(f"## {headline(words, game)}", drawing, buttons, key=end_key(words, game))
