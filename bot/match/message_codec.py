"""Text in which a message waits in the queue, whether it is about a game or about a season."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from json import loads
from typing import Any

import msgspec

from bot.match import messages
from bot.match.actions import Done
from bot.match.league import messages as league

QueuedMessage = messages.Message | league.LeagueMessage
# The messages by the name of their kind in the queue.
TYPES: Mapping[str, type[QueuedMessage]] = {
    "lobby": messages.LobbyPost,
    "board": messages.BoardPost,
    "retire": messages.RetireButtons,
    "live": messages.LiveBoard,
    "notice": messages.Notice,
    "direct": messages.DirectMessage,
    "call": messages.CallPost,
    "digest": messages.Digest,
    "league": league.LeaguePost,
    "fixture": league.FixturePost,
    "league_note": league.LeagueNote,
    "closed": league.ClosedInvitation,
}
KINDS = {message_type: kind for kind, message_type in TYPES.items()}
# The fields that hold a member of an enumeration.
ENUMS: Mapping[str, type[StrEnum]] = {"done": Done, "news": league.News}


def kind_of(message: QueuedMessage) -> str:
    return KINDS[type(message)]


def dump_message(message: QueuedMessage) -> str:
    return msgspec.json.encode(message).decode()


class UnreadableMessage(Exception):
    """A stored message that cannot be read. No version is stored with it; one that names something
    unknown here counts as written by a newer version, which can read it."""

    def __init__(self, problem: str, *, newer: bool = False) -> None:
        self.newer = newer
        super().__init__(problem)


def load_message(kind: str, text: str) -> QueuedMessage:
    """Raises UnreadableMessage."""
    try:
        data: dict[str, Any] = dict(loads(text))
        if kind not in TYPES:
            raise UnreadableMessage(f"unknown kind {kind!r}", newer=True)
        unknown = data.keys() - {part.name for part in fields(TYPES[kind])}
        if unknown:
            raise UnreadableMessage(f"unknown: {', '.join(sorted(unknown))}", newer=True)
        if "mention" in data:
            data["mention"] = tuple(data["mention"])
        for name in ENUMS.keys() & data.keys():
            if data[name] not in list(ENUMS[name]):
                raise UnreadableMessage(f"unknown: {data[name]!r}", newer=True)
            data[name] = ENUMS[name](data[name])
        return TYPES[kind](**data)
    except (TypeError, ValueError) as error:
        raise UnreadableMessage(f"damaged: {error}") from error
