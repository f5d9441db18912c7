"""Messages that can be posted about a game, as values: a closed union, and whom each message
reaches.

A message names a game and a ply, never a state: what is drawn is read from the table on delivery,
so nothing hidden can end up in the outbox.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.match.actions import Done
from bot.match.game import Game
from bot.process.clock import Millis

Facts = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class LobbyPost:
    """Invitation to a game, with its buttons."""

    game_id: int
    mention: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPost:
    """Position after this many plies, with the buttons for the player to act."""

    game_id: int
    ply: int
    branch: int
    mention: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RetireButtons:
    """Remove the buttons from the last post, or from the one before that of a new position."""

    game_id: int
    ply: int | None = None
    branch: int | None = None


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """Live board of a game, as it is on delivery; if there no longer is one, the post that used to
    show it."""

    game_id: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened to a game, posted in its channel."""

    game_id: int
    done: Done
    seat: int | None = None
    mention: tuple[int, ...] = ()
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """Something that happened to a game, sent to one person."""

    game_id: int
    user_id: int
    done: Done
    facts: Facts = field(default_factory=dict)
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CallPost:
    """Line that calls the player to act in this position, where the live board tells the moves."""

    game_id: int
    ply: int
    branch: int
    mention: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Digest:
    """What was played in a channel and its threads between two moments, and how its games stand on
    delivery."""

    game_id: int
    """The game in which something was played last: a game says whose server it is."""
    channel_id: int
    since: Millis
    until: Millis


# A message that makes a new post in a channel.
ChannelPost = LobbyPost | BoardPost | Notice | CallPost | Digest
Message = ChannelPost | RetireButtons | LiveBoard | DirectMessage
# The kinds of messages whose posts carry buttons, until the next of them.
BUTTONED = ("lobby", "board", "call")


def people_in(game: Game, seats: Iterable[int]) -> tuple[int, ...]:
    people = (game.seats[seat].user_id for seat in seats)
    return tuple(user for user in people if user is not None)


def other_people(game: Game, seat: int | None) -> tuple[int, ...]:
    """List the people but this one; a player who left no longer has anything to do with the
    game."""
    others = (
        number for number, player in enumerate(game.seats) if number != seat and not player.left
    )
    return people_in(game, others)


def recipients(message: Message) -> tuple[int, ...]:
    match message:
        case DirectMessage():
            return (message.user_id,)
        case RetireButtons() | LiveBoard() | Digest():
            return ()
        case _:
            return message.mention


def unreached_people(people: Iterable[int], posts: Iterable[Message]) -> tuple[int, ...]:
    """List those whom none of these posts pings: nobody is pinged twice at once."""
    reached = {user for post in posts for user in recipients(post)}
    return tuple(user for user in people if user not in reached)


def without_pings(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Return the same notices, disturbing nobody."""
    return tuple(
        replace(message, mention=()) if isinstance(message, Notice) else message
        for message in messages
    )
