"""A game as the table knows it: its seats, its status, whose turn it is. What an action does to it
is in `bot.match.changes`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, get_args

from bot.match.actions import OfferKind
from bot.match.errors import Refused, Why
from bot.match.preferences import USUAL, PlayerPreferences
from bot.match.time_limits import TimeLimit
from bot.process.clock import DAY, HOUR, SECOND, Millis


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

# Why a game no longer has a channel.
Loss = Literal["place_gone", "place_forbidden"]
LOST: tuple[Loss, ...] = get_args(Loss)
# Why a game is paused: its channel is lost, or its players or a moderator suspended it.
Pause = Literal[Loss, "adjourned", "halted"]


# The time that a computer player leaves people to read the board before its move.
COMPUTER_WAITS = 2 * SECOND


@dataclass(frozen=True, slots=True)
class Timeouts:
    lobby: Millis = 48 * HOUR
    claim: Millis = 7 * DAY
    abandon: Millis = 60 * DAY
    offer: Millis = 3 * DAY
    rematch: Millis = 30 * DAY
    """The time that the lobby of a rematch waits for the previous players."""
    computer: Millis | None = COMPUTER_WAITS
    """None where there are no computer players."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: taken, reserved for a person who has not joined yet, or open when it has no user.

    Who is to act, notified, asked and rated is decided by its properties alone.
    """

    user_id: int | None
    """None also for a computer player, and for a person whose data was erased."""
    name: str
    taken: bool
    preferences: PlayerPreferences = USUAL
    """The person's preferences. Not part of the game: they are loaded along with it."""
    left: bool = False
    """Its player has left a game that continues without them."""
    computer: str | None = None
    """The level of the computer player in this seat."""
    hints: int = 0
    """In how many positions a hint was taken here."""

    @property
    def plays(self) -> bool:
        """It gets turns."""
        return self.taken and not self.left

    @property
    def answers(self) -> bool:
        """A person plays here, who can be notified and asked."""
        return self.plays and self.user_id is not None

    @property
    def free(self) -> bool:
        """Anybody can take it."""
        return self.user_id is None and not self.taken


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's request to the others, and its ply; for undo, how many moves stay."""

    request: OfferKind
    seat: int
    ply: int
    keep: int
    at: Millis
    number: int
    """Unique among the offers of the game."""
    agreed: tuple[int, ...] = ()
    """The seats that have said yes so far."""


@dataclass(frozen=True, slots=True)
class TurnReminders:
    """Reminders and warnings of the player to act since it became their turn."""

    reminders: int = 0
    """The number of reminders used up: sent, or missed while the bot was down."""
    at: Millis | None = None
    """The time of the last of them, or of the call for the turn."""
    snoozed: Millis | None = None
    """They asked not to be reminded until then."""
    nudged: Millis | None = None
    """The last time that another player nudged them."""
    warnings: int = 0
    """The number of warnings that they got that their time is running out."""
    timed_out: bool = False
    """They were told that their time is up."""
    nudged_by: int | None = None
    """The seat that did so."""
    timed_out_at: Millis | None = None
    """The time at which they were told, in a game that is then lost by itself."""


NO_REMINDERS = TurnReminders()


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
    """The seat that starts; None in a lobby where it is drawn at random."""
    commitment: str | None
    ply: int
    """The number of moves that stand."""
    branch: int
    """The number of times moves were taken back."""
    to_act: int | None
    winners: tuple[int, ...]
    offer: Offer | None
    pause: Pause | None
    waiting_since: Millis
    """Since when it has been the turn of the seat to act, or the lobby has been open."""
    paused_at: Millis | None
    revision: int
    rematch_of: int | None = None
    watched: int = 0
    """The number of people watching it."""
    ordered: int = 0
    """The number of orders waiting to come true."""
    drafted: bool = False
    """A player has begun to choose a move."""
    rated: bool = False
    time_limit: TimeLimit | None = None
    reminders: TurnReminders = NO_REMINDERS
    has_hints: bool = True
    """It was opened with hints."""
    settled: bool = False
    """An ended game was counted in the statistics."""
    season_id: int | None = None
    """The season to which it belongs: who plays in it does not alone decide about it."""

    @property
    def set_in(self) -> int:
        """Channel whose settings apply to it: a thread uses its channel's."""
        return self.parent_id or self.channel_id

    @property
    def lost(self) -> bool:
        """Its channel is lost; a game that is only suspended can still be posted about there."""
        return self.pause in LOST

    @property
    def has_open_seat(self) -> bool:
        """It is an invitation that anybody can still accept."""
        waiting = self.status is Status.LOBBY and self.pause is None
        return waiting and any(seat.free for seat in self.seats)

    def with_seat(self, number: int, seat: Seat) -> "Game":
        """Put this seat in place of the old one."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def others_playing(self, seat: int) -> tuple[int, ...]:
        """List the other seats that get turns."""
        return tuple(
            number for number, player in enumerate(self.seats) if number != seat and player.plays
        )

    def others_to_ask(self, seat: int) -> tuple[int, ...]:
        """List the seats that have to agree to what this one wants."""
        return tuple(number for number in self.others_playing(seat) if self.seats[number].answers)

    def seats_to_answer(self, offer: Offer) -> tuple[int, ...]:
        """List the seats asked that have not answered yet."""
        return tuple(
            number for number in self.others_to_ask(offer.seat) if number not in offer.agreed
        )

    def seat_for(self, user_id: int) -> int | None:
        """Find the seat that this person has taken, or that is reserved for them."""
        people = [seat.user_id for seat in self.seats]
        return people.index(user_id) if user_id in people else None

    def sits(self, user_id: int) -> bool:
        """Check whether this person has taken a seat, whether or not they have left it."""
        number = self.seat_for(user_id)
        return number is not None and self.seats[number].taken

    def plays(self, user_id: int) -> bool:
        """Check whether this person has taken a seat, and not left it."""
        number = self.seat_for(user_id)
        return number is not None and self.seats[number].plays

    def belongs(self, user_id: int) -> bool:
        """Check whether this person plays, or a seat is reserved for them."""
        number = self.seat_for(user_id)
        return number is not None and not self.seats[number].left

    def seat_of(self, user_id: int) -> int:
        """Find the seat of a player who has taken one and has not left it."""
        number = self.seat_for(user_id)
        if number is None or not self.seats[number].taken:
            raise Refused(Why.NOT_A_PLAYER)
        if self.seats[number].left:
            raise Refused(Why.LEFT_ALREADY)
        return number
