"""Clicks and commands in a simulated Discord, and when the bot's requests in response arrive.

SimCord's own people act one at a time and wait until everything is quiet. These do neither: any
number of them act at once, and no waiting of theirs is part of the measurement.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import simcord
from simcord.backend import Backend, serializers
from simcord.backend.models import Interaction, Message
from simcord.components import walk_components
from simcord.enums import AppCommandType, ComponentType, InteractionType
from simcord.interactions import base_payload, nest_options, walk_to_subcommand
from simcord.types import HttpLogEntry

from tests.town.clocks import Time, now

# How many seconds to wait for a request before giving up.
PATIENCE = 120.0
# How many seconds without a request must pass before the next click, so that what a click still
# triggers does not count towards the next one.
QUIET = 0.03

Key = tuple[str, str]
Clock = Callable[[], Time]


class Requests(list[HttpLogEntry]):
    """Replaces SimCord's list of requests: notes when each arrives, and keeps none of them."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.quiet_for = QUIET
        self._last = clock()
        self._times: dict[Key, list[Time]] = defaultdict(list)
        self._waiting: dict[Key, list[asyncio.Future[None]]] = defaultdict(list)

    def append(self, entry: HttpLogEntry, /) -> None:
        self._last = self.clock()
        key = _key_of(entry.method, entry.path)
        if key is not None:
            self._times[key].append(self._last)
            for waiting in self._waiting.pop(key, ()):
                waiting.set_result(None)

    def count(self, key: Key) -> int:  # type: ignore[override]  # of a kind, not of an entry
        return len(self._times[key])

    async def arrival(self, key: Key, number: int = 0) -> Time:
        """When the first such request arrived, or the first one after this many others."""
        async with asyncio.timeout(PATIENCE):
            while len(self._times[key]) <= number:
                waiting = asyncio.get_running_loop().create_future()
                self._waiting[key].append(waiting)
                await waiting
        return self._times[key][number]

    async def quiet(self) -> None:
        while (left := self._last.wall + self.quiet_for - now().wall) > 0:
            await asyncio.sleep(left)


def _key_of(method: str, path: str) -> Key | None:
    match method, path.strip("/").split("/"):
        case "POST", ["interactions", _, token, "callback"]:
            return "acknowledged", token
        case "PATCH", ["webhooks", _, token, "messages", "@original"]:
            return "answered", token
        case "POST", ["channels", channel, "messages"]:
            return "posted", channel
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Click:
    """An interaction that was emitted."""

    record: Interaction
    emitted: Time

    @property
    def acknowledgement_key(self) -> Key:
        return "acknowledged", self.record.token

    @property
    def answer_key(self) -> Key:
        return "answered", self.record.token


@dataclass(frozen=True, slots=True)
class Prepared:
    """An interaction that can be emitted."""

    record: Interaction
    payload: dict[str, Any]


class Clicks:
    """What the people of one server do."""

    def __init__(self, env: simcord.Env, guild: simcord.GuildHandle, clock: Clock) -> None:
        self._backend: Backend = env.backend
        self._guild_id = guild.id
        self.requests = Requests(clock)
        self._backend.http_requests = self.requests

    def press(self, user_id: int, message: Message, custom_id: str, *chosen: str) -> Prepared:
        """A click on a button, or on options of a menu."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        if chosen:
            data |= {"component_type": ComponentType.STRING_SELECT, "values": list(chosen)}
        prepared = self._prepared(
            InteractionType.MESSAGE_COMPONENT, message.channel_id, user_id, data
        )
        prepared.payload["message"] = dict(serializers.message_payload(self._backend, message))
        prepared.record.source_message_id = message.id
        return prepared

    def slash(self, user_id: int, channel_id: int, name: str, **options: str | bool) -> Prepared:
        """A slash command; its options are texts or booleans."""
        group, *path = name.split()
        root = self._backend.find_command(group, self._guild_id, type=AppCommandType.CHAT_INPUT)
        assert root is not None
        _, nesting = walk_to_subcommand(root, path)
        chosen = [
            {"name": option, "type": 5 if isinstance(value, bool) else 3, "value": value}
            for option, value in options.items()
        ]
        data = {
            "id": root["id"],
            "name": root["name"],
            "type": AppCommandType.CHAT_INPUT,
            "options": nest_options(root, nesting, chosen),
        }
        return self._prepared(InteractionType.APPLICATION_COMMAND, channel_id, user_id, data)

    def emit(self, prepared: Prepared) -> Click:
        self._backend.transcript.clear()  # it grows with every event, and only tests read it
        emitted = self.requests.clock()
        self._backend.emit("INTERACTION_CREATE", prepared.payload)
        return Click(prepared.record, emitted)

    async def acknowledgement(self, click: Click) -> Time:
        """How long the acknowledgement took, from the moment of the click."""
        return await self.requests.arrival(click.acknowledgement_key) - click.emitted

    async def answer(self, click: Click) -> Time:
        """How long the answer took, from the moment of the click."""
        return await self.requests.arrival(click.answer_key) - click.emitted

    def answer_page(self, click: Click) -> Message:
        assert click.record.message_id is not None
        return self._backend.get_message(click.record.channel_id, click.record.message_id)

    def last_board(self, channel_id: int) -> Message:
        """The last post of a channel that has a Play button."""
        messages = reversed(self._backend.messages[channel_id].values())
        return next(message for message in messages if any(ids_of(message, "play")))

    def _prepared(
        self, kind: InteractionType, channel_id: int, user_id: int, data: dict[str, Any]
    ) -> Prepared:
        record, payload = base_payload(
            self._backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self._guild_id,
            user_id=user_id,
            data=data,
        )
        return Prepared(record, payload)


def ids_of(message: Message, verb: str) -> Iterator[tuple[str, ...]]:
    """What can be pressed for a verb: the id of a button, or the id of a menu together with one of
    its options."""
    for part in walk_components(message.components):
        custom_id = part.get("custom_id") or ""
        if custom_id.startswith(f"{verb}:"):
            yield (custom_id,)
        elif custom_id.startswith(f"={verb}:"):
            for option in part["options"]:
                yield custom_id, option["value"]
