"""A game as the table knows it: its seats, its status, whose turn it is. Values only.

What an action makes of a game stands in `bot.match.life.changes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from bot.match.actions import Request
from bot.match.errors import Refused, Why
from bot.match.people.preferences import USUAL, Habits
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR, Moment


class Status(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    RESIGNED = "resigned"
    AGREED = "agreed"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.RUNNING)
ENDED = (Status.FINISHED, Status.RESIGNED, Status.AGREED, Status.ABANDONED)

Loss = Literal["place_gone", "place_forbidden"]
"""Why a game has no channel any more."""
LOST: tuple[Loss, ...] = get_args(Loss)
Pause = Literal[Loss, "adjourned", "halted"]
"""Why nothing goes on: the channel is lost, or the game rests, by its players or a moderator."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits before it lets a game go."""

    lobby: Moment = 48 * HOUR
    claim: Moment = 7 * DAY
    abandon: Moment = 60 * DAY
    offer: Moment = 3 * DAY
    rematch: Moment = 30 * DAY
    """As long as the lobby of a rematch waits for who played before."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: taken, kept for somebody who has not come yet, or open when it has no user.

    Who is waited for, called, asked and rated goes by its properties alone.
    """

    user_id: int | None
    """None also for a computer player, and for somebody whose data was erased."""
    name: str
    taken: bool
    habits: Habits = USUAL
    """What the person likes. Not part of the game: it is read along with it."""
    left: bool = False
    """Whether its player has left a game that goes on without them."""
    computer: str | None = None
    """The level of the computer player that has taken it."""

    @property
    def plays(self) -> bool:
        """Whether it has a turn when it comes round."""
        return self.taken and not self.left

    @property
    def answers(self) -> bool:
        """Whether somebody plays here who can be told and asked."""
        return self.plays and self.user_id is not None

    @property
    def free(self) -> bool:
        """Whether anybody can take it."""
        return self.user_id is None and not self.taken


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat asked the others to agree to, at which ply; for undo, how many moves stay."""

    request: Request
    seat: int
    ply: int
    keep: int
    at: Moment | None = None
    """When; None for one that an earlier version of the bot stored, without this and a number."""
    number: int = 0
    """No other offer of the game has it."""
    agreed: tuple[int, ...] = ()
    """The seats that have said yes so far."""


@dataclass(frozen=True, slots=True)
class Told:
    """What has been told to whoever is waited for, since they are."""

    reminders: int = 0
    """How many reminders are used up: sent, or gone by while the bot was down."""
    at: Moment | None = None
    """When the last of them, or the call for the turn, was told."""
    snoozed: Moment | None = None
    """Until when they asked to be left alone."""
    nudged: Moment | None = None
    """When the other player nudged them last."""
    warnings: int = 0
    """How many warnings that their time runs out."""
    timed_out: bool = False
    """Whether it was said that their time is over."""
    nudged_by: int | None = None
    """The seat that nudged them; None also for a nudge of an earlier version of the bot."""


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True)
class Game:
    """A game at the table. The seed is not part of it."""

    id: int
    kind: str
    guild_id: int
    channel_id: int
    parent_id: int | None
    opener_id: int | None
    options: Mapping[str, str]
    status: Status
    seats: tuple[Seat, ...]
    first: int | None
    """The seat that starts; None in a lobby where chance is to decide."""
    commitment: str | None
    ply: int
    """How many moves stand."""
    branch: int
    """How often moves were taken back."""
    to_act: int | None
    winners: tuple[int, ...]
    asked: Asked | None
    pause: Pause | None
    waiting_since: Moment
    """Since when the seat to act is waited for, or the lobby is open."""
    paused_at: Moment | None
    revision: int
    rematch_of: int | None = None
    watched: int = 0
    """How many want to be told of it."""
    ordered: int = 0
    """How many orders wait for a tile."""
    rated: bool = False
    time_limit: TimeLimit | None = None
    told: Told = NOTHING_TOLD
    settled: bool = False
    """Whether a game that has ended was counted in the statistics."""

    @property
    def set_in(self) -> int:
        """The channel whose settings hold for it: a thread has its channel's."""
        return self.parent_id or self.channel_id

    @property
    def lost(self) -> bool:
        """Whether its channel is lost; a game that only rests can be told of there."""
        return self.pause in LOST


def others_playing(game: Game, seat: int) -> tuple[int, ...]:
    """The other seats that have a turn when it comes round."""
    return tuple(n for n, one in enumerate(game.seats) if n != seat and one.plays)


def asked_by(game: Game, seat: int) -> tuple[int, ...]:
    """The seats that have to agree to what this one wants."""
    return tuple(n for n in others_playing(game, seat) if game.seats[n].answers)


def still_asked(game: Game, asked: Asked) -> tuple[int, ...]:
    """Those of them whose answer is waited for."""
    return tuple(n for n in asked_by(game, asked.seat) if n not in asked.agreed)


def seat_for(game: Game, user_id: int) -> int | None:
    """The seat that this person has taken, or that is kept for them."""
    people = [seat.user_id for seat in game.seats]
    return people.index(user_id) if user_id in people else None


def sits(game: Game, user_id: int) -> bool:
    """Whether this person has taken a seat, if they have left it or not."""
    number = seat_for(game, user_id)
    return number is not None and game.seats[number].taken


def plays(game: Game, user_id: int) -> bool:
    """Whether this person has taken a seat, and not left it."""
    number = seat_for(game, user_id)
    return number is not None and game.seats[number].plays


def seat_of(game: Game, user_id: int) -> int:
    """The seat of a player who has taken one, and has not left it."""
    number = seat_for(game, user_id)
    if number is None or not game.seats[number].taken:
        raise Refused(Why.NOT_A_PLAYER)
    if game.seats[number].left:
        raise Refused(Why.LEFT_ALREADY)
    return number
