"""A move reads its game once, for the click: the post is made from what the move led to. A post
about which less is known reads it once, and a post of an end twice at most."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.match.actions import Actor, Resign
from bot.match.errors import Refused
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import forge_post, text_of
from tests.bot.discord.kit.world import World, labels
from tests.bot.kit import statements


async def test_a_move_reads_its_game_once_per_click_and_post(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await friends.start()
    first, move = eager_moves("0")[:2]
    await friends.play_on(game, [first])
    await friends.deliver()
    post = await forge_post(friends, f"do:{game.id}:0:1:{move}")
    player = await friends.to_act()

    def refusing(*_: object, **__: object) -> None:
        raise AssertionError("nothing is refused to somebody who plays")

    monkeypatch.setattr(Refused, "__init__", refusing)
    with statements(friends.database) as sent:
        answer = await player.click(post, label="Press")
    assert text_of(answer).startswith("Played")
    assert _reads(sent) == 1
    assert await _reads_of_posts(friends) == 1  # the new board; none for the old one


async def test_from_the_click_to_the_posts_a_game_is_read_once(friends: World) -> None:
    """In the process that delivers."""
    game = await friends.start()
    first, move = eager_moves("0")[:2]
    await friends.play_on(game, [first])
    await friends.deliver()
    old = friends.last_post
    before = labels(friends.last_post)
    post = await forge_post(friends, f"do:{game.id}:0:1:{move}")
    player = await friends.to_act()
    async with delivering(friends):
        with statements(friends.database) as sent:
            await player.click(post, label="Press")
            await friends.deliver()
    assert _reads(sent) == 1
    assert labels(friends.last_post) == before
    assert labels(friends.post(old.id)) == []


@asynccontextmanager
async def delivering(friends: World) -> AsyncIterator[None]:
    """Runs the worker of the outbox."""
    friends.outbox.worker.start()
    await asyncio.sleep(0)
    friends.table._outbox.deliver_by(friends.outbox)
    try:
        yield
    finally:
        await friends.outbox.worker.stop()


async def test_an_end_reads_its_game_twice_at_most_for_each_post(friends: World) -> None:
    """A move that was predicted, in a game with a live board."""
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"live": "on"})
    game = await friends.start()
    board = next(post for post in friends.posts if "Predict" in labels(post))
    opened = answer_of(await friends.carla.click(board, label="Predict"))
    looked = answer_of(await friends.carla.click(opened, label=labels(opened)[0]))
    await friends.carla.click(looked, label="Seal my prediction")
    await friends.play_on(game, eager_moves("0")[:1])
    assert await _reads_of_posts(friends) == 1 + 2  # the new board, the live one
    await friends.table.act(Actor("end", friends.anna.id, "Anna"), game.id, Resign())
    assert await _reads_of_posts(friends) == 2 + 1 + 2  # the end, the old board, the live one


async def test_a_choice_that_stands_in_its_id_needs_no_draft(friends: World) -> None:
    await friends.start()
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    with statements(friends.database) as sent:
        looked = answer_of(await friends.anna.click(panel, label=labels(panel)[0]))
        await friends.anna.click(looked, label="Confirm")
    assert not any(
        "SELECT drafts." in statement or "INTO drafts" in statement for statement, _ in sent
    )


async def _reads_of_posts(friends: World) -> int:
    with statements(friends.database) as sent:
        await friends.deliver()
    return _reads(sent)


def _reads(sent: list[tuple[str, Any]]) -> int:
    return sum("FROM games JOIN seats" in " ".join(statement.split()) for statement, _ in sent)
