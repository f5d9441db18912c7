"""The guide: a short page for the situation somebody is in, and a menu of the others."""

from typing import Any

import pytest
import simcord
from discord import Locale

from bot.discord.features.guide import SITUATIONS, welcome_server
from bot.locale import words_of
from engine.games import GAMES
from tests.bot.discord.kit.seen import answered, menus, parts
from tests.bot.discord.kit.world import World, labels, texts

ENGLISH = words_of("en")


async def shown_to(who: simcord.MemberActor, friends: World, **options: object) -> str:
    """The first line of the guide's page."""
    page = answered(await who.slash(friends.channel, "table help", **options))
    return texts(page).splitlines()[0].removeprefix("## ")


def title(situation: str) -> str:
    return ENGLISH(f"situation.{situation}")


async def test_nothing_is_going_on(friends: World) -> None:
    assert await shown_to(friends.anna, friends) == title("start")
    guide = answered(await friends.anna.slash(friends.channel, "table help"))
    assert len(labels(guide)) == 2 * len(GAMES)


async def test_each_person_is_in_a_situation_of_their_own(friends: World) -> None:
    await friends.start()
    assert await shown_to(friends.anna, friends) == title("turn")
    assert await shown_to(friends.ben, friends) == title("wait")
    assert await shown_to(friends.carla, friends) == title("watch")
    asked = answered(await friends.ben.slash(friends.channel, "castle resign"))
    await friends.ben.click(asked, label=ENGLISH("button.resign"))
    assert await shown_to(friends.carla, friends) == title("after")


async def test_the_page_of_a_turn_leads_to_the_move(friends: World) -> None:
    await friends.start()
    guide = answered(await friends.anna.slash(friends.channel, "table help"))
    panel = answered(await friends.anna.click(guide, label=ENGLISH("button.play")))
    assert panel.attachments


async def test_every_situation_can_be_chosen(friends: World) -> None:
    guide = answered(await friends.anna.slash(friends.channel, "table help"))
    [(menu, options)] = menus(guide).items()
    assert list(options.values()) == [f"castle.{one}" for one in SITUATIONS]
    for label, value in options.items():
        page = answered(await friends.anna.select(guide, [value], custom_id=menu))
        assert texts(page).startswith(f"## {label}")


async def test_a_situation_can_be_asked_for(friends: World) -> None:
    assert await shown_to(friends.anna, friends, topic="records") == title("records")


@pytest.mark.parametrize("language", ["de", "nl"])
async def test_everybody_reads_the_channels_language(friends: World, language: str) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"language": language})
    shown = await shown_to(friends.anna, friends, share=True)
    assert shown == words_of(language)("situation.start")
    assert await shown_to(friends.anna, friends) == title("start")


async def test_a_server_is_welcomed_where_it_greets_people(friends: World) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    assert guild is not None
    guild._system_channel_id = friends.channel.id
    guild.preferred_locale = Locale.german
    await welcome_server(friends.bot.desk, guild)
    [post] = friends.posts
    german = words_of("de")
    assert texts(post).startswith(german("welcome.text").splitlines()[0])
    assert all(german(f"{kind}.pitch") in texts(post) for kind in GAMES)
    assert [file.filename for file in post.attachments] == [f"game-{kind}.png" for kind in GAMES]
    for kind, button in zip(GAMES, _buttons(post, german("button.minute")), strict=True):
        minute = answered(await friends.ben.click(post, custom_id=button))
        assert texts(minute).startswith(ENGLISH("minute.head", game=ENGLISH(f"{kind}.name")))


async def test_a_server_without_such_a_place_is_not(friends: World) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    assert guild is not None
    await welcome_server(friends.bot.desk, guild)
    assert friends.post_ids == []


def _buttons(message: Any, label: str) -> list[str]:
    """The ids of all buttons with a label."""
    found = [part for part in parts(message) if part.get("label") == label]
    return [part["custom_id"] for part in found]
