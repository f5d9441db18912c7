"""Actions that can be asked of a game at the table, a closed union, and the answer to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple

from bot.match.time_limits import TimeLimit
from bot.process.clock import Millis

# A request that a player can make to the others.
OfferKind = Literal["undo", "end", "time", "adjourn"]

# The rights of a person in a channel apart from playing: open a game, cancel other people's
# lobbies, or end other people's games.
Right = Literal["start", "cancel", "end", "league"]


# The messages a watcher of a game gets: every turn and the end, only the end, or nothing.
Watch = Literal["turns", "end", "off"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Person who acts, and the click or command by which they do. The same interaction again is the
    same click, delivered twice."""

    interaction_id: str
    user_id: int
    name: str
    rights: frozenset[Right] = frozenset()


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to open in a channel, or in a thread of the channel `parent_id`."""

    kind: str
    guild_id: int
    channel_id: int
    parent_id: int | None = None
    preset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    opponents: tuple[tuple[int, str], ...] = ()
    """Id and name of each person a seat is reserved for; the other seats are open."""
    computers: tuple[str, ...] = ()
    """The level of each computer player."""
    seats: int | None = None
    """The game's usual number when None."""
    first: int | None = None
    """The seat that starts: 0 is the opener's; drawn at random when None."""
    rated: bool = True
    """It should count for the ratings."""
    hints: bool = True
    """Players can take hints, if it does not count."""
    time_limit: TimeLimit | None = None
    """Not yet adapted to the number of players."""


@dataclass(frozen=True, slots=True)
class Join:
    rated: bool | None = None
    """The invitation said that the game counts for the ratings, or does not; None if it did not
    say."""


@dataclass(frozen=True, slots=True)
class SetRated:
    """Have a game count for the ratings or not, as long as it waits for players."""

    rated: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Start with the players who have joined, dropping the seats nobody has taken."""


@dataclass(frozen=True, slots=True)
class AddComputer:
    level: str


@dataclass(frozen=True, slots=True)
class Decline:
    """Turn an invitation down, or leave a lobby one has joined."""


@dataclass(frozen=True, slots=True)
class Withdraw: ...


@dataclass(frozen=True, slots=True)
class Play:
    move: str
    """The game's notation."""
    ply: int | None = None
    """The ply of the position the player saw; the current position when None, for a move that was
    typed."""
    branch: int | None = None
    """The number of times moves had been taken back by then: the same ply can recur with a
    different position."""


@dataclass(frozen=True, slots=True)
class Undo: ...


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to end the game or to suspend it until one of the players resumes it, or ask for more
    time for oneself."""

    request: Literal["end", "time", "adjourn"]


@dataclass(frozen=True, slots=True)
class Accept:
    request: OfferKind
    ply: int
    """The ply at which it was asked."""
    number: int | None = None
    """That of the offer, as its button says; None for whichever stands at this ply."""


@dataclass(frozen=True, slots=True)
class Refuse:
    request: OfferKind
    number: int | None = None
    """As above."""


@dataclass(frozen=True, slots=True)
class Resign: ...


@dataclass(frozen=True, slots=True)
class Claim: ...


@dataclass(frozen=True, slots=True)
class Wait:
    """Give more time to a player whose time is up."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End other people's game, without a winner."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Suspend other people's game until a moderator resumes it."""


@dataclass(frozen=True, slots=True)
class HandOver:
    user_id: int
    to_id: int
    to_name: str


@dataclass(frozen=True, slots=True)
class Snooze:
    """Remind me of my turn only after this long."""

    time: Millis


@dataclass(frozen=True, slots=True)
class Nudge:
    """Remind the player whose turn it is that the others are waiting."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume in this channel, the same as before or a different one."""

    channel_id: int
    parent_id: int | None = None
    unseen_by: frozenset[int] = frozenset()
    """The people who cannot see it, among those in the server."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play the same game again in this channel, with the seats rotated."""

    channel_id: int
    parent_id: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """An if-then order: a move to play immediately when a player draws a certain kind. It is its
    owner's alone: nobody else learns that it exists before it comes true."""

    seat: int
    kind: str
    """The kind that has to be drawn."""
    move: str
    """In the game's notation."""
    branch: int
    """The line of play in which it waits; it does not exist in any other."""


