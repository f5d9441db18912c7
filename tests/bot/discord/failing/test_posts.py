"""What Discord answers to a post decides what happens to it: only the codes for a lost place pause
a game, a post that is rejected is sent again without its picture, and none is sent twice."""

import asyncio

import discord
import pytest

from bot.discord.channel_poster import BarePosts
from bot.match.game import Game
from bot.process.clock import SECOND
from bot.process.worker_processes import WorkerEnded
from bot.table.delivery import NONCES_KNOWN
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import EDIT, direct, legal_move, post_in, public
from tests.bot.discord.kit.world import World, alts, labels, texts

MINUTE = 60 * SECOND


async def move(world: World) -> None:
    game = await world.table.games.open_in(world.channel.id)
    assert game is not None
    player = await world.to_act()
    await player.slash(world.channel, "castle move", now=True, move=await legal_move(world, game))


@pytest.mark.parametrize("code", [10003, 10004, 50001, 50013, 50083, 160005])
async def test_a_code_of_discord_for_a_lost_place_pauses_the_game(
    friends: World, code: int
) -> None:
    game = await friends.start()
    await move(friends)
    status = 404 if code < 50000 else 403
    if code in (50083, 160005):
        status = 400
    friends.env.inject_error(*post_in(friends.channel), status=status, code=code)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause is not None


@pytest.mark.parametrize("status", [403, 404])
async def test_a_refusal_without_a_code_is_tried_again_later(friends: World, status: int) -> None:
    game = await friends.start()
    posts = len(public(friends))
    await move(friends)
    friends.env.inject_error(*post_in(friends.channel), status=status, code=0)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause is None
    friends.clock.turn(MINUTE)
    await friends.deliver()
    assert len(public(friends)) == posts + 1


async def elsewhere(world: World) -> Game:
    """A second game of the same people, in a channel that accepts posts."""
    usual_channel = world.channel
    world.channel = world.guild.create_text_channel("elsewhere")
    game = await world.start()
    world.channel = usual_channel
    return game


