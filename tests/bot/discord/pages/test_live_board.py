"""The live board in Discord: one post, edited after each move, pinned where the bot may."""

from typing import Any

import discord
import pytest
import simcord
from aiohttp import ServerDisconnectedError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.match.actions import Resume
from bot.match.game import Game
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import drop_request, move_on
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.kit import by, pauses_of

pytestmark = pytest.mark.sketched

LOOKS = ["Board", "Tiles left", "Log"]
PIN = ("PUT", "/channels/*/messages/pins/*")


def forbid_to_pin(friends: World) -> None:
    """The bot may pin everywhere else."""
    backend = friends.env.backend
    pins = discord.Permissions(manage_messages=True)
    denied = Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=pins.value)
    backend.set_overwrite(friends.channel.id, denied)


async def switch(mona: simcord.MemberActor, friends: World, live: str) -> str:
    answer = await mona.slash(friends.channel, "table-admin settings", live=live)
    await friends.deliver()
    return texts(answer.response)


def stored_posts(friends: World, channel: simcord.ChannelHandle | None = None) -> list[Any]:
    place = friends.channel if channel is None else channel
    return list(friends.env.backend.messages.get(place.id, {}).values())


def live_posts(friends: World) -> list[discord.Message]:
    """The posts that have the buttons of a live board."""
    return [post for post in friends.posts if labels(post) == LOOKS]


def pinned_ids(friends: World) -> list[int]:
    return [message.id for message in stored_posts(friends) if message.pinned]


async def start(mona: simcord.MemberActor, friends: World) -> Game:
    await switch(mona, friends, "on")
    return await friends.start()


async def test_a_moderator_switches_it_on_for_a_running_game(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.start()
    assert live_posts(friends) == []
    text = await switch(mona, friends, "on")
    assert "Live board for each game: **yes, and pinned where the bot may do that**" in text
    [live] = live_posts(friends)
    assert texts(live).startswith("**Anna – Ben**, after move 0\n**Anna** to play since <t:")
    assert [file.filename for file in live.attachments] == ["board.png"]


async def test_the_live_board_shows_moves_in_one_post_without_pings(
    mona: simcord.MemberActor, friends: World
) -> None:
    game = await start(mona, friends)
    [before] = live_posts(friends)
    game = await move_on(friends, game, 2)
    [after] = live_posts(friends)
    assert after.id == before.id
    assert "after move 2\n**Anna** to play" in texts(after)
    edits = [
        request.json
        for request in friends.env.http_requests
        if request.method == "PATCH" and request.path.endswith(f"/messages/{after.id}")
    ]
    assert len(edits) == 2
    assert beyond(friends.env.http_requests) == []


async def test_switched_off_it_is_taken_away(mona: simcord.MemberActor, friends: World) -> None:
    game = await start(mona, friends)
    await switch(mona, friends, "off")
    assert live_posts(friends) == []
    await move_on(friends, game)
    assert live_posts(friends) == []
    await switch(mona, friends, "on")
    assert len(live_posts(friends)) == 1


async def test_without_the_right_to_pin_it_is_there_unpinned(
    mona: simcord.MemberActor, friends: World
) -> None:
    forbid_to_pin(friends)
    game = await start(mona, friends)
    assert len(live_posts(friends)) == 1
    assert pinned_ids(friends) == []
    assert (await friends.table.games.get(game.id)).pause is None


async def test_it_is_pinned_until_the_end(mona: simcord.MemberActor, friends: World) -> None:
    await start(mona, friends)
    [live] = live_posts(friends)
    assert pinned_ids(friends) == [live.id]
    resign = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(resign), label="Yes, resign")
    await friends.deliver()
    assert pinned_ids(friends) == []
    assert texts(friends.post(live.id)) == "## Ben wins"
    assert labels(friends.post(live.id)) == LOOKS


async def test_a_game_played_to_its_end_leaves_the_final_scoring(
    mona: simcord.MemberActor, friends: World
) -> None:
    game = await start(mona, friends)
    [live] = live_posts(friends)
    *moves, final = eager_moves("0")
    for some in (moves, [final]):
        await friends.play_on(game, some)
        await friends.deliver()
    last = friends.post(live.id)
    assert texts(last).startswith("## ")
    assert [file.filename for file in last.attachments] == ["end.png"]


async def test_one_that_was_deleted_is_made_anew_at_the_next_move(
    mona: simcord.MemberActor, friends: World
) -> None:
    game = await start(mona, friends)
    [live] = live_posts(friends)
    friends.env.backend.delete_message(friends.channel.id, live.id)
    await move_on(friends, game)
    [anew] = live_posts(friends)
    assert anew.id != live.id
    await move_on(friends, game)
    assert [post.id for post in live_posts(friends)] == [anew.id]


@pytest.mark.parametrize("error", [ServerDisconnectedError, OSError])
async def test_a_pin_that_fails_leaves_one_post_that_goes_on(
    mona: simcord.MemberActor, friends: World, error: type[Exception]
) -> None:
    await switch(mona, friends, "on")
    with drop_request(PIN, error=error):
        game = await friends.start()
    await move_on(friends, game)
    [live] = live_posts(friends)
    assert "after move 1" in texts(live)
    assert pinned_ids(friends) == []


async def test_it_moves_along_to_another_channel(mona: simcord.MemberActor, friends: World) -> None:
    game = await start(mona, friends)
    old = friends.channel
    [live] = live_posts(friends)
    await pauses_of(friends.table).pause(game.id, old.id, "place_forbidden")
    friends.channel = friends.guild.create_text_channel("elsewhere")
    await switch(mona, friends, "on")
    who = by(101)
    resumed = type(who)(who.interaction_id, friends.anna.id, "Anna", frozenset({"start"}))
    await friends.table.act(resumed, game.id, Resume(friends.channel.id))
    await friends.deliver()
    assert len(live_posts(friends)) == 1
    assert live.id not in [message.id for message in stored_posts(friends, old)]


async def test_after_a_restart_it_is_the_same_post(
    mona: simcord.MemberActor, friends: World
) -> None:
    game = await start(mona, friends)
    [live] = live_posts(friends)
    await friends.restart()
    await move_on(friends, game)
    assert [post.id for post in live_posts(friends)] == [live.id]
    assert "after move 1" in texts(friends.post(live.id))


@pytest.mark.parametrize("label", LOOKS)
async def test_its_buttons_show_something_to_anybody(
    mona: simcord.MemberActor, friends: World, label: str
) -> None:
    await start(mona, friends)
    [live] = live_posts(friends)
    answer = await friends.carla.click(live, label=label)
    assert answer.ephemeral
    assert texts(answer_of(answer)) or answer_of(answer).attachments


async def test_it_shows_what_everybody_may_see(mona: simcord.MemberActor, friends: World) -> None:
    game = await start(mona, friends)
    await move_on(friends, game, 3)
    view = (await friends.table.games.position(game.id, None)).view
    [live] = live_posts(friends)
    text = " ".join([texts(live), *(file.description or "" for file in live.attachments)])
    assert not any(tile in text.split() for tile in view.unseen)
