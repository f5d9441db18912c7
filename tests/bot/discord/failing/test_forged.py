"""Ids, choices and options that nobody was offered: each is refused with a sentence, and changes
nothing that its sender could not change otherwise."""

from functools import partial
from itertools import product
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.features.context import COMMANDS, VERBS
from bot.discord.features.typed_moves import TypedMoves
from bot.discord.pages.page import LONGEST_ID, LONGEST_OPTION
from bot.match.actions import Actor, NewGame, Resign
from bot.match.game import Game, Status
from bot.match.requests import GameRequest
from bot.process.allowance import Allowance
from engine.games import GAMES
from tests.bot.discord.kit.forging import command, press, type_into
from tests.bot.discord.kit.remembered import hide
from tests.bot.discord.kit.trouble import INCIDENT, TRACE
from tests.bot.discord.kit.world import MODERATOR, World

UNKNOWN_GAME = "This game no longer exists."
OLD_COMMAND = "This command has changed."
NO_OPPONENT = "You cannot play against yourself or against another bot."
EVERYBODY = discord.Permissions(
    view_channel=True, send_messages=True, use_application_commands=True
)
NAMES_OF_VERBS = sorted(VERBS)
HOSTILE = (
    "",
    "0",
    "-1",
    "9" * 18,
    "x",
    "castle",
    "castle.0.-.99",
    "a.b.c.d",
    "end.0",
    "²",
    "0x",
    ".",
)


# How the rest of an id begins, and what follows as often as there is room. Some of it stands in
# the id of what is opened next, which is longer still.
LENGTHENED = (
    ("", "x"),
    ("board.", "x"),
    ("castle.", "x"),
    ("0.", "0"),
    ("request=", "1"),
    ("castle~", "1"),
    ("1~", "x"),
    ("castle.0.-.00000000.c", "2"),
)


def is_friendly(said: str) -> bool:
    return bool(said) and not INCIDENT.search(said) and not TRACE.search(said)


async def hidden_lobby(world: World) -> Game:
    """Ben's open invitation, in a channel that nobody can see."""
    asked = NewGame("castle", world.guild.id, hide(world).id)
    opener = Actor("open", world.ben.id, "Ben", frozenset({"start"}))
    return await world.table.games.get((await world.table.open(opener, asked)).game_id)


async def test_moderator_commands_check_the_permission_themselves(friends: World) -> None:
    game = await friends.start()
    before = await friends.table.channels.settings(friends.channel.id)
    needed: dict[str, dict[str, Any]] = {
        "settings": {"start": "moderators"},
        "seat": {"player": friends.ben, "to": friends.carla},
    }
    for name in (callback.__name__ for callback in COMMANDS["moderation"]):
        options = needed.get(name, {})
        said = await command(friends, friends.carla, f"table-admin {name}", **options)
        assert "Ask a moderator" in said, name
    assert await friends.table.channels.settings(friends.channel.id) == before
    assert await friends.table.games.get(game.id) == game


async def test_no_button_leads_into_a_hidden_channel(
    friends: World,
) -> None:
    lobby = await hidden_lobby(friends)
    for verb in NAMES_OF_VERBS:
        said = await press(friends, friends.carla, f"{verb}:{lobby.id}:0:0:{lobby.id}")
        assert UNKNOWN_GAME in said, verb
    assert await friends.table.games.get(lobby.id) == lobby


async def test_whatever_an_id_says_it_is_answered_in_a_sentence(friends: World) -> None:
    await friends.offer_threads()
    game = await friends.start()
    for verb, number in product(NAMES_OF_VERBS, (game.id, 0, 10**18 - 1)):
        for rest in HOSTILE if number == game.id else HOSTILE[:2]:
            friends.equip(allowance=Allowance())
            said = await press(friends, friends.carla, f"{verb}:{number}:0:0:{rest}")
            assert is_friendly(said), (verb, number, rest, said)
    assert await friends.table.games.get(game.id) == game
    assert friends.channel.threads == []


@pytest.mark.parametrize("length", range(LONGEST_ID - 5, LONGEST_ID + 1))
async def test_however_long_an_id_is_it_is_answered_in_a_sentence(
    friends: World, length: int
) -> None:
    game = await friends.start()
    rests = LENGTHENED if length == LONGEST_ID else LENGTHENED[:3]
    for verb, (beginning, more) in product(NAMES_OF_VERBS, rests):
        friends.equip(allowance=Allowance())
        pressed = f"{verb}:{game.id}:0:0:{beginning}".ljust(length, more)
        said = await press(friends, friends.carla, pressed)
        assert is_friendly(said), (pressed, said)
    assert await friends.table.games.get(game.id) == game


async def test_what_is_chosen_can_be_as_long_as_an_id(friends: World) -> None:
    game = await friends.start()
    for verb, (beginning, more) in product(NAMES_OF_VERBS, LENGTHENED):
        friends.equip(allowance=Allowance())
        chosen = beginning.ljust(LONGEST_OPTION, more)
        said = await press(friends, friends.carla, f"={verb}:{game.id}:0:0:", values=(chosen,))
        assert is_friendly(said), (verb, chosen, said)
    assert await friends.table.games.get(game.id) == game


