"""Discord's limits, and where requests exceed them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import simcord
from simcord.components import walk_components

from bot.discord.pages.page import Page

MOST_COMPONENTS = 40
MOST_TEXT = 4000
LONGEST_ID = 100
LONGEST_LABEL = 80
MOST_OPTIONS = 25
LONGEST_ALT = 1024
MOST_FILES = 10
LARGEST_FILE = 10 * 1024 * 1024
MOST_CHOICES = 25

MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/.*")
TEXT, GALLERY = 10, 12
CHOICES = 8


def beyond(requests: Iterable[simcord.HttpLogEntry]) -> list[str]:
    """What Discord would refuse, and pings of people who are not concerned."""
    return [
        f"{request.method} {request.path}: {problem}"
        for request in requests
        for problem in _problems(request)
    ]


def of_page(shown: Page) -> list[str]:
    """The same for a page that has not been sent yet."""
    allowed = {"parse": [], "users": list(shown.mention)}
    return list(_message({"components": components(shown), "allowed_mentions": allowed}))


def components(shown: Page) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = shown.view.to_components()  # type: ignore[no-untyped-call]
    return made


def messages(requests: Iterable[simcord.HttpLogEntry]) -> Iterator[Mapping[str, Any]]:
    """What was sent or edited."""
    for request in requests:
        if isinstance(request.json, dict) and MESSAGE.fullmatch(request.path):
            yield request.json


def _problems(request: simcord.HttpLogEntry) -> Iterator[str]:
    if not isinstance(request.json, dict):
        return
    if request.path.endswith("/callback"):
        data = request.json.get("data") or {}
        if request.json["type"] == CHOICES:
            yield from _choices(data["choices"])
        elif "components" in data:
            yield from _message(data)
    elif MESSAGE.fullmatch(request.path):
        yield from _message(request.json)


def _message(message: Mapping[str, Any]) -> Iterator[str]:
    parts = list(walk_components(message["components"]))
    text = sum(len(part["content"]) for part in parts if part["type"] == TEXT)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(parts) > MOST_COMPONENTS:
        yield f"{len(parts)} components"
    if text > MOST_TEXT:
        yield f"{text} characters of text"
    if len(set(ids)) < len(ids):
        yield "an id twice"
    if len(message.get("attachments") or []) > MOST_FILES:
        yield "too many files"
    if message.get("content") or message.get("embeds"):
        yield "content or embeds beside components"
    for part in parts:
        yield from _component(part)
    yield from _mentions(message.get("allowed_mentions"))


def _component(part: Mapping[str, Any]) -> Iterator[str]:
    if len(part.get("custom_id", "")) > LONGEST_ID:
        yield f"the id {part['custom_id']}"
    if len(part.get("label") or "") > LONGEST_LABEL:
        yield f"the label {part['label']}"
    if part.get("type") == TEXT and not part["content"].strip():
        yield "an empty text"
    for item in part.get("items", ()):
        if not 0 < len(item.get("description") or "") <= LONGEST_ALT:
            yield f"an alt text of {len(item.get('description') or '')} characters"
    options = part.get("options", ())
    values = [option["value"] for option in options]
    if len(options) > MOST_OPTIONS or len(set(values)) < len(values):
        yield f"{len(options)} options, {len(set(values))} different"
    for option in options:
        if len(option["value"]) > LONGEST_ID or not 0 < len(option["label"]) <= LONGEST_ID:
            yield f"the option {option['label']}: {option['value']}"


def _mentions(allowed: Mapping[str, Any] | None) -> Iterator[str]:
    if allowed is None:
        yield "no allowed_mentions"
    elif allowed.get("parse") != [] or allowed.get("roles") or allowed.get("replied_user"):
        yield f"too much may be pinged: {allowed}"


def _choices(choices: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    given = list(choices)
    if len(given) > MOST_CHOICES:
        yield f"{len(given)} choices"
    for choice in given:
        if not 0 < len(choice["name"]) <= LONGEST_ID or len(str(choice["value"])) > LONGEST_ID:
            yield f"the choice {choice}"
