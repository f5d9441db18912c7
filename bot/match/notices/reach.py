"""Who is reached by messages: the people in seats, and those a post pings or writes to directly.
Pure."""

from collections.abc import Iterable
from dataclasses import replace

from bot.match.game import Game
from bot.match.notices.messages import DirectMessage, LiveBoard, Message, Notice, RetireButtons


def people_in(game: Game, seats: Iterable[int]) -> tuple[int, ...]:
    people = (game.seats[seat].user_id for seat in seats)
    return tuple(user for user in people if user is not None)


def other_people(game: Game, seat: int | None) -> tuple[int, ...]:
    """A player who left no longer has anything to do with the game."""
    there = (number for number, one in enumerate(game.seats) if not one.left)
    return people_in(game, (number for number in there if number != seat))


def recipients(message: Message) -> tuple[int, ...]:
    match message:
        case DirectMessage():
            return (message.user_id,)
        case RetireButtons() | LiveBoard():
            return ()
        case _:
            return message.mention


def not_reached(people: Iterable[int], posts: Iterable[Message]) -> tuple[int, ...]:
    """Those whom none of these posts pings: nobody is pinged twice at once."""
    reached = {user for post in posts for user in recipients(post)}
    return tuple(user for user in people if user not in reached)


def without_pings(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The same notices, disturbing nobody."""
    return tuple(
        replace(message, mention=()) if isinstance(message, Notice) else message
        for message in messages
    )
