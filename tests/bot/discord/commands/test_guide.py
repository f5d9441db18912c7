"""The guide: a short page for the situation somebody is in, and a menu of the others."""

from typing import Any

import pytest
import simcord
from discord import Locale
from simcord.components import walk_components

from bot import VERSION
from bot.discord.features.guide import SITUATIONS, welcome_page, welcome_server
from bot.discord.features.puzzles import puzzle_buttons
from bot.discord.features.rulebook import rules_page
from bot.discord.pages.page import Page
from bot.games.faces import FACES
from bot.locale import languages, words_of
from bot.match.game import Timeouts
from engine.games import GAMES
from engine.tutorials import TUTORIALS
from tests.bot.discord.kit.forging import press
from tests.bot.discord.kit.limits import components, of_page
from tests.bot.discord.kit.seen import answer_of, menus, parts
from tests.bot.discord.kit.world import World, labels, texts

ENGLISH = words_of("en")


async def title_for(who: simcord.MemberActor, friends: World, **options: object) -> str:
    page = answer_of(await who.slash(friends.channel, "table help", **options))
    return texts(page).splitlines()[0].removeprefix("## ")


def title(situation: str) -> str:
    return ENGLISH(f"situation.{situation}")


async def test_nothing_is_going_on(friends: World) -> None:
    assert await title_for(friends.anna, friends) == title("start")
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    puzzles = puzzle_buttons(ENGLISH)
    assert len(labels(guide)) == 2 * len(GAMES) + len(TUTORIALS) + len(puzzles)


async def test_each_person_is_in_a_situation_of_their_own(friends: World) -> None:
    await friends.start()
    assert await title_for(friends.anna, friends) == title("turn")
    assert await title_for(friends.ben, friends) == title("wait")
    assert await title_for(friends.carla, friends) == title("watch")
    asked = answer_of(await friends.ben.slash(friends.channel, "castle resign"))
    await friends.ben.click(asked, label=ENGLISH("button.resign"))
    assert await title_for(friends.carla, friends) == title("after")


async def test_the_page_of_a_turn_leads_to_the_move(friends: World) -> None:
    await friends.start()
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    panel = answer_of(await friends.anna.click(guide, label=ENGLISH("button.play")))
    assert panel.attachments


async def test_every_situation_can_be_chosen(friends: World) -> None:
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    [(menu, options)] = menus(guide).items()
    assert list(options.values()) == [f"castle.{situation}" for situation in SITUATIONS]
    for label, value in options.items():
        page = answer_of(await friends.anna.select(guide, [value], custom_id=menu))
        assert texts(page).startswith(f"## {label}")


async def test_the_guide_ends_with_the_version(friends: World) -> None:
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    assert texts(guide).splitlines()[-1] == f"-# Version {VERSION}"


async def test_a_situation_can_be_asked_for(friends: World) -> None:
    assert await title_for(friends.anna, friends, topic="records") == title("records")


@pytest.mark.parametrize("language", ["de", "nl"])
async def test_everybody_reads_the_channels_language(friends: World, language: str) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"language": language})
    situation = await title_for(friends.anna, friends, share=True)
    assert situation == words_of(language)("situation.start")
    assert await title_for(friends.anna, friends) == title("start")


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
    for kind, button in zip(GAMES, _buttons(post, german("button.rules")), strict=True):
        rules = answer_of(await friends.ben.click(post, custom_id=button))
        assert texts(rules).startswith(f"## {ENGLISH(f'{kind}.topic.aim.title')}")


async def test_the_rules_in_a_minute_of_earlier_posts_lead_to_the_rules(friends: World) -> None:
    title = ENGLISH("castellan.topic.aim.title")
    assert title in await press(friends, friends.ben, "minute:0:0:0:castellan")


@pytest.mark.parametrize("welcomes", [True, False])
async def test_the_host_decides_about_welcomes(friends: World, welcomes: bool) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    assert guild is not None
    guild._system_channel_id = friends.channel.id
    friends.bot._welcomes = welcomes
    await friends.bot.on_guild_join(guild)
    assert len(friends.posts) == welcomes


async def test_a_server_without_such_a_place_is_not(friends: World) -> None:
    guild = friends.bot.get_guild(friends.guild.id)
    assert guild is not None
    await welcome_server(friends.bot.desk, guild)
    assert friends.post_ids == []


@pytest.mark.parametrize("language", languages())
def test_pages_for_beginners_are_whole(language: str) -> None:
    words = words_of(language)
    welcome = welcome_page(words, FACES, Timeouts())
    rules = [rules_page(words, face, "aim", None, shared=False) for face in FACES.values()]
    for page in (welcome, *rules):
        assert of_page(page) == []
        assert not any(text.endswith("…") for text in texts_on(page))


def texts_on(page: Page) -> list[str]:
    return [part["content"] for part in walk_components(components(page)) if "content" in part]


def _buttons(message: Any, label: str) -> list[str]:
    """The ids of all buttons with a label."""
    named_parts = [part for part in parts(message) if part.get("label") == label]
    return [part["custom_id"] for part in named_parts]
