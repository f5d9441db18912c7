"""Calling people to the open seats of a lobby: those who asked for it, one direct message a day at
most, and never when it would disturb them."""

from collections.abc import Collection
from typing import NamedTuple

from bot.match.actions import Done
from bot.match.game import Game
from bot.match.messages import DirectMessage
from bot.match.preferences import PlayerPreferences
from bot.match.reminders import free_at
from bot.process.clock import DAY, Millis

# A person is called no sooner than this after the last call.
CALL_AGAIN = DAY
# People are called to a lobby that has been open for less than this.
CALLED_WITHIN = 2 * DAY
# The number of people called to one lobby, at most.
MOST_CALLED = 10


class WantedCalls(NamedTuple):
    """Games to whose open seats in a server somebody wants to be called, and no others."""

    guild_id: int
    kinds: Collection[str]


def can_be_called(game: Game, user_id: int, preferences: PlayerPreferences, now: Millis) -> bool:
    """Check whether somebody who wants to hear of such games can be told of this one now."""
    could_join = game.has_open_seat and game.seat_for(user_id) is None
    return could_join and free_at(preferences, now) == now


def call_to_seat(game: Game, user_id: int) -> DirectMessage:
    """Make a call with a ply, as what reports a move: if undelivered, it is of no use later."""
    return DirectMessage(game.id, user_id, Done.SEAT_OPEN, {"ply": 0})
