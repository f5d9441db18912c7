"""Keeping games: lists, records to download and to view, the proof of the shuffle."""

import json
from typing import Any

import pytest
import simcord

from bot.discord.features.looks import LARGEST_RECORD
from bot.match.actions import Actor, NewGame
from bot.process.clock import SECOND
from engine.games import GAMES
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves, random_moves
from tests.bot.discord.kit.remembered import hide, move_to
from tests.bot.discord.kit.seen import answer_of, read
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import SEED, World, texts
from tests.engine.records.test_frozen_records import TEXTS

pytestmark = pytest.mark.sketched

RULES = GAMES["castle"]
BIG_GAME = TEXTS["carcassonne-2-big"]
GAME = "(*Carcassonne: The Castle*)"


async def ask(
    person: simcord.MemberActor, friends: World, command: str, **options: Any
) -> simcord.ResponseMessage:
    return answer_of(await person.slash(friends.channel, in_group(command), **options))


async def resign(friends: World) -> None:
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")


async def record(friends: World) -> str:
    answer = await ask(friends.carla, friends, "export")
    [file] = answer.message.attachments
    return (await file.read()).decode()


async def test_without_games_the_lists_say_so(friends: World) -> None:
    mine = await ask(friends.anna, friends, "games")
    assert mine.ephemeral
    assert texts(mine) == "**Your games here**\nNone at the moment."
    server = await ask(friends.anna, friends, "games", server=True)
    assert texts(server) == "**Games in this server**\nNone at the moment."


async def test_my_games_are_listed_with_where_i_am_waited_for(friends: World) -> None:
    await friends.start()
    place = friends.channel
    friends.channel = friends.guild.create_text_channel("second")
    friends.clock.turn(SECOND)
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    anna = texts(await ask(friends.anna, friends, "games"))
    ben = texts(await ask(friends.ben, friends, "games"))
    assert anna.split("\n") == [
        "**Your games here**",
        f"- **→** Anna – Ben in {place.mention} {GAME}: Anna to play",
        f"- Anna – open seat in {friends.channel.mention} {GAME}: waiting for players",
    ]
    assert ben.split("\n")[1:] == [f"- Anna – Ben in {place.mention} {GAME}: Anna to play"]
    assert "None" in texts(await ask(friends.carla, friends, "games"))


async def test_the_games_of_the_server_are_for_everybody(friends: World) -> None:
    await friends.start()
    answer = await ask(friends.carla, friends, "games", server=True)
    assert texts(answer) == (
        f"**Games in this server**\n- Anna – Ben in {friends.channel.mention} {GAME}: Anna to play"
    )


async def test_the_server_list_omits_games_in_hidden_channels(friends: World) -> None:
    game = await friends.start()
    await move_to(friends, game, hide(friends).id)
    answer = await ask(friends.carla, friends, "games", server=True)
    assert texts(answer) == "**Games in this server**\nNone at the moment."
    answer = await ask(friends.ben, friends, "games", server=True)
    assert "Anna – Ben" in texts(answer)


async def test_hidden_games_do_not_use_up_places_in_the_server_list(friends: World) -> None:
    game = await friends.start()
    for number in range(120):
        friends.clock.turn(1)
        asked_for = NewGame("castle", friends.guild.id, 10_000 + number)
        host = Actor(f"open {number}", 10_000 + number, "Host", frozenset({"start"}))
        await friends.table.open(host, asked_for)
    assert (await friends.table.games.open_in_server(friends.guild.id))[-1] != game
    answer = await ask(friends.carla, friends, "games", server=True)
    assert texts(answer).count("\n") == 1
    assert "Anna – Ben" in texts(answer)


async def test_a_long_list_of_games_still_fits(friends: World) -> None:
    for number in range(30):
        channel = friends.guild.create_text_channel(f"table-{number}")
        host = (friends.ben, friends.carla)[number % 2]
        await host.slash(channel, "castle new", opponent=friends.anna)
    answer = await ask(friends.anna, friends, "games")
    assert texts(answer).count("\n") == 25
    assert beyond(friends.env.http_requests) == []


async def test_exported_records_of_finished_games_can_be_replayed(friends: World) -> None:
    game = await friends.start()
    moves = eager_moves("0")
    await friends.play_on(game, moves)
    answer = await ask(friends.carla, friends, "export")
    assert answer.ephemeral
    assert read(answer).files == (f"castle-{game.id}.json",)
    text = await record(friends)
    recorded = RULES.records.read_record(text)
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
    answer = await ask(friends.carla, friends, "export", share=True)
    assert not answer.ephemeral
    assert friends.post_ids[-1] == answer.id


