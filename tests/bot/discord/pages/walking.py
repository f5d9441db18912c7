"""A walk through everything that can be looked at in one state of the table."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import simcord
from discord import AppCommandType
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType, OptionType
from simcord.interactions import base_payload, walk_to_subcommand

from bot.discord.pages.page import parse_id
from tests.bot.discord.kit.forging import with_control
from tests.bot.discord.kit.limits import CHECKS, FORM, LABEL, TYPED
from tests.bot.discord.kit.party import Party
from tests.bot.discord.kit.world import World

# The verbs that change something: a walk leaves them alone.
CHANGING = frozenset(
    {
        "do",
        "orderdo",
        "guessdo",
        "orderdrop",
        "savenote",
        "opennotes",
        "join",
        "rated",
        "computer",
        "decline",
        "start",
        "cancel",
        "solo",
        "thread",
        "rethread",
        "accept",
        "refuse",
        "goon",
        "resume",
        "waitover",
        "waiton",
        "claim",
        "resign",
        "rematch",
        "eraseall",
        "snooze",
        "snoozefor",
        "opennow",
    }
)
# The commands that do.
ACTING = frozenset({"rematch", "undo", "propose", "nudge", "end", "pause", "resume", "seat"})
# The options that a command needs, by their names.
GIVEN: Mapping[str, Any] = {"move": "nowhere", "game": "1"}
# How often one person presses the same kind of button in one state.
AT_MOST = 2
# The same for what is chosen in a move, which takes many taps in some games.
AT_MOST_IN_PANEL = 12


@dataclass
class Walk:
    """Counts what it has met."""

    party: Party
    spectator: simcord.MemberActor
    verbs: Counter[str] = field(default_factory=Counter)
    """Of buttons and menus, whether they were pressed or not."""
    forms: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    _forms: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Those that were opened, by their ids."""

    @property
    def world(self) -> World:
        return self.party.world

    async def look_around(self, person: simcord.MemberActor, *, typing: bool = True) -> None:
        """Give each command, then press whatever is on the private pages that come of it, and on
        the posts, and submit the forms: what is newest first."""
        start = len(self.world.env.http_requests)
        waiting = deque(self._find_controls(_public_posts(self.world)))
        if typing:
            for command in person.available_commands(self.world.channel):
                await self._type(person, command)
            await self._choose_on_menus(person)
        pressed = Counter[str]()
        while True:
            waiting.extendleft(reversed(self._find_controls(_bodies_since(self.world, start))))
            start = len(self.world.env.http_requests)
            if not waiting:
                break
            custom_id, value = waiting.popleft()
            verb = parse_id(custom_id.removeprefix("="))[0]
            most = AT_MOST_IN_PANEL if verb.endswith("try") else AT_MOST
            if verb in CHANGING or pressed[verb] == most:
                continue
            pressed[verb] += 1
            await self._press(person, custom_id, value)

    async def press(self, person: simcord.MemberActor, *verbs: str) -> None:
        """Press the button of each verb on the last page or post that had it, or choose the last
        option of its menu; whatever it changes."""
        for verb in verbs:
            controls = [
                (custom_id, value)
                for custom_id, value in self._find_controls(_bodies_since(self.world, 0))
                if parse_id(custom_id.removeprefix("="))[0] == verb
            ]
            assert controls, f"no page has had {verb}"
            await self._press(person, *controls[-1])
            await self.world.deliver()

    async def _type(self, person: simcord.MemberActor, command: str) -> None:
        if command.rpartition(" ")[2] in ACTING:
            return
        self.commands[command] += 1
        group, *path = command.split()
        root = self.world.env.backend.find_command(group, self.world.guild.id)
        assert root is not None
        command_data, _ = walk_to_subcommand(root, path)
        needed = [option for option in command_data.get("options") or () if option.get("required")]
        options = {option["name"]: self._value_for(option) for option in needed}
        await person.slash(self.world.channel, command, **options)

    def _value_for(self, option: Mapping[str, Any]) -> Any:
        if option["type"] == OptionType.USER:
            return self.world.carla
        choices = option.get("choices")
        return choices[-1]["value"] if choices else GIVEN[option["name"]]

    async def _choose_on_menus(self, person: simcord.MemberActor) -> None:
        """The commands on people, and those on posts."""
        last = self.world.last_post if self.world.post_ids else None
        for kind, on in ((AppCommandType.user, self.world.carla), (AppCommandType.message, last)):
            for command in self.world.bot.tree.get_commands(type=kind):
                if on is not None:
                    self.commands[command.name] += 1
                    await person.context_menu(self.world.channel, command.name, on)

    async def _press(self, person: simcord.MemberActor, custom_id: str, value: str) -> None:
        backend = self.world.env.backend
        scratch = await self.world.scratch()
        self.pressed[parse_id(custom_id.removeprefix("="))[0]] += 1
        values = [value] if value else None
        data: dict[str, Any]
        if custom_id in self._forms:
            asked = InteractionType.MODAL_SUBMIT
            data = _fill_in(self._forms[custom_id])
        else:
            asked = InteractionType.MESSAGE_COMPONENT
            kind = ComponentType.STRING_SELECT if value else ComponentType.BUTTON
            data = {"custom_id": custom_id, "component_type": kind, "values": values or []}
        record, payload = base_payload(
            backend,
            type=asked,
            channel_id=self.world.channel.id,
            guild_id=self.world.guild.id,
            user_id=person.id,
            data=data,
        )
        payload["message"] = with_control(self.world, scratch, custom_id, values)
        record.source_message_id = scratch.id
        backend.emit("INTERACTION_CREATE", payload)
        await self.world.env.settle()

    def _find_controls(self, bodies: Iterator[Mapping[str, Any]]) -> list[tuple[str, str]]:
        """The ids of buttons; of menus, each with its first and its last option."""
        controls = list[tuple[str, str]]()
        for body in bodies:
            if body.get("type") == FORM:
                form = body["data"]
                self.forms[parse_id(form["custom_id"])[0]] += 1
                self._forms[form["custom_id"]] = form
                controls.append((form["custom_id"], ""))
                continue
            for part in walk_components(body.get("components") or []):
                custom_id = part.get("custom_id")
                if custom_id is None:
                    continue
                self.verbs[parse_id(custom_id.removeprefix("="))[0]] += 1
                values = [option["value"] for option in part.get("options") or ()] or [""]
                controls += [(custom_id, value) for value in dict.fromkeys((values[0], values[-1]))]
        return controls


