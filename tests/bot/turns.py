"""Whose turn it is. Imports hardly anything, for processes that start often."""

from bot.match.game import Game


def to_act(game: Game) -> int:
    """The person whose turn it is."""
    assert game.to_act is not None
    user_id = game.seats[game.to_act].user_id
    assert user_id is not None
    return user_id
