"""Messages as people see them: what they say, whom they ping, what can be pressed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import simcord
from simcord.components import walk_components

from bot.discord.pages.page import parse_id
from tests.bot.discord.kit.world import alts, labels, texts

BUTTON = 2
MENU = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """A message at one moment."""

    id: int
    text: str
    labels: tuple[str, ...]
    alts: tuple[str, ...]
    files: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def words(self) -> str:
        """All that it says, including to somebody who cannot see the pictures."""
        return "\n".join([self.text, *self.labels, *self.alts])


def read(message: Any) -> Seen:
    return Seen(
        id=message.id,
        text=texts(message),
        labels=tuple(labels(message)),
        alts=tuple(alts(message)),
        files=tuple(file.filename for file in message.attachments),
        sizes=tuple(file.size for file in message.attachments),
    )


def answer_of(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The message that somebody received as an answer."""
    assert result.response is not None
    return result.response


def parts(message: Any) -> Iterator[dict[str, Any]]:
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    yield from walk_components(raw)


def buttons(message: Any) -> dict[str, str]:
    """The id of each button, by its label; a link has none."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(message)
        if part["type"] == BUTTON and "custom_id" in part
    }


def move_to_confirm(message: Any) -> str:
    """The move, in notation, that the page of a panel plays or leaves as an order; empty if there
    is none yet."""
    for custom_id in buttons(message).values():
        verb, target = parse_id(custom_id)
        if verb == "do":
            return target.rest
        if verb == "orderdo":
            return target.rest.partition(".")[2]
    return ""


def menus(message: Any) -> dict[str, dict[str, str]]:
    """What each menu offers: values by their labels."""
    return {
        part["custom_id"]: {option["label"]: option["value"] for option in part["options"]}
        for part in parts(message)
        if part["type"] == MENU
    }


def primary(message: Any) -> list[str]:
    """The labels of the highlighted buttons."""
    return [p["label"] for p in parts(message) if p["type"] == BUTTON and p["style"] == 1]