def _fill_in(form: Mapping[str, Any]) -> dict[str, Any]:
    """A form as it is submitted: everything is ticked, and the rest is as it was shown."""
    labels = [part for part in form["components"] if part["type"] == LABEL]
    answers = [
        {"type": LABEL, "id": number, "component": _answer(label["component"])}
        for number, label in enumerate(labels, 1)
    ]
    return {"custom_id": form["custom_id"], "components": answers}


def _answer(control: Mapping[str, Any]) -> dict[str, Any]:
    answer = {"type": control["type"], "id": 100, "custom_id": control["custom_id"]}
    if control["type"] == TYPED:
        return answer | {"value": control.get("value") or ""}
    options = control.get("options") or ()
    chosen = [
        option["value"] for option in options if option.get("default") or control["type"] == CHECKS
    ]
    people = [str(person["id"]) for person in control.get("default_values") or ()]
    return answer | {"values": chosen + people}


def _public_posts(world: World) -> Iterator[Mapping[str, Any]]:
    for post_id in world.post_ids:
        yield {"components": world.env.backend.get_message(world.channel.id, post_id).components}


def _bodies_since(world: World, start: int) -> Iterator[Mapping[str, Any]]:
    for request in world.env.http_requests[start:]:
        if isinstance(request.json, dict):
            yield request.json