async def test_a_record_is_looked_at_by_anybody(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0"))
    text = await record(friends)
    friends.channel = friends.guild.create_text_channel("elsewhere")
    file = ("game.json", text.encode())
    answer = await ask(friends.carla, friends, "replay", record=file)
    assert answer.ephemeral
    assert texts(answer) == "A game of 61 moves."
    assert read(answer).files == ("final.png", "replay.gif")
    assert beyond(friends.env.http_requests) == []


async def test_a_record_with_expansions_is_looked_at(friends: World) -> None:
    file = ("game.json", BIG_GAME.encode())
    answer = answer_of(
        await friends.carla.slash(friends.channel, "carcassonne replay", record=file)
    )
    assert texts(answer) == "A game of 101 moves."
    assert read(answer).files == ("final.png", "replay.gif")
    assert beyond(friends.env.http_requests) == []


@pytest.mark.parametrize("format_named", ["carcassonne-record/1", "carcassonne-record/3"])
async def test_a_record_in_the_wrong_format_is_refused(friends: World, format_named: str) -> None:
    record = json.loads(BIG_GAME)
    file = ("game.json", json.dumps({**record, "format": format_named}).encode())
    answer = answer_of(
        await friends.carla.slash(friends.channel, "carcassonne replay", record=file)
    )
    assert "format" in texts(answer)
    assert read(answer).files == ()


async def test_replays_of_stopped_games_end_where_they_stopped(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:3])
    await resign(friends)
    file = ("game.json", (await record(friends)).encode())
    answer = await ask(friends.carla, friends, "replay", record=file, share=True)
    assert not answer.ephemeral
    assert texts(answer) == "A game of 3 moves."
    assert read(answer).files == ("board.png", "replay.gif")


async def test_a_record_that_is_none_is_refused(friends: World) -> None:
    for data, refusal in (
        (b"hello", "This record cannot be read."),
        (b"{}", "This record cannot be read."),
        (b"\xff\xfe", "This is not a text file."),
        (b"x" * (LARGEST_RECORD + 1), "The file is too large: a record has at most 100 KB."),
    ):
        answer = await ask(friends.carla, friends, "replay", record=("x", data))
        assert texts(answer).startswith(refusal)


async def test_the_seal_is_told_while_a_game_runs(friends: World) -> None:
    game = await friends.start()
    answer = await ask(friends.carla, friends, "verify")
    assert answer.ephemeral
    assert f"`{game.commitment}`" in texts(answer)
    assert SEED not in texts(answer)


async def test_the_seal_is_proved_when_the_game_is_over(friends: World) -> None:
    game = await friends.start()
    await resign(friends)
    text = texts(await ask(friends.carla, friends, "verify"))
    assert text.startswith(f"The seal holds: the seed\n`{SEED}`")
    assert f"`{game.commitment}`" in text


async def test_earlier_games_can_be_verified_by_number(friends: World) -> None:
    """The points of a game give its number, as another game may run in its channel by then."""
    first = await friends.start()
    await resign(friends)
    await friends.deliver()
    points = answer_of(await friends.anna.click(friends.last_post, label="Points"))
    assert f"`/castle verify game:{first.id}`" in texts(points)
    second = await friends.start()
    text = texts(await ask(friends.carla, friends, "verify", game=str(first.id)))
    assert text.startswith("The seal holds")
    assert f"`{first.commitment}`" in text
    assert f"`{second.commitment}`" in texts(await ask(friends.carla, friends, "verify"))
    offered = await friends.anna.autocomplete(friends.channel, "castle verify", "game", "Ben")
    assert [choice["value"] for choice in offered] == [str(first.id)]


async def test_a_number_of_no_game_is_refused(friends: World) -> None:
    for number in ["99", "no number", "9" * 30, ""]:
        answer = texts(await ask(friends.carla, friends, "verify", game=number))
        assert answer.startswith("There is no such game that you can see.")


async def test_games_hidden_from_a_user_cannot_be_verified_by_them(friends: World) -> None:
    game = await friends.start()
    await resign(friends)
    await move_to(friends, game, hide(friends).id)
    answer = texts(await ask(friends.carla, friends, "verify", game=str(game.id)))
    assert answer.startswith("There is no such game that you can see.")
