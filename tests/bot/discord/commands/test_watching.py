"""Watching a game: receiving direct messages about it, as many as one likes."""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.match.permissions import MOST_WATCHERS
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import random_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import direct, refusal
from tests.bot.discord.kit.world import World, texts


async def watch(friends: World, person: simcord.MemberActor, **options: str) -> str:
    answer = await person.slash(friends.channel, "castle watch", **options)
    assert answer.ephemeral
    return texts(answer.response)


async def move(friends: World, number: int) -> None:
    player = await friends.to_act()
    move = random_moves(1)[number]
    await player.slash(friends.channel, "castle move", now=True, move=move)
    await friends.deliver()


async def give_up(friends: World, person: simcord.MemberActor) -> None:
    sure = await person.slash(friends.channel, "castle resign")
    await person.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()


async def test_a_spectator_is_told_of_each_turn(friends: World) -> None:
    await friends.start()
    assert await watch(friends, friends.carla) == "You will get a direct message at each turn."
    await move(friends, 0)
    await move(friends, 1)
    place = friends.channel.mention
    about = f"**Anna – Ben** in {place} (*Carcassonne: The Castle*)"
    for name, text in zip(("Anna", "Ben"), direct(friends.carla), strict=True):
        assert text.startswith(f"{about}\n**{name}** laid a tile on ")
    assert beyond(friends.env.http_requests) == []


async def test_who_can_no_longer_see_the_channel_is_told_nothing(friends: World) -> None:
    await friends.start()
    await watch(friends, friends.carla)
    await move(friends, 0)
    deny = Overwrite(
        friends.carla.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value
    )
    friends.env.backend.set_overwrite(friends.channel.id, deny)
    await friends.env.settle()
    await move(friends, 1)
    await give_up(friends, friends.ben)
    assert len(direct(friends.carla)) == 1


async def test_who_has_left_the_server_is_told_nothing(friends: World) -> None:
    await friends.start()
    await watch(friends, friends.carla)
    friends.guild.remove_member(friends.carla)
    await move(friends, 0)
    assert direct(friends.carla) == []


async def test_a_spectator_is_told_of_the_end_alone(friends: World) -> None:
    await friends.start()
    assert "when the game is over" in await watch(friends, friends.carla, what="end")
    await move(friends, 0)
    assert direct(friends.carla) == []
    await give_up(friends, friends.ben)
    assert [text.split("\n")[1] for text in direct(friends.carla)] == ["**Ben** resigns."]


async def test_who_watches_each_turn_is_told_of_the_end_too(friends: World) -> None:
    await friends.start()
    await watch(friends, friends.carla, what="turns")
    await give_up(friends, friends.ben)
    assert "**Ben** resigns." in direct(friends.carla)[-1]


async def test_watching_can_be_given_up(friends: World) -> None:
    await friends.start()
    await watch(friends, friends.carla)
    assert await watch(friends, friends.carla, what="off") == (
        "You will get no more messages about this game."
    )
    await move(friends, 0)
    await give_up(friends, friends.ben)
    assert direct(friends.carla) == []


async def test_a_watching_player_is_not_told_things_twice(
    friends: World,
) -> None:
    await friends.start()
    for player in (friends.anna, friends.ben):
        await watch(friends, player)
    await move(friends, 0)
    await move(friends, 1)
    assert direct(friends.anna) == direct(friends.ben) == []


@pytest.mark.parametrize("what", ["turns", "end"])
async def test_nobody_else_is_told(friends: World, what: str) -> None:
    dora = friends.new_person("Dora")
    await friends.start()
    await watch(friends, friends.carla, what=what)
    await move(friends, 0)
    assert direct(dora) == []


async def test_a_game_that_is_over_is_no_longer_watched(friends: World) -> None:
    await friends.start()
    await give_up(friends, friends.ben)
    over = refusal("wrong_status", status="over, by resignation")
    assert await watch(friends, friends.carla) == over


async def test_there_is_room_for_a_limited_number_of_watchers(friends: World) -> None:
    game = await friends.start()
    for number in range(MOST_WATCHERS):
        await friends.table.watch(game.id, 1000 + number, "turns")
    full = refusal("too_many_watchers", most=MOST_WATCHERS)
    assert await watch(friends, friends.carla) == full
