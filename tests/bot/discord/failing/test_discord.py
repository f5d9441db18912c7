"""Discord refuses, fails and hangs up, at every kind of request: no move is lost or doubled, the
post comes once the trouble is over, and the person is told."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import aiohttp
import discord
import pytest

from bot.process.clock import SECOND
from tests.bot.discord.kit.trouble import (
    ACKNOWLEDGEMENT,
    ANSWER,
    DIRECT,
    EDIT,
    FOLLOW_UP,
    INCIDENT,
    THREAD,
    TRACE,
    confirm_page,
    direct,
    drop_request,
    forge_post,
    legal_move,
    move_on,
    post_in,
    public,
    text_of,
)
from tests.bot.discord.kit.world import World, labels

MINUTE = 60 * SECOND
Fault = Callable[[World, tuple[str, str]], AbstractContextManager[object]]


def status(status: int, code: int = 0) -> Fault:
    @contextmanager
    def fault(world: World, request: tuple[str, str]) -> Iterator[None]:
        world.env.inject_error(*request, status=status, code=code)
        yield
        assert world.env.backend.faults == [], "no such request was made"

    return fault


def hangs_up(error: Callable[[], BaseException]) -> Fault:
    def fault(world: World, request: tuple[str, str]) -> AbstractContextManager[object]:
        return drop_request(request, error=error)

    return fault


FAULTS = {
    "429": status(429),
    "500": status(500),
    "403": status(403, 50001),
    "404": status(404, 10062),
    "disconnected": hangs_up(aiohttp.ServerDisconnectedError),
    "reset": hangs_up(ConnectionResetError),
    "timeout": hangs_up(TimeoutError),
}
# Errors that say nothing about the place.
PASSING = ("429", "500", "disconnected", "reset", "timeout")


async def is_at(world: World, game_id: int, ply: int) -> bool:
    """Whether exactly this many moves stand, each posted once."""
    world.clock.turn(MINUTE)
    await world.deliver()
    live = [post for post in world.channel.history() if "Play" in labels(post)]
    reports = [text for text in public(world) if "laid a tile" in text]
    return ((await world.table.games.get(game_id)).ply, len(live), len(reports)) == (ply, 1, ply)


async def test_a_failed_acknowledgement_is_answered_directly(
    friends: World,
) -> None:
    game = await friends.start()
    for ply, (name, fault) in enumerate(FAULTS.items(), 1):
        player = await friends.to_act()
        page = await confirm_page(friends, player)
        before = len(direct(player))
        with fault(friends, ACKNOWLEDGEMENT):
            answer = await player.click(page, label="Confirm")
        assert not answer.acknowledged, name
        assert ["Played" in text for text in direct(player)[before:]] == [True], name
        assert await is_at(friends, game.id, ply), name


async def test_the_answer_fails_and_comes_by_direct_message(friends: World) -> None:
    game = await friends.start()
    for ply, (name, fault) in enumerate(FAULTS.items(), 1):
        player = await friends.to_act()
        move = await legal_move(friends, game)
        before = len(direct(player))
        with fault(friends, ANSWER):
            await player.slash(friends.channel, "castle move", now=True, move=move)
        assert ["Played" in text for text in direct(player)[before:]] == [True], name
        assert await is_at(friends, game.id, ply), name


async def test_a_failing_second_message_comes_directly(
    friends: World,
) -> None:
    game = await move_on(friends, await friends.start())
    for number, (name, fault) in enumerate(FAULTS.items(), 1):
        stale = await forge_post(friends, f"do:{game.id}:0:0:C9 r0")
        with fault(friends, FOLLOW_UP):
            answer = await friends.anna.click(stale, label="Press")
        assert "Ben to play (move 1)" in text_of(answer), name
        assert len(direct(friends.anna)) == number, name
        assert "earlier position" in direct(friends.anna)[-1], name
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_the_public_post_fails_and_comes_later(friends: World) -> None:
    game = await friends.start()
    for ply, name in enumerate(PASSING, 1):
        player = await friends.to_act()
        move = await legal_move(friends, game)
        answer = await player.slash(friends.channel, "castle move", now=True, move=move)
        assert "Played" in text_of(answer), name
        posts = len(public(friends))
        with FAULTS[name](friends, post_in(friends.channel)):
            await friends.deliver()
            assert len(public(friends)) == posts, name
        assert (await friends.table.games.get(game.id)).pause is None, name
        assert await is_at(friends, game.id, ply), name


async def test_a_failed_edit_to_remove_buttons_is_retried_later(friends: World) -> None:
    game = await friends.start()
    for ply, name in enumerate(PASSING, 1):
        player = await friends.to_act()
        move = await legal_move(friends, game)
        old = friends.last_post.id
        await player.slash(friends.channel, "castle move", now=True, move=move)
        with FAULTS[name](friends, EDIT):
            await friends.deliver()
            assert "Play" in labels(now(friends, old)), name
        assert await is_at(friends, game.id, ply), name
        assert labels(now(friends, old)) == [], name


async def test_a_long_outage_costs_no_move_and_no_post(friends: World) -> None:
    game = await friends.start()
    friends.env.inject_error(*post_in(friends.channel), status=503, times=8)
    for _ in range(2):
        player = await friends.to_act()
        move = await legal_move(friends, game)
        await player.slash(friends.channel, "castle move", now=True, move=move)
        await friends.deliver()
    posts = len(public(friends))
    for _ in range(10):
        friends.clock.turn(10 * MINUTE)
        await friends.deliver()
    assert len(public(friends)) == posts + 2
    assert [labels(post) for post in friends.channel.history() if "Play" in labels(post)] == [
        ["Play", "Board", "Tiles left", "Log", "Since my last turn", "Predict"]
    ]


async def test_a_direct_message_fails_and_comes_later(friends: World) -> None:
    game = await friends.start()
    await friends.carla.slash(friends.channel, "castle watch", what="turns")
    for number, name in enumerate(PASSING, 1):
        player = await friends.to_act()
        move = await legal_move(friends, game)
        await player.slash(friends.channel, "castle move", now=True, move=move)
        request = DIRECT if number == 1 else post_in(friends.carla.user.dm_channel)
        with FAULTS[name](friends, request):
            await friends.deliver()
            assert len(direct(friends.carla)) == number - 1, name
        friends.clock.turn(MINUTE)
        await friends.deliver()
        assert len(direct(friends.carla)) == number, name


async def test_who_gets_no_thread_is_asked_to_try_again(
    friends: World,
) -> None:
    for name in (*PASSING, "404"):
        with FAULTS[name](friends, THREAD):
            answer = await friends.anna.slash(friends.channel, "castle new", thread=True)
        text = text_of(answer)
        assert text == "Discord did not answer the bot just now. Please try again in a minute."
    assert friends.channel.threads == []
    again = await friends.anna.slash(friends.channel, "castle new", thread=True)
    assert "The invitation is posted in <#" in text_of(again)
    assert len(friends.channel.threads) == 1


async def test_a_forbidden_thread_names_the_missing_permission(friends: World) -> None:
    friends.env.inject_error(*THREAD, status=403, code=50013)
    answer = await friends.anna.slash(friends.channel, "castle new", thread=True)
    assert "Create Public Threads" in text_of(answer)


async def test_a_message_that_discord_never_takes_is_our_bug(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    await friends.start()
    friends.env.inject_error(*ANSWER, status=400, code=50035, message="Invalid Form Body")
    answer = await friends.anna.click(friends.last_post, label="Board")
    incident = INCIDENT.search(text_of(answer))
    assert incident is not None
    assert f"incident {incident[1]}" in caplog.text
    assert not TRACE.search(text_of(answer))


async def test_no_way_is_left_to_answer_and_the_bot_works_on(friends: World) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    with every_request_fails(friends):
        await friends.anna.click(page, label="Confirm")
    assert await is_at(friends, game.id, 1)
    answer = await friends.ben.click(friends.last_post, label="Board")
    assert "Ben to play (move 1)" in text_of(answer)


@contextmanager
def every_request_fails(world: World) -> Iterator[None]:
    world.env.inject_error("*", "*", status=502, times=None)
    yield
    world.env.backend.faults.clear()


def now(world: World, message_id: int) -> discord.Message:
    return next(post for post in world.channel.history() if post.id == message_id)
