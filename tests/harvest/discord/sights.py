"""Everything that somebody can look at in a game of Harvest, as text; for pictures, their alt
texts."""

import json
from typing import Any

import simcord

from tests.bot.discord.kit.seen import buttons, menus, read
from tests.harvest.discord.party import Party

LOOKS = ("board", "log", "score", "replay", "text")
# It also tells a player what they drew.
BACK = "steps"
BUTTONS = ("Board", "Weather to come", "Log", "Play")


async def sights(party: Party, person: simcord.MemberActor) -> dict[str, str]:
    """What every command and every button of the board shows a person."""
    answers = {}
    for command in (*(f"harvest {look}" for look in (*LOOKS, BACK)), "table export", "table games"):
        answers[command] = await all_of(await person.slash(party.world.channel, command))
    for label in BUTTONS:
        answers[label] = await all_of(await person.click(party.world.last_post, label=label))
    offered = await person.autocomplete(party.world.channel, "harvest move", "move", "")
    answers["autocomplete"] = json.dumps(offered)
    return answers


async def all_of(answer: Any) -> str:
    """All texts and files of an answer."""
    shown_texts = []
    for message in (answer.response, *answer.followups):
        shown_texts += [read(message).words, f"{buttons(message)} {menus(message)}"]
        shown_texts += [(await file.read()).decode() for file in message.attachments]
    return "\n".join(shown_texts)
