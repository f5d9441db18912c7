"""Keeping: lists of games, records to take away and to look at, the proof of the shuffle."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import simcord

from bot.clock import SECOND
from bot.commands.looking import LARGEST_RECORD
from bot.studio import Studio
from engine.game import GAMES
from tests.bot.simulated.limits import beyond
from tests.bot.simulated.moves import eager_moves, random_moves
from tests.bot.simulated.remembered import hide, move_to
from tests.bot.simulated.seen import answered, seen
from tests.bot.simulated.sketching import Sketchbook
from tests.bot.simulated.world import SEED, World, texts

RULES = GAMES["castle"]


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Sketchbook()
    yield studio
    studio.close()


async def asked(
    person: simcord.MemberActor, friends: World, command: str, **options: Any
) -> simcord.ResponseMessage:
    return answered(await person.slash(friends.channel, f"castle {command}", **options))


async def resigned(friends: World) -> None:
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answered(sure), label="Yes, resign")


async def record(friends: World) -> str:
    shown = await asked(friends.carla, friends, "export")
    [file] = shown.message.attachments
    return (await file.read()).decode()


async def test_without_games_the_lists_say_so(friends: World) -> None:
    mine = await asked(friends.anna, friends, "games")
    assert mine.ephemeral
    assert texts(mine) == "**Your games here**\nNone at the moment."
    server = await asked(friends.anna, friends, "games", server=True)
    assert texts(server) == "**Games in this server**\nNone at the moment."


async def test_my_games_are_listed_with_where_i_am_waited_for(friends: World) -> None:
    await friends.start()
    place, friends.channel = friends.channel, friends.guild.create_text_channel("second")
    friends.clock.turn(SECOND)
    await friends.anna.slash(friends.channel, "castle new")
    anna = texts(await asked(friends.anna, friends, "games"))
    ben = texts(await asked(friends.ben, friends, "games"))
    assert anna.split("\n") == [
        "**Your games here**",
        f"- **→** Anna – Ben in {place.mention}: Anna to play",
        f"- Anna – open seat in {friends.channel.mention}: waiting for players",
    ]
    assert ben.split("\n")[1:] == [f"- Anna – Ben in {place.mention}: Anna to play"]
    assert "None" in texts(await asked(friends.carla, friends, "games"))


async def test_the_games_of_the_server_are_for_everybody(friends: World) -> None:
    await friends.start()
    shown = await asked(friends.carla, friends, "games", server=True)
    assert texts(shown) == (
        f"**Games in this server**\n- Anna – Ben in {friends.channel.mention}: Anna to play"
    )


async def test_a_game_in_a_channel_that_cannot_be_seen_is_not_among_them(friends: World) -> None:
    game = await friends.start()
    await move_to(friends, game, hide(friends).id)
    shown = await asked(friends.carla, friends, "games", server=True)
    assert texts(shown) == "**Games in this server**\nNone at the moment."
    shown = await asked(friends.ben, friends, "games", server=True)
    assert "Anna – Ben" in texts(shown)


async def test_a_long_list_of_games_still_fits(friends: World) -> None:
    for number in range(30):
        channel = friends.guild.create_text_channel(f"table-{number}")
        await friends.anna.slash(channel, "castle new")
    shown = await asked(friends.anna, friends, "games")
    assert texts(shown).count("\n") == 25
    assert beyond(friends.env.http_requests) == []


async def test_the_record_of_a_game_that_is_over_can_be_played_through(friends: World) -> None:
    game = await friends.start()
    moves = eager_moves("0")
    await friends.play_on(game, moves)
    shown = await asked(friends.carla, friends, "export")
    assert shown.ephemeral
    assert seen(shown).files == (f"castle-{game.id}.json",)
    text = await record(friends)
    recorded = RULES.read_record(text)
    assert tuple(recorded.moves) == moves
    assert recorded.players == ("Anna", "Ben")
    assert recorded.seed == SEED


async def test_the_record_of_a_running_game_keeps_its_seed(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:4])
    text = await record(friends)
    assert SEED not in text
    assert len(json.loads(text)["turns"]) == 4


async def test_a_record_can_be_shared(friends: World) -> None:
    await friends.start()
    shown = await asked(friends.carla, friends, "export", share=True)
    assert not shown.ephemeral
    assert friends.post_ids[-1] == shown.id


async def test_a_record_is_looked_at_by_anybody(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0"))
    text = await record(friends)
    friends.channel = friends.guild.create_text_channel("elsewhere")
    file = ("game.json", text.encode())
    shown = await asked(friends.carla, friends, "replay", record=file)
    assert shown.ephemeral
    assert texts(shown) == "A game of 61 moves."
    assert seen(shown).files == ("final.png", "replay.gif")
    assert beyond(friends.env.http_requests) == []


async def test_a_game_that_ended_early_is_looked_at_as_it_was_left(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:3])
    await resigned(friends)
    file = ("game.json", (await record(friends)).encode())
    shown = await asked(friends.carla, friends, "replay", record=file, share=True)
    assert not shown.ephemeral
    assert texts(shown) == "A game of 3 moves."
    assert seen(shown).files == ("board.png", "replay.gif")


async def test_a_record_that_is_none_is_refused(friends: World) -> None:
    for data, told in (
        (b"hello", "This record cannot be read."),
        (b"{}", "This record cannot be read."),
        (b"\xff\xfe", "The file is no text."),
        (b"x" * (LARGEST_RECORD + 1), "The file is too large: a record has at most 100 KB."),
    ):
        shown = await asked(friends.carla, friends, "replay", record=("x", data))
        assert texts(shown).startswith(told)


async def test_the_seal_is_told_while_a_game_runs(friends: World) -> None:
    game = await friends.start()
    shown = await asked(friends.carla, friends, "verify")
    assert shown.ephemeral
    assert f"`{game.commitment}`" in texts(shown)
    assert SEED not in texts(shown)


async def test_the_seal_is_proved_when_the_game_is_over(friends: World) -> None:
    game = await friends.start()
    await resigned(friends)
    text = texts(await asked(friends.carla, friends, "verify"))
    assert text.startswith(f"The seal holds: the seed\n`{SEED}`")
    assert f"`{game.commitment}`" in text
