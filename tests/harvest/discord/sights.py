"""All that somebody can look at in a game of Harvest, as text: of a picture what is said of it."""

import json
from typing import Any

import simcord

from tests.bot.discord.kit.seen import buttons, menus, seen
from tests.harvest.discord.party import Party

LOOKS = ("board", "log", "score", "replay", "text")
BUTTONS = ("Board", "Weather to come", "Log", "Play")


async def sights(party: Party, person: simcord.MemberActor) -> dict[str, str]:
    """What a person sees by every command and every button of the board."""
    shown = {}
    for command in (*(f"harvest {look}" for look in LOOKS), "table export", "table games"):
        shown[command] = await all_of(await person.slash(party.world.channel, command))
    for label in BUTTONS:
        shown[label] = await all_of(await person.click(party.world.last_post, label=label))
    offered = await person.autocomplete(party.world.channel, "harvest move", "move", "")
    shown["autocomplete"] = json.dumps(offered)
    return shown


async def all_of(answer: Any) -> str:
    """What an answer says, in all its parts and files."""
    told = []
    for message in (answer.response, *answer.followups):
        told += [seen(message).words, f"{buttons(message)} {menus(message)}"]
        told += [(await file.read()).decode() for file in message.attachments]
    return "\n".join(told)
