"""What can be asked of a game at the table. A closed union; who may ask stands in
`bot.match.life.changes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from bot.match.time_limits import TimeLimit
from bot.process.clock import Moment

Request = Literal["undo", "end", "time", "adjourn"]
"""What a player can ask the others to agree to."""

Right = Literal["start", "cancel", "end"]
"""What somebody may do in a channel besides playing: open a game, cancel a lobby of others, end a
game of others."""


Watch = Literal["turns", "end", "off"]
"""What somebody who watches a game is told: every turn and the end, the end, or nothing."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """One click or command of one person. The same id again is the same click, delivered twice."""

    id: str
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
    """Id and name of each person a seat is kept for; the other seats are open."""
    seats: int | None = None
    """The game's usual number when None."""
    first: int | None = None
    """The seat that starts: 0 is the opener's; chance decides when None."""
    rated: bool = True
    """Whether it is to count for the ratings."""
    time_limit: TimeLimit | None = None
    """As it is for any number of players."""


@dataclass(frozen=True, slots=True)
class Join: ...


@dataclass(frozen=True, slots=True)
class Start:
    """Begin with those who are here, without the seats that nobody has taken."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Not come, or leave a lobby that one has joined."""


@dataclass(frozen=True, slots=True)
class Withdraw: ...


@dataclass(frozen=True, slots=True)
class Play:
    move: str
    """The game's notation."""
    ply: int | None = None
    """How many moves had been played in the position that the player saw; the current position
    when None, for a move that was typed."""
    branch: int | None = None
    """How often moves had been taken back by then: the same ply can come again with another
    position."""


@dataclass(frozen=True, slots=True)
class Undo: ...


@dataclass(frozen=True, slots=True)
class OfferEnd: ...


@dataclass(frozen=True, slots=True)
class AskTime:
    """Ask for more time for oneself."""


@dataclass(frozen=True, slots=True)
class OfferAdjourn:
    """Propose to let the game rest until one of the players goes on with it."""


@dataclass(frozen=True, slots=True)
class Accept:
    request: Request
    ply: int
    """The ply at which it was asked."""
    number: int | None = None
    """Which of the game's offers, as its button says; None for whichever it is at this ply."""


@dataclass(frozen=True, slots=True)
class Refuse:
    request: Request
    number: int | None = None
    """The same."""


@dataclass(frozen=True, slots=True)
class Resign: ...


@dataclass(frozen=True, slots=True)
class Claim: ...


@dataclass(frozen=True, slots=True)
class Wait:
    """Give time to a player whose time is over."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game of others, without a winner."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Let the game of others rest until a moderator lets it go on."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give the seat of one person to another one."""

    user_id: int
    to_id: int
    to_name: str


@dataclass(frozen=True, slots=True)
class Snooze:
    """Leave me alone with my turn for so long, then tell me again."""

    time: Moment


@dataclass(frozen=True, slots=True)
class Nudge:
    """Tell whoever is to act that they are waited for."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on in this channel, the same as before or another one."""

    channel_id: int
    parent_id: int | None = None
    unseen_by: frozenset[int] = frozenset()
    """The people who cannot see it, of those who are in the server."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same game once more, in this channel, with the seats swapped."""

    channel_id: int
    parent_id: int | None = None


@dataclass(frozen=True, slots=True)
class LeaveOrder:
    """To be played at once when this player draws this kind; in place of the order that they had
    left for it."""

    kind: str
    move: str
    """The game's notation."""
    ply: int
    """Of the position that the player saw."""
    branch: int


@dataclass(frozen=True, slots=True)
class DropOrder:
    """Delete one's order for this kind."""

    kind: str


Action = (
    Join
    | Start
    | Decline
    | Withdraw
    | Play
    | Undo
    | OfferEnd
    | AskTime
    | OfferAdjourn
    | Accept
    | Refuse
    | Resign
    | Claim
    | Wait
    | Stop
    | Halt
    | HandOver
    | Snooze
    | Nudge
    | Resume
    | Rematch
    | LeaveOrder
    | DropOrder
)


class Done(StrEnum):
    """What an action came to."""

    OPENED = "opened"
    JOINED = "joined"
    STARTED = "started"
    DECLINED = "declined"
    FREED = "freed"
    """A seat of a lobby: its person declined, or left again. The lobby waits on."""
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
    """Somebody said yes to an offer, and others are still asked."""
    AGREED = "agreed"
    TIME_GIVEN = "time_given"
    ADJOURNED = "adjourned"
    RESIGNED = "resigned"
    LEFT = "left"
    """Somebody resigned, and the others play on."""
    PASSED_OVER = "passed_over"
    """Somebody out of time was passed over at the wish of another, and the others play on."""
    CLAIMED = "claimed"
    WARNED = "warned"
    TIMED_OUT = "timed_out"
    WAITED = "waited"
    AWAY = "away"
    BACK = "back"
    STOPPED = "stopped"
    HALTED = "halted"
    HANDED_OVER = "handed_over"
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
    IMPORTED = "imported"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table did. The same interaction gets the same answer, however often it comes."""

    game_id: int
    done: Done
    ply: int
    """How many moves the game had after it."""
    waits_for: int | None = field(default=None, compare=False)
    """The person whom the game waits for then; None for nobody, and when this is told again."""
