"""Discord's limits, and where requests exceed them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
MOST_IN_ROW = 5
MOST_PICTURES = 10
LONGEST_PLACEHOLDER = 150
LONGEST_NAME = 32
LONGEST_DESCRIPTION = 100
MOST_COMMANDS = 100
# Commands on people, and commands on posts.
MOST_ON_MENUS = 5
MOST_CONTROLS = 5
MOST_CHECKS = 10
LONGEST_TITLE = 45
MOST_TYPED = 4000

MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/.*")
ROW = 1
BUTTON = 2
MENU = 3
TYPED = 4
TEXT = 10
LABEL = 18
CHECKS = 22
CHOICES = 8
FORM = 9
TYPED_COMMAND = 1
ON_PEOPLE = 2
ON_POSTS = 3


def beyond(requests: Iterable[simcord.HttpLogEntry]) -> list[str]:
    """What Discord would refuse, and pings of people who are not concerned."""
    return [
        f"{request.method} {request.path}: {problem}"
        for request in requests
        for problem in _problems(request)
    ]


def of_page(page: Page) -> list[str]:
    """The same for a page that is not sent yet."""
    allowed = {"parse": [], "users": list(page.mention)}
    return list(_message({"components": components(page), "allowed_mentions": allowed}))


def components(page: Page) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = page.view.to_components()  # type: ignore[no-untyped-call]
    return made


def messages(requests: Iterable[simcord.HttpLogEntry]) -> Iterator[Mapping[str, Any]]:
    """What was sent or edited."""
    for request in requests:
        if isinstance(request.json, dict) and MESSAGE.fullmatch(request.path):
            yield request.json


def form_problems(form: Mapping[str, Any]) -> Iterator[str]:
    controls = [label["component"] for label in form["components"] if label["type"] == LABEL]
    ids = [control["custom_id"] for control in controls]
    if not 0 < len(form["title"]) <= LONGEST_TITLE:
        yield f"the title {form['title']}"
    if not 0 < len(form["components"]) <= MOST_CONTROLS:
        yield f"{len(form['components'])} controls"
    if len(form["custom_id"]) > LONGEST_ID or len(set(ids)) < len(ids):
        yield f"the ids {form['custom_id']}, {ids}"
    for label in form["components"]:
        if not 0 < len(label.get("label") or "x") <= LONGEST_TITLE:
            yield f"the label {label['label']}"
        if len(label.get("description") or "") > LONGEST_DESCRIPTION:
            yield f"the description {label['description']}"
    for control in controls:
        yield from _control(control)


def _control(control: Mapping[str, Any]) -> Iterator[str]:
    if control["type"] == TYPED:
        most = control.get("max_length") or MOST_TYPED
        if not 0 < most <= MOST_TYPED or len(control.get("value") or "") > most:
            yield f"the text {control['custom_id']}"
    elif control["type"] in {MENU, CHECKS}:
        most = MOST_CHECKS if control["type"] == CHECKS else MOST_OPTIONS
        options = control["options"]
        chosen = sum(bool(option.get("default")) for option in options)
        if not 0 < len(options) <= most or chosen > control.get("max_values", 1):
            yield f"{len(options)} options, {chosen} of them chosen: {control['custom_id']}"
        yield from _options(options)


def command_problems(commands: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Of all commands as they are registered; those that are typed have a test of their own."""
    registered = list(commands)
    for kind, most in {
        TYPED_COMMAND: MOST_COMMANDS,
        ON_PEOPLE: MOST_ON_MENUS,
        ON_POSTS: MOST_ON_MENUS,
    }.items():
        named = [command["name"] for command in registered if command.get("type", 1) == kind]
        if len(named) > most or len(set(named)) < len(named):
            yield f"{len(named)} commands of kind {kind}: {named}"
    for command in registered:
        names = [command["name"], *(command.get("name_localizations") or {}).values()]
        if any(not 0 < len(name) <= LONGEST_NAME for name in names):
            yield f"the names {names}"


def _problems(request: simcord.HttpLogEntry) -> Iterator[str]:
    if not isinstance(request.json, dict):
        return
    if request.path.endswith("/callback"):
        data = request.json.get("data") or {}
        if request.json["type"] == CHOICES:
            yield from _choices(data["choices"])
        elif request.json["type"] == FORM:
            yield from form_problems(data)
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
    if len(part.get("placeholder") or "") > LONGEST_PLACEHOLDER:
        yield f"the placeholder {part['placeholder']}"
    if part.get("type") == BUTTON and not (part.get("label") or part.get("emoji")):
        yield f"the button {part['custom_id']} without a label"
    if part.get("type") == ROW and not 0 < len(part["components"]) <= MOST_IN_ROW:
        yield f"{len(part['components'])} components in a row"
    if len(part.get("items", ())) > MOST_PICTURES:
        yield f"{len(part['items'])} pictures"
    for item in part.get("items", ()):
        if not 0 < len(item.get("description") or "") <= LONGEST_ALT:
            yield f"an alt text of {len(item.get('description') or '')} characters"
    options = part.get("options", ())
    if len(options) > MOST_OPTIONS:
        yield f"{len(options)} options"
    yield from _options(options)


def _options(options: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield f"{len(options)} options, {len(set(values))} different"
    for option in options:
        if len(option["value"]) > LONGEST_ID or not 0 < len(option["label"]) <= LONGEST_ID:
            yield f"the option {option['label']}: {option['value']}"
        if len(option.get("description") or "") > LONGEST_DESCRIPTION:
            yield f"the description {option['description']}"


def _mentions(allowed: Mapping[str, Any] | None) -> Iterator[str]:
    if allowed is None:
        yield "no allowed_mentions"
    elif allowed.get("parse") != [] or allowed.get("roles") or allowed.get("replied_user"):
        yield f"too much may be pinged: {allowed}"


def _choices(choices: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    offered = list(choices)
    if len(offered) > MOST_CHOICES:
        yield f"{len(offered)} choices"
    for choice in offered:
        if not 0 < len(choice["name"]) <= LONGEST_ID or len(str(choice["value"])) > LONGEST_ID:
            yield f"the choice {choice}"
