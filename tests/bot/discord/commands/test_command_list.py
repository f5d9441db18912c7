"""The commands as they are registered with Discord: all of them, within its limits, with their
words."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

import pytest
from discord import AppCommandType

from bot.discord.features.context import COMMANDS, NAMED_BY_EACH_GAME, callback_of
from bot.discord.features.registry import groups
from bot.games.face import AnyFace
from bot.locale import ENGLISH, languages, texts_of, words_of
from engine.games import GAMES
from tests.bot.discord.kit.limits import command_problems
from tests.bot.discord.kit.recording import world_on
from tests.bot.discord.kit.world import World

NAME = re.compile(r"[-_\w]{1,32}")
MOST = 25
LONGEST = 100
LONGEST_NAME = 32
MOST_ON_A_MENU = 5
LONGEST_COMMAND = 8000
LANGUAGES = languages()
ON_MENUS = {AppCommandType.user.value, AppCommandType.message.value}
COMPLETED = {
    ("new", "rules"),
    ("new", "options"),
    ("new", "time"),
    ("away", "from"),
    ("away", "until"),
    ("move", "move"),
    ("board", "overlay"),
    ("me", "quiet"),
    ("me", "calls"),
    ("me", "timezone"),
    ("settings", "timezone"),
    ("rules", "topic"),
    ("verify", "game"),
}


@pytest.fixture
def translated() -> bool:
    return True


@pytest.fixture(scope="module")
def registered(
    faces: Mapping[str, AnyFace], tmp_path_factory: pytest.TempPathFactory
) -> list[dict[str, Any]]:
    """Everything that the bot registered when it started."""

    async def start() -> list[dict[str, Any]]:
        async with world_on(tmp_path_factory.mktemp("started") / "bot.db", faces) as world:
            [synced] = [request for request in world.env.http_requests if request.method == "PUT"]
            assert isinstance(synced.json, list)
            return synced.json

    return asyncio.run(start())


@pytest.fixture(scope="module")
def slash_commands(registered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that are typed."""
    typed = AppCommandType.chat_input.value
    return [command for command in registered if command.get("type", typed) == typed]


