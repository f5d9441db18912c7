"""Nobody is shown another's hand, and nothing that they see depends on it."""

import json
from random import Random
from typing import Any

import pytest
import simcord

from bot.discord.answering.allowance import Allowance
from engine.castellan.state import hand
from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.seen import buttons, menus, seen
from tests.engine.castellan.adapter import CastellanAdapter

LOOKS = ("board", "log", "score", "replay", "text", "cards")
BUTTONS = ("Board", "Cards left", "Log", "Play")


@pytest.fixture
async def playing(party: Party) -> Party:
    """After a few turns, and all may look as often as they like."""
    party.world.equip(allowance=Allowance(at_once=1000))
    await party.sit_down()
    await party.play_on(7)
    await party.world.deliver()
    return party


async def sights(party: Party, person: simcord.MemberActor) -> dict[str, str]:
    """What a person sees by every command and every button of the board."""
    shown = {}
    for command in (*(f"castellan {look}" for look in LOOKS), "table export", "table games"):
        shown[command] = await all_of(await person.slash(party.world.channel, command))
    for label in BUTTONS:
        shown[label] = await all_of(await person.click(party.world.last_post, label=label))
    for typed in ("", "T", "W"):
        offered = await person.autocomplete(party.world.channel, "castellan move", "move", typed)
        shown[f"autocomplete {typed}"] = json.dumps(offered)
    return shown


async def all_of(answer: Any) -> str:
    """What an answer says, in all its parts and files: of a picture what is said of it."""
    told = []
    for message in (answer.response, *answer.followups):
        told += [seen(message).words, f"{buttons(message)} {menus(message)}"]
        for file in message.attachments:
            told += [file.filename, (await file.read()).decode()]
    return "\n".join(told)


async def test_nothing_that_somebody_sees_changes_with_what_they_may_not_see(
    playing: Party,
) -> None:
    game, state, chance = await playing.game(), await playing.state(), Random(7)
    for seat, person in enumerate((playing.anna, playing.ben, playing.carla, playing.dora)):
        looking = seat if seat < state.setup.seats else None
        shown = await sights(playing, person)
        other = CastellanAdapter().reshuffled(state, looking, chance)
        assert any(hand(other, at) != hand(state, at) for at in range(3) if at != looking)
        playing.world.table._positions.remember(game, other)
        assert await sights(playing, person) == shown
        playing.world.table._positions.remember(game, state)


async def test_no_post_tells_which_card_was_drawn(party: Party) -> None:
    """Posts of two games that differ only in what is drawn, as long as nobody plays it, are the
    same."""
    await party.sit_down()
    state = await party.state()
    await party.play_on(1)
    await party.world.deliver()
    after = await party.state()
    drawn = set(hand(after, 0)) - set(hand(state, 0))
    assert drawn
    posts = "\n".join(seen(post).words for post in party.world.posts)
    assert not any(f" {card} " in f" {posts} " for card in drawn - set(after.played[0]))