class Draft(NamedTuple):
    """Choices of a player so far for a move or an order; none, if they have not begun."""

    chosen: tuple[str, ...] = ()
    revision: int = 0
    """Grows with each change, and is never the same again in one position; 0 if there was none."""


@dataclass(frozen=True, slots=True)
class LeaveOrder:
    """A move to play immediately when this player draws this kind; replaces the order they had left
    for it."""

    kind: str
    move: str
    """The game's notation."""
    ply: int
    """The ply of the position that the player saw."""
    branch: int


@dataclass(frozen=True, slots=True)
class DropOrder:
    kind: str


LobbyAction = Join | Start | AddComputer | SetRated | Decline | Withdraw
TurnAction = Play | Claim | Wait | Snooze | Nudge | LeaveOrder | DropOrder
OfferAction = Undo | Propose | Accept | Refuse
GameAction = Resign | Resume | Rematch | Stop | Halt | HandOver
Action = LobbyAction | TurnAction | OfferAction | GameAction

# The actions that are refused in a game of a season: others depend on how and when it ends.
CLOSED_IN_SEASONS: tuple[type[Action], ...] = (
    Propose,
    Claim,
    Wait,
    Stop,
    Halt,
    HandOver,
    Rematch,
)


class Done(StrEnum):
    OPENED = "opened"
    JOINED = "joined"
    STARTED = "started"
    DECLINED = "declined"
    FREED = "freed"
    """A seat of a lobby was freed: its player declined or left. The lobby stays open."""
    RATED = "rated"
    """A lobby is for a game that counts from now on; or, as below, for one that does not."""
    UNRATED = "unrated"
    WITHDRAWN = "withdrawn"
    PLAYED = "played"
    FINISHED = "finished"
    TAKEN_BACK = "taken_back"
    UNDO_ASKED = "undo_asked"
    END_ASKED = "end_asked"
    TIME_ASKED = "time_asked"
    ADJOURN_ASKED = "adjourn_asked"
    REQUEST_REFUSED = "request_refused"
    OFFER_EXPIRED = "offer_expired"
    CONSENTED = "consented"
    """A player agreed to an offer, and others still have to answer."""
    AGREED = "agreed"
    TIME_GIVEN = "time_given"
    ADJOURNED = "adjourned"
    RESIGNED = "resigned"
    LEFT = "left"
    """A player resigned, and the others play on."""
    PASSED_OVER = "passed_over"
    """A player out of time was passed over at another player's request, and the others play on."""
    CLAIMED = "claimed"
    LOST_ON_TIME = "lost_on_time"
    """In a season, a player who is late for too long loses without anybody having to claim it."""
    DECIDED = "decided"
    """Its season is over, and the game counts as it stands."""
    VOIDED = "voided"
    """It does not count in its season, and ends."""
    WARNED = "warned"
    TIMED_OUT = "timed_out"
    WAITED = "waited"
    AWAY = "away"
    BACK = "back"
    STOPPED = "stopped"
    HALTED = "halted"
    HANDED_OVER = "handed_over"
    REPLACED = "replaced"
    """Only in the log, with a hand-over: whose seat in a game in play it was until then."""
    RESUMED = "resumed"
    PAUSED = "paused"
    EXPIRED = "expired"
    ORDER_LEFT = "order_left"
    ORDER_DELETED = "order_deleted"
    ORDER_DROPPED = "order_dropped"
    ORDERS_DROPPED = "orders_dropped"
    REMINDED = "reminded"
    NUDGED = "nudged"
    SNOOZED = "snoozed"
    SEAT_OPEN = "seat_open"
    """Only in a direct message: somebody who asked for it hears of an open seat."""
    IMPORTED = "imported"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of the table. Idempotent: the same interaction always gets the same answer."""

    game_id: int
    done: Done
    ply: int
    """The number of moves after it."""
    orders: bool = field(default=False, compare=False)
    """Orders for later turns can be given after this move; False when it is repeated."""
    waits_for: int | None = field(default=None, compare=False)
    """The person whose move the game then waits for; None for nobody, and when the answer is
    repeated."""