async def test_rights_to_a_game_come_from_its_own_channel(friends: World) -> None:
    """Not in the channel in which a button is pressed."""
    friends.env.backend.edit_role(
        friends.guild.id, friends.guild.id, {"permissions": EVERYBODY.value}
    )
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert lobby is not None
    other = friends.guild.create_text_channel("other")
    await friends.table.channels.set(friends.guild.id, other.id, {"cancel": "everyone"})
    allow = Overwrite(friends.carla.id, OverwriteType.MEMBER, allow=MODERATOR.value)
    friends.env.backend.set_overwrite(other.id, allow)
    await friends.env.settle()
    said = await press(friends, friends.carla, f"cancel:{lobby.id}:0:0:", place=other)
    assert "can cancel it." in said
    assert await friends.table.games.get(lobby.id) == lobby
    allow = Overwrite(friends.carla.id, OverwriteType.MEMBER, allow=MODERATOR.value)
    friends.env.backend.set_overwrite(friends.channel.id, allow)
    await friends.env.settle()
    await press(friends, friends.carla, f"cancel:{lobby.id}:0:0:", place=other)
    assert (await friends.table.games.get(lobby.id)).status is Status.CANCELLED


async def thread(friends: World, asked: NewGame, person: simcord.MemberActor | None = None) -> str:
    """The id of the button that opens a thread for what Carla, or this person, asks for."""
    user_id = (person or friends.carla).id
    revision = await friends.table.requests.keep(user_id, GameRequest(asked))
    return f"thread:0:0:0:request={revision}"


async def test_a_thread_is_opened_against_another_person_only(friends: World) -> None:
    robot = friends.new_bot()
    await friends.start()
    for opponent in (robot.id, friends.carla.id):
        asked = NewGame("castle", 0, 0, opponents=((opponent, ""),))
        assert NO_OPPONENT in await press(friends, friends.carla, await thread(friends, asked))
    assert friends.channel.threads == []


async def test_no_thread_is_created_for_a_game_the_table_would_refuse(friends: World) -> None:
    await friends.start()
    for first in (7, -3):
        asked = await thread(friends, NewGame("castle", 0, 0, first=first))
        assert is_friendly(await press(friends, friends.carla, asked))
    assert friends.channel.threads == []


async def test_a_request_is_opened_by_its_person_alone(friends: World) -> None:
    await friends.start()
    asked = await thread(friends, NewGame("castle", 0, 0))
    for verb in ("thread", "opennow", "setup", "setmore"):
        custom_id = asked.replace("thread", verb)
        said = await press(friends, friends.anna, custom_id)
        assert "This page has moved on" in said
    assert friends.channel.threads == []


@pytest.mark.parametrize("verb", ["rematch", "rethread", "thread"])
async def test_no_game_is_opened_in_direct_messages(friends: World, verb: str) -> None:
    game = await friends.start()
    resign = Actor("resign", friends.anna.id, "Anna")
    await friends.table.act(resign, game.id, Resign())
    direct = friends.anna.user.dm_channel
    custom_id = f"{verb}:{game.id}:0:0:"
    if verb == "thread":
        custom_id = await thread(friends, NewGame("castle", 0, 0), friends.anna)
    said = await press(friends, friends.anna, custom_id, place=direct)
    assert is_friendly(said)
    assert await friends.table.games.open_of(friends.anna.id, None) == ()


async def test_an_empty_selection_is_refused_in_a_sentence(friends: World) -> None:
    game = await friends.start()
    for verb in NAMES_OF_VERBS:
        said = await press(friends, friends.anna, f"={verb}:{game.id}:0:0:", values=())
        assert "Nothing was chosen." in said, verb
    assert await friends.table.games.get(game.id) == game


async def test_a_text_longer_than_declared_is_refused(
    friends: World,
) -> None:
    game = await friends.start()
    walked = 0
    for group in friends.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        assert isinstance(group, app_commands.Group)
        for subcommand in group.walk_commands():
            if isinstance(subcommand, app_commands.Group):
                continue
            for option in subcommand.parameters:
                if option.type is discord.AppCommandOptionType.string and not option.choices:
                    most = option.max_value
                    assert most is not None, (subcommand.qualified_name, option.display_name)
                    options: dict[str, Any] = {option.display_name: "T" * (int(most) + 1)}
                    said = await command(
                        friends, friends.anna, subcommand.qualified_name, **options
                    )
                    assert f"That is too long: at most {most} characters" in said
                    walked += 1
    assert walked > 15
    assert await friends.table.games.get(game.id) == game


async def test_nothing_is_offered_for_a_text_that_is_too_long(friends: World) -> None:
    await friends.start()
    longest = int(GAMES["castle"].longest_move)
    asked = partial(type_into, friends, friends.anna, "castle move", "move")
    for typed in ("T" * (longest + 1), "T " * 3000):
        before = len(friends.env.http_requests)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TypedMoves, "completions", None)
            await asked(typed)
        [answer] = friends.env.http_requests[before:]
        assert answer.json is not None
        assert answer.json["data"]["choices"] == []


async def test_what_no_command_offers_is_refused_in_a_sentence(friends: World) -> None:
    await friends.start()
    walked = 0
    for group in friends.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        assert isinstance(group, app_commands.Group)
        for subcommand in group.walk_commands():
            if isinstance(subcommand, app_commands.Group):
                continue
            for option in subcommand.parameters:
                if option.choices:
                    options: dict[str, Any] = {option.display_name: "surprise"}
                    said = await command(
                        friends, friends.anna, subcommand.qualified_name, **options
                    )
                    assert OLD_COMMAND in said, (subcommand.qualified_name, option.display_name)
                    walked += 1
    assert walked > 10
