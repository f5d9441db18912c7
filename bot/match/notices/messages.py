"""What can be posted, as values. A closed union, and its text form for the outbox.

A message names a game and a ply, never a state: what is drawn is read from the table on delivery,
so nothing hidden can end up in the outbox. Words and pictures are not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from json import dumps, loads
from typing import Any, assert_never

from bot.match.actions import Done

Facts = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class LobbyPost:
    """The invitation to a game, with its buttons."""

    game_id: int
    mention: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPost:
    """The position after this many plies, with the buttons for the player to act."""

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
    """The live board of a game, as it is on delivery; if there no longer is one, the post that used
    to show it."""

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


Message = LobbyPost | BoardPost | RetireButtons | LiveBoard | Notice | DirectMessage
FORMS: Mapping[str, type[Message]] = {
    "lobby": LobbyPost,
    "board": BoardPost,
    "retire": RetireButtons,
    "live": LiveBoard,
    "notice": Notice,
    "direct": DirectMessage,
}

BUTTONED = ("lobby", "board")
"""The kinds of messages whose posts carry buttons."""


def kind_of(message: Message) -> str:
    match message:
        case LobbyPost():
            return "lobby"
        case BoardPost():
            return "board"
        case RetireButtons():
            return "retire"
        case LiveBoard():
            return "live"
        case Notice():
            return "notice"
        case DirectMessage():
            return "direct"
        case _:
            assert_never(message)


def dump_message(message: Message) -> str:
    told = {part.name: getattr(message, part.name) for part in fields(message)}
    return dumps(told, separators=(",", ":"), ensure_ascii=False)


class UnreadableMessage(Exception):
    """A stored message that cannot be read. No version is stored with it; one that names something
    unknown here counts as written by a newer version, which can read it."""

    def __init__(self, problem: str, *, newer: bool = False) -> None:
        self.newer = newer
        super().__init__(problem)


def load_message(kind: str, text: str) -> Message:
    """Raises UnreadableMessage."""
    form = FORMS.get(kind)
    try:
        data: dict[str, Any] = dict(loads(text))
        if form is None:
            raise UnreadableMessage(f"unknown kind {kind!r}", newer=True)
        unknown = data.keys() - {part.name for part in fields(form)}
        if unknown:
            raise UnreadableMessage(f"unknown: {', '.join(sorted(unknown))}", newer=True)
        if "mention" in data:
            data["mention"] = tuple(data["mention"])
        if "done" in data:
            if data["done"] not in list(Done):
                raise UnreadableMessage(f"unknown: {data['done']!r}", newer=True)
            data["done"] = Done(data["done"])
        return form(**data)
    except (TypeError, ValueError) as error:
        raise UnreadableMessage(f"damaged: {error}") from error
