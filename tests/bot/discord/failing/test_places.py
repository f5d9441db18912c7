"""Channels, threads, posts, permissions and people vanish: the game pauses, and nothing is lost."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord
import pytest
import simcord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.match.game import Game
from bot.process.clock import DAY
from tests.bot.discord.kit.trouble import (
    EDIT,
    direct,
    legal_move,
    move_on,
    post_in,
    public,
    text_of,
)
from tests.bot.discord.kit.world import World, alts, labels

PAUSED = "The game is paused: the bot can no longer post in <#{}>. Nothing is lost."


async def move_of(world: World, game: Game) -> simcord.InteractionResult:
    """Play the next move, from a channel that exists."""
    player = await world.to_act()
    answer = await player.slash(
        world.channel, "castle move", now=True, move=await legal_move(world, game)
    )
    await world.deliver()
    return answer


def deny(world: World, **permissions: bool) -> None:
    """Take permissions in the channel away from the bot."""
    overwrite = Overwrite(
        world.env.backend.bot_user.id,
        OverwriteType.MEMBER,
        deny=discord.Permissions(**permissions).value,
    )
    world.env.backend.set_overwrite(world.channel.id, overwrite)


async def go_on(world: World, game: Game) -> Game:
    """Continue in another channel, with the next move."""
    other = world.guild.create_text_channel("elsewhere")
    offer = await world.anna.slash(other, "castle play")
    assert "this one of yours is paused" in text_of(offer)
    assert offer.response is not None
    answer = await world.anna.click(offer.response, label="Resume here")
    assert "The game continues here." in text_of(answer)
    await world.deliver()
    assert "Play" in labels(other.last_message)
    world.channel = other
    await move_of(world, game)
    return await world.table.games.get(game.id)


async def test_a_deleted_channel_pauses_the_game_and_tells_players(
    friends: World,
) -> None:
    game = await move_on(friends, await friends.start())
    await friends.ben.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    friends.env.backend.delete_channel(friends.channel.id)
    await friends.deliver()
    paused = await friends.table.games.get(game.id)
    assert (paused.pause, paused.ply) == ("place_gone", 2)
    for player in (friends.anna, friends.ben):
        assert PAUSED.format(friends.channel.id) in direct(player)[-1]
        assert "To resume it, use `/castle play`" in direct(player)[-1]
    assert direct(friends.carla) == []


async def test_a_game_whose_channel_was_deleted_goes_on_elsewhere(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    await friends.ben.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    friends.env.backend.delete_channel(friends.channel.id)
    await friends.deliver()
    after = await go_on(friends, game)
    assert (after.ply, after.pause, after.channel_id) == (3, None, friends.channel.id)
    assert alts(friends.last_post)


@pytest.mark.parametrize("permission", ["send_messages", "view_channel"])
async def test_a_lost_permission_pauses_the_game_until_it_moves(
    friends: World, permission: str
) -> None:
    game = await friends.start()
    deny(friends, **{permission: True})
    answer = await move_of(friends, game)
    assert "Played" in text_of(answer)
    assert (await friends.table.games.get(game.id)).pause == "place_forbidden"
    assert PAUSED.format(friends.channel.id) in direct(friends.ben)[-1]
    after = await go_on(friends, game)
    assert (after.ply, after.pause) == (2, None)


async def test_pictures_that_may_not_be_attached_pause_the_game(friends: World) -> None:
    game = await friends.start()
    friends.env.inject_error(*post_in(friends.channel), status=403, code=50013)
    await move_of(friends, game)
    assert (await friends.table.games.get(game.id)).pause == "place_forbidden"
    assert (await go_on(friends, game)).ply == 2


async def test_a_game_resumes_in_its_channel_when_permission_returns(
    friends: World,
) -> None:
    game = await friends.start()
    deny(friends, send_messages=True)
    await move_of(friends, game)
    posts = len(public(friends))
    friends.env.backend.delete_overwrite(friends.channel.id, friends.env.backend.bot_user.id)
    offer = await friends.ben.slash(friends.channel, "castle play")
    assert offer.response is not None
    await friends.ben.click(offer.response, label="Resume here")
    await friends.deliver()
    assert len(public(friends)) > posts
    assert "Play" in labels(friends.last_post)
    assert (await friends.table.games.get(game.id)).pause is None
    await move_of(friends, game)
    assert (await friends.table.games.get(game.id)).ply == 2


async def test_outsiders_learn_that_a_paused_game_is_waiting(friends: World) -> None:
    game = await friends.start()
    deny(friends, send_messages=True)
    board = friends.last_post
    await move_of(friends, game)
    for answer in (
        await friends.carla.slash(friends.channel, "castle play"),
        await friends.ben.click(board, label="Play"),
        await friends.ben.slash(friends.channel, "castle move", now=True, move="A1 r0"),
    ):
        assert "The game is paused: the bot may not post in its channel." in text_of(answer)


async def test_paused_games_do_not_move_into_a_busy_channel(friends: World) -> None:
    game = await friends.start()
    other = friends.guild.create_text_channel("elsewhere")
    friends.env.inject_error(*post_in(friends.channel), status=404, code=10003)
    await move_of(friends, game)
    offer = await friends.anna.slash(other, "castle play")
    await friends.ben.slash(other, "castle new", opponent=friends.carla)
    assert offer.response is not None
    answer = await friends.anna.click(offer.response, label="Resume here")
    assert (
        "This channel already has a game, or an open invitation to one. "
        "Use another channel, or wait until this one is free." in text_of(answer)
    )
    assert (await friends.table.games.get(game.id)).pause == "place_gone"


async def test_a_deleted_board_is_followed_by_the_next_one(friends: World) -> None:
    game = await friends.start()
    friends.env.backend.delete_message(friends.channel.id, friends.last_post.id)
    await move_of(friends, game)
    after = await friends.table.games.get(game.id)
    assert (after.ply, after.pause) == (1, None)
    assert "Play" in labels(friends.last_post)
    await move_of(friends, game)
    boards = [post for post in friends.channel.history() if "Play" in labels(post)]
    assert len(boards) == 1


async def test_players_continue_by_command_if_their_board_is_deleted(friends: World) -> None:
    await friends.start()
    friends.env.backend.delete_message(friends.channel.id, friends.last_post.id)
    answer = await friends.anna.slash(friends.channel, "castle play")
    assert alts(answer.response)


async def test_a_deleted_invitation_can_still_be_called_off(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    friends.env.backend.delete_message(friends.channel.id, friends.last_post.id)
    answer = await friends.anna.slash(friends.channel, "castle propose", what="stop")
    assert text_of(answer) == "The game has ended."
    assert await friends.table.games.open_in(friends.channel.id) is None


async def thread_game(world: World) -> tuple[Game, simcord.ChannelHandle]:
    """A game in a thread of the channel, with its first board posted."""
    parent = world.channel
    await world.anna.slash(parent, "castle new", opponent=world.ben, first="me", thread=True)
    await world.deliver()
    [thread] = parent.threads
    world.channel = thread
    await world.ben.click(world.last_post, label="Accept")
    await world.deliver()
    game = await world.table.games.open_in(thread.id)
    assert game is not None
    return game, parent


async def test_a_deleted_thread_pauses_the_game_until_it_moves(
    friends: World,
) -> None:
    game, parent = await thread_game(friends)
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    friends.env.backend.delete_channel(friends.channel.id)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause == "place_gone"
    offer = await friends.ben.slash(parent, "castle play")
    assert offer.response is not None
    await friends.ben.click(offer.response, label="Resume here")
    await friends.deliver()
    after = await friends.table.games.get(game.id)
    assert (after.channel_id, after.parent_id, after.ply) == (parent.id, None, 1)
    assert "Play" in labels(parent.last_message)


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (403, 160005), (400, 160005)])
async def test_a_locked_thread_pauses_the_game(friends: World, status: int, code: int) -> None:
    game, _ = await thread_game(friends)
    friends.env.inject_error(*post_in(friends.channel), status=status, code=code)
    await move_of(friends, game)
    assert (await friends.table.games.get(game.id)).pause == "place_forbidden"
    assert PAUSED.format(friends.channel.id) in direct(friends.ben)[-1]


async def test_the_end_is_posted_in_an_archived_thread(
    friends: World,
) -> None:
    game, _ = await thread_game(friends)
    friends.env.inject_error(*EDIT, status=400, code=50083)
    friends.clock.turn(60 * DAY)
    await friends.table.look_after(game.id)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).status == "abandoned"
    assert "Nobody has moved for a long time" in public(friends)[-1]
    assert "Rematch" in labels(friends.last_post)


async def test_a_bot_that_was_removed_and_comes_back_goes_on(friends: World) -> None:
    game = await friends.start()
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    with remove_bot(friends):
        await friends.deliver()
        paused = await friends.table.games.get(game.id)
        assert paused.pause is not None
        assert paused.ply == 1
    await friends.env.settle()
    offer = await friends.ben.slash(friends.channel, "castle play")
    assert offer.response is not None
    await friends.ben.click(offer.response, label="Resume here")
    await friends.deliver()
    assert "Play" in labels(friends.last_post)
    await move_of(friends, game)
    assert (await friends.table.games.get(game.id)).ply == 2


@contextmanager
def remove_bot(world: World) -> Iterator[None]:
    """Remove the bot from the server, and add it again afterwards."""
    backend = world.env.backend
    guild = backend.guilds[world.guild.id]
    channels = dict(backend.channels)
    messages = dict(backend.messages)
    backend.remove_guild(guild.id)
    yield
    backend.guilds[guild.id] = guild
    backend.channels.update(channels)
    backend.messages.update(messages)
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))


async def test_who_left_the_server_loses_to_a_claim(
    friends: World,
) -> None:
    game = await friends.start()
    friends.guild.remove_member(friends.anna)
    await friends.env.settle()
    friends.clock.turn(7 * DAY)
    page = await friends.ben.click(friends.last_post, label="Play")
    assert page.response is not None
    await friends.ben.click(page.response, label="Claim the win")
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).winners == (1,)
    assert "Ben wins" in public(friends)[-1]


async def test_who_left_the_server_is_ended_by_a_moderator(
    friends: World,
) -> None:
    game = await friends.start()
    dora = friends.new_moderator("Dora")
    friends.guild.remove_member(friends.anna)
    await friends.env.settle()
    answer = await dora.slash(friends.channel, "table-admin end")
    await friends.deliver()
    assert text_of(answer) == "The game has ended."
    assert (await friends.table.games.get(game.id)).status == "abandoned"
    assert "ended the game, without a winner." in public(friends)[-1]


async def test_who_left_the_server_does_not_stop_the_other(
    friends: World,
) -> None:
    game = await friends.start()
    await move_of(friends, game)
    friends.guild.remove_member(friends.anna)
    await friends.env.settle()
    await move_of(friends, game)
    after = await friends.table.games.get(game.id)
    assert (after.ply, after.pause) == (2, None)
    looks = ["Board", "Tiles left", "Log", "Since my last turn"]
    assert labels(friends.last_post) == ["Play", *looks, "Predict"]
