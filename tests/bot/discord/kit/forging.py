"""Clicks and commands that no real Discord client sends: with forged ids, values and options."""

from collections.abc import Mapping, Sequence
from typing import Any

import simcord
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.enums import AppCommandType, ComponentType, InteractionType, OptionType
from simcord.interactions import base_payload, nest_options, resolve_handle, walk_to_subcommand

from tests.bot.discord.kit.world import World

# Discord's number for an answer that is a form.
FORM = 9


async def command(
    world: World, person: simcord.MemberActor, name: str, /, **options: str | simcord.MemberActor
) -> str:
    """Send a command that Discord would not let this person use, or not with these options."""
    group, *path = name.split()
    root = world.env.backend.find_command(group, world.guild.id, type=AppCommandType.CHAT_INPUT)
    assert root is not None
    _, nesting = walk_to_subcommand(root, path)
    resolved: dict[str, dict[str, Any]] = {}
    chosen: list[dict[str, Any]] = []
    for option, value in options.items():
        if isinstance(value, str):
            chosen.append({"name": option, "type": OptionType.STRING, "value": value})
        else:
            resolve_handle(person, value, resolved, channel_id=world.channel.id)
            chosen.append({"name": option, "type": OptionType.USER, "value": str(value.id)})
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": AppCommandType.CHAT_INPUT,
        "options": nest_options(root, nesting, chosen),
        "resolved": resolved,
    }
    return await _send(world, person, world.channel, (InteractionType.APPLICATION_COMMAND, data))


async def type_into(
    world: World, person: simcord.MemberActor, name: str, option: str, typed: str
) -> None:
    """Type into an option, without Discord's limits."""
    group, *path = name.split()
    root = world.env.backend.find_command(group, world.guild.id, type=AppCommandType.CHAT_INPUT)
    assert root is not None
    _, nesting = walk_to_subcommand(root, path)
    chosen = [{"name": option, "type": OptionType.STRING, "value": typed, "focused": True}]
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": AppCommandType.CHAT_INPUT,
        "options": nest_options(root, nesting, chosen),
    }
    asked = (InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)
    await _send(world, person, world.channel, asked)


async def press(
    world: World,
    person: simcord.MemberActor,
    custom_id: str,
    *,
    place: simcord.ChannelHandle | None = None,
    values: tuple[str, ...] | None = None,
) -> str:
    """Press a button with this id, or choose these values in a menu."""
    message = with_control(world, await world.scratch(), custom_id, values)
    kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
    data = {"custom_id": custom_id, "component_type": kind, "values": list(values or ())}
    channel = place or world.channel
    return await _send(world, person, channel, (InteractionType.MESSAGE_COMPONENT, data), message)


def with_control(
    world: World, message: Message, custom_id: str, values: Sequence[str] | None
) -> dict[str, Any]:
    """This message as if it had a button with this id, or a menu that offers these values."""
    control: dict[str, Any] = {"id": 2, "custom_id": custom_id}
    if values is None:
        control |= {"type": ComponentType.BUTTON, "label": "x", "style": 1}
    else:
        options = [{"label": "x", "value": value} for value in values or ("something",)]
        control |= {"type": ComponentType.STRING_SELECT, "options": options}
    row = {"type": ComponentType.ACTION_ROW, "id": 1, "components": [control]}
    return {**serializers.message_payload(world.env.backend, message), "components": [row]}


async def send_form(
    world: World, person: simcord.MemberActor, custom_id: str, answers: Mapping[str, Sequence[str]]
) -> str:
    """Submit a form with this id and these values: one as if it were typed, others as if they were
    chosen."""
    controls = [
        {"type": ComponentType.TEXT_INPUT, "custom_id": name, "value": values[0]}
        if len(values) == 1
        else {"type": ComponentType.STRING_SELECT, "custom_id": name, "values": [*values]}
        for name, values in answers.items()
    ]
    labels = [{"type": ComponentType.LABEL, "component": control} for control in controls]
    data = {"custom_id": custom_id, "components": labels}
    return await _send(world, person, world.channel, (InteractionType.MODAL_SUBMIT, data))


async def _send(
    world: World,
    person: simcord.MemberActor,
    place: simcord.ChannelHandle,
    asked: tuple[InteractionType, dict[str, Any]],
    message: dict[str, Any] | None = None,
) -> str:
    backend = world.env.backend
    record, payload = base_payload(
        backend,
        type=asked[0],
        channel_id=place.id,
        guild_id=backend.channels[place.id].guild_id,
        user_id=person.id,
        data=asked[1],
    )
    if message is not None:
        payload["message"] = message
        record.source_message_id = int(message["id"])
    before = len(world.env.http_requests)
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return sent_text(world, before)


def sent_text(world: World, before: int) -> str:
    """Everything that the bot has sent since; of a form, its title."""
    bodies = [
        request.json
        for request in world.env.http_requests[before:]
        if isinstance(request.json, dict)
    ]
    texts = [
        part["content"]
        for body in bodies
        for part in walk_components(body.get("components") or [])
        if "content" in part
    ]
    forms = [body["data"]["title"] for body in bodies if body.get("type") == FORM]
    return "\n".join([*texts, *forms])