def nodes(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Groups, commands and their options."""
    for node in commands:
        yield node
        yield from nodes(node.get("options") or [])


def test_every_group_has_room_for_its_commands(slash_commands: list[dict[str, Any]]) -> None:
    assert len(slash_commands) == len(GAMES) + 2
    for group in slash_commands:
        assert len(group["options"]) < MOST, "one more still fits"
    for node in nodes(slash_commands):
        assert len(node.get("options") or []) <= MOST
        assert len(node.get("choices") or []) <= MOST


def test_all_kinds_of_commands_are_within_discords_limits(
    registered: list[dict[str, Any]],
) -> None:
    assert list(command_problems(registered)) == []


def test_names_and_descriptions_are_short_enough(slash_commands: list[dict[str, Any]]) -> None:
    for node in nodes(slash_commands):
        assert NAME.fullmatch(node["name"])
        assert node["name"] == node["name"].lower()
        assert 0 < len(node["description"]) <= LONGEST
        for choice in node.get("choices") or []:
            assert 0 < len(choice["name"]) <= LONGEST
            assert len(str(choice["value"])) <= LONGEST
    for group in slash_commands:
        assert sum(map(len, _words(group))) <= LONGEST_COMMAND


def test_names_are_unique_among_their_siblings(slash_commands: list[dict[str, Any]]) -> None:
    for node in nodes(slash_commands):
        for language in ("", *LANGUAGES):
            names = [_name_in(option, language) for option in node.get("options") or []]
            assert len(set(names)) == len(names), (node["name"], language)


def test_names_in_other_languages_are_within_the_limits(
    slash_commands: list[dict[str, Any]],
) -> None:
    for node in nodes(slash_commands):
        for name in (node.get("name_localizations") or {}).values():
            assert NAME.fullmatch(name)
            assert name == name.lower()
        for description in (node.get("description_localizations") or {}).values():
            assert 0 < len(description) <= LONGEST
        for choice in node.get("choices") or []:
            for name in (choice.get("name_localizations") or {}).values():
                assert 0 < len(name) <= LONGEST


def test_commands_on_people_and_posts_fit_their_menus(registered: list[dict[str, Any]]) -> None:
    on_menus = [command for command in registered if command["type"] in ON_MENUS]
    assert len(on_menus) == len(COMMANDS["person"]) + len(COMMANDS["post"])
    for command in on_menus:
        names = {command["name"], *(command.get("name_localizations") or {}).values()}
        assert all(0 < len(name) <= LONGEST_NAME for name in names)
        assert not command["dm_permission"]
    for kind in ON_MENUS:
        assert len([command for command in on_menus if command["type"] == kind]) <= MOST_ON_A_MENU


def test_required_options_come_first(slash_commands: list[dict[str, Any]]) -> None:
    for node in nodes(slash_commands):
        needed = [option.get("required", False) for option in node.get("options") or []]
        assert needed == sorted(needed, reverse=True)


def test_nothing_is_proposed_that_was_not_chosen(slash_commands: list[dict[str, Any]]) -> None:
    """A proposal is posted for everybody, so nothing is proposed by default."""
    castle = next(group for group in slash_commands if group["name"] == "castle")
    propose = next(command for command in castle["options"] if command["name"] == "propose")
    [what] = propose["options"]
    assert what["required"]
    assert [choice["value"] for choice in what["choices"]] == ["end", "adjourn", "time", "stop"]


def test_options_that_are_offered_while_typing(slash_commands: list[dict[str, Any]]) -> None:
    completed = {
        (command["name"], option["name"])
        for group in slash_commands
        for command in group["options"]
        for option in command.get("options") or []
        if option.get("autocomplete")
    }
    assert completed == COMPLETED


def test_commands_are_guild_only_and_settings_are_for_moderators(
    slash_commands: list[dict[str, Any]],
) -> None:
    by_name = {group["name"]: group for group in slash_commands}
    assert not any(group["dm_permission"] for group in slash_commands)
    assert by_name["castle"].get("default_member_permissions") is None
    assert by_name["table"].get("default_member_permissions") is None
    manage_channels = 1 << 4
    assert int(by_name["table-admin"]["default_member_permissions"]) == manage_channels


async def test_who_is_no_moderator_does_not_see_the_settings(friends: World) -> None:
    assert "castle new" in friends.carla.available_commands(friends.channel)
    assert "table-admin settings" not in friends.carla.available_commands(friends.channel)


def test_commands_and_parameters_have_exactly_their_words() -> None:
    needed = {"commands.group.game.description"}
    for group in ("table", "league", "moderation"):
        needed |= {f"commands.group.{group}.name", f"commands.group.{group}.description"}
    in_menus = (*COMMANDS["person"], *COMMANDS["post"])
    in_groups = [
        *COMMANDS["game"],
        *COMMANDS["table"],
        *COMMANDS["league"],
        *COMMANDS["moderation"],
    ]
    for command in in_groups:
        called = command.__name__.rstrip("_")
        key = f"commands.{called}"
        common = called not in NAMED_BY_EACH_GAME
        needed |= {f"{key}.name", f"{key}.description"} if common else set()
        for parameter in list(signature(callback_of(command)).parameters)[1:]:
            option = f"{key}.options.{parameter}"
            needed |= {f"{option}.name", f"{option}.description"}
    needed |= {f"commands.on.{command.__name__}" for command in in_menus}
    assert needed == {key for key in texts_of(ENGLISH) if key.startswith("commands.")}


def test_a_game_more_is_a_group_more() -> None:
    assert [group.name for group in groups()] == [*GAMES, "table", "table-admin"]


def test_no_group_is_named_as_a_game() -> None:
    for language in LANGUAGES:
        names = [
            words_of(language)(f"commands.group.{group}.name") for group in ("table", "moderation")
        ]
        assert all(NAME.fullmatch(name) and name == name.lower() for name in names)
        assert len({*names, *GAMES}) == len(GAMES) + 2


def _name_in(node: Mapping[str, Any], language: str) -> str:
    """The name in a language, or in English if it has none."""
    name: str = (node.get("name_localizations") or {}).get(language, node["name"])
    return name


def _words(node: Mapping[str, Any]) -> Iterator[str]:
    yield node["name"]
    yield node["description"]
    for choice in node.get("choices") or []:
        yield choice["name"]
        yield str(choice["value"])
    for option in node.get("options") or []:
        yield from _words(option)
