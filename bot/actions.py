"""What can be asked of a game at the table. A closed union; who may ask stands in `bot.life`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from bot.clock import Moment

Request = Literal["undo", "end"]
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


@dataclass(frozen=True, slots=True)
class Join: ...


@dataclass(frozen=True, slots=True)
class Decline: ...


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
class Accept:
    request: Request
    ply: int
    """The ply at which it was asked."""


@dataclass(frozen=True, slots=True)
class Refuse:
    request: Request


@dataclass(frozen=True, slots=True)
class Resign: ...


@dataclass(frozen=True, slots=True)
class Claim: ...


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game of others, without a winner."""


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


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same game once more, in this channel, with the seats swapped."""

    channel_id: int
    parent_id: int | None = None


Action = (
    Join
    | Decline
    | Withdraw
    | Play
    | Undo
    | OfferEnd
    | Accept
    | Refuse
    | Resign
    | Claim
    | Stop
    | Snooze
    | Nudge
    | Resume
    | Rematch
)


class Done(StrEnum):
    """What an action came to."""

    OPENED = "opened"
    JOINED = "joined"
    STARTED = "started"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    PLAYED = "played"
    FINISHED = "finished"
    TAKEN_BACK = "taken_back"
    UNDO_ASKED = "undo_asked"
    END_ASKED = "end_asked"
    REQUEST_REFUSED = "request_refused"
    AGREED = "agreed"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    STOPPED = "stopped"
    RESUMED = "resumed"
    PAUSED = "paused"
    EXPIRED = "expired"
    REMINDED = "reminded"
    NUDGED = "nudged"
    SNOOZED = "snoozed"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table did. The same interaction gets the same answer, however often it comes."""

    game_id: int
    done: Done
    ply: int
    """How many moves the game had after it."""