async def pass_time(world: World, minutes: int, accepted: Game) -> None:
    """Every ten minutes a refused post is tried again, and then somebody moves in the other
    game."""
    for _ in range(minutes // 10):
        world.clock.turn(10 * MINUTE)
        await world.deliver()
        now = await world.table.games.get(accepted.id)
        assert now.to_act is not None
        choices = await legal_choices(world.table, now.id, now.seats[now.to_act].user_id or 0)
        await world.play_on(now, [choices[0].text])
        await world.deliver()


@pytest.mark.parametrize(("status", "code"), [(403, 0), (403, 50009), (403, 40001), (404, 0)])
async def test_a_place_that_refuses_for_an_hour_pauses_its_game(
    friends: World, status: int, code: int
) -> None:
    game = await friends.start()
    other = await elsewhere(friends)
    posts = len(public(friends))
    await move(friends)
    friends.env.inject_error(*post_in(friends.channel), status=status, code=code, times=None)
    await friends.deliver()
    await pass_time(friends, 50, other)
    assert (await friends.table.games.get(game.id)).pause is None
    await pass_time(friends, 20, other)
    assert (await friends.table.games.get(game.id)).pause == "place_forbidden"
    for player in (friends.anna, friends.ben):
        assert "The game is paused" in direct(player)[-1]
    assert len(public(friends)) == posts
    friends.env.backend.faults.clear()
    await pass_time(friends, 60, other)
    assert (await friends.table.games.get(game.id)).pause is None
    assert len(public(friends)) == posts + 1
    assert "Play" in labels(friends.last_post)
    assert len(direct(friends.ben)) == 1


async def test_a_refused_reminder_is_posted_later(
    friends: World,
) -> None:
    """Nobody waits for a player of a paused game; the reminder resumes it."""
    game = await friends.start()
    other = await elsewhere(friends)
    friends.clock.turn(25 * 60 * MINUTE)
    await friends.table.look_after(game.id)
    friends.env.inject_error(*post_in(friends.channel), status=403, code=0, times=None)
    await friends.deliver()
    await pass_time(friends, 70, other)
    assert (await friends.table.games.get(game.id)).pause == "place_forbidden"
    friends.env.backend.faults.clear()
    await pass_time(friends, 60, other)
    assert (await friends.table.games.get(game.id)).pause is None
    assert "Play" in labels(friends.last_post)


@pytest.mark.parametrize("status", [400, 413])
async def test_posts_go_out_without_a_picture_that_discord_rejects(
    friends: World, status: int
) -> None:
    await friends.start()
    await move(friends)
    friends.env.inject_error(*post_in(friends.channel), status=status, code=50035)
    await friends.deliver()
    assert alts(friends.last_post) == []
    assert f"<@{friends.ben.id}>" in texts(friends.last_post)
    assert "Play" in labels(friends.last_post)
    assert [person.id for person in friends.last_post.mentions] == [friends.ben.id]


async def test_a_post_goes_out_without_a_picture_that_fails(
    friends: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await friends.start()
    await move(friends)
    monkeypatch.setattr(friends.desk.studio, "paint", unpaintable)
    await friends.deliver()
    assert alts(friends.last_post) == []
    assert f"<@{friends.ben.id}>" in texts(friends.last_post)
    assert "Play" in labels(friends.last_post)
    assert "could not paint a post; posting it without pictures" in caplog.messages


async def unpaintable(*asked: object) -> bytes:
    raise WorkerEnded("2 processes ended over the same work")


async def bare_post(world: World, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """A board was posted without its picture, which is painted again once the event is set."""
    again = asyncio.Event()

    async def rest(seconds: float) -> None:
        await again.wait()

    world.poster.bare_posts = BarePosts(rest)
    await world.start()
    await move(world)
    with monkeypatch.context() as broken:
        broken.setattr(world.desk.studio, "paint", unpaintable)
        await world.deliver()
    assert alts(world.last_post) == []
    return again


async def test_pictures_that_failed_to_paint_are_edited_in_later(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = await bare_post(friends, monkeypatch)
    bare = friends.last_post.id
    again.set()
    await friends.poster.bare_posts.drain()
    assert friends.last_post.id == bare
    assert len(alts(friends.last_post)) == 1
    assert "Play" in labels(friends.last_post)
    assert f"<@{friends.ben.id}>" in texts(friends.last_post)


async def test_a_superseded_board_gets_its_picture_but_no_buttons(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = await bare_post(friends, monkeypatch)
    bare = friends.last_post.id
    await move(friends)
    await friends.deliver()
    again.set()
    await friends.poster.bare_posts.drain()
    assert len(alts(friends.post(bare))) == 1
    assert labels(friends.post(bare)) == []
    assert "Play" in labels(friends.last_post)


async def test_a_picture_that_can_never_be_painted_is_given_up(
    friends: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    again = await bare_post(friends, monkeypatch)
    monkeypatch.setattr(friends.desk.studio, "paint", unpaintable)
    again.set()
    await friends.poster.bare_posts.drain()
    assert f"gave up on the pictures of post {friends.last_post.id}" in caplog.messages
    assert "Play" in labels(friends.last_post)


async def test_a_click_without_a_picture_is_answered_in_words(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await friends.start()
    monkeypatch.setattr(friends.desk.studio, "paint", unpaintable)
    answer = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    assert texts(answer).startswith("There are no pictures this time")
    assert labels(answer)
    assert alts(answer) == []


@pytest.mark.parametrize("status", [400, 429])
async def test_too_many_edits_of_old_posts_hold_nothing_up(friends: World, status: int) -> None:
    game = await friends.start()
    old = friends.last_post.id
    friends.env.inject_error(*EDIT, status=status, code=30046, times=2)
    for _ in range(2):
        await move(friends)
        await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause is None
    assert "Play" in labels(friends.last_post)
    for _ in range(3):
        friends.clock.turn(10 * MINUTE)
        await friends.deliver()
    assert labels(friends.post(old)) == []


def discord_now(world: World) -> int:
    """The time by Discord's own clock."""
    return round(discord.utils.snowflake_time(world.channel.id).timestamp() * SECOND)


async def test_a_board_is_posted_once_though_its_nonce_is_forgotten(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord remembers no nonce."""
    friends.clock.now = discord_now(friends)
    await friends.start()
    await move(friends)
    sent = discord.abc.Messageable.send

    async def answer_lost(*asked: object, **more: object) -> object:
        await sent(*asked, **more)  # type: ignore[call-overload]
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", answer_lost)
        await friends.deliver()
    posts = len(public(friends))
    friends.clock.turn(NONCES_KNOWN + 1)
    await friends.deliver()
    assert len(public(friends)) == posts
    await move(friends)
    await friends.deliver()
    assert [labels(post) for post in friends.posts if "Play" in labels(post)] == [
        labels(friends.last_post)
    ]
