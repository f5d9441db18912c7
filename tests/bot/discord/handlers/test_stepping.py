"""Stepping through a finished game, move by move."""

from typing import Any

import pytest

from bot.match.actions import Actor, Resign
from bot.match.game import Game
from tests.bot.discord.kit.moves import random_moves
from tests.bot.discord.kit.seen import answered, buttons, parts, seen
from tests.bot.discord.kit.trouble import forged, refusal, told
from tests.bot.discord.kit.world import World, alts, labels, texts

pytestmark = pytest.mark.sketched

MOVES = 4


async def ended(world: World) -> Game:
    """After a few moves, each of them posted, Anna resigns."""
    game = await world.start()
    for move in random_moves(1)[:MOVES]:
        await world.play_on(game, [move])
        await world.deliver()
    await world.table.act(Actor("resign", world.anna.id, "Anna"), game.id, Resign())
    await world.deliver()
    return await world.table.games.get(game.id)


def head(shown: Any) -> str:
    return texts(shown).split("\n")[0]


def closed(shown: Any) -> list[str]:
    """The buttons that lead nowhere from here."""
    return [one["label"] for one in parts(shown) if one.get("disabled")]


async def test_an_ended_game_is_opened_before_its_first_move(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    assert shown.ephemeral
    assert texts(shown) == "**Anna 0 – Ben 0** · move 0 of 4\nBefore the first move."
    assert seen(shown).files == ("board.png",)
    assert labels(shown) == ["First", "Back", "Next", "Last"]
    assert closed(shown) == ["First", "Back"]


async def test_each_step_shows_what_was_posted_then(friends: World) -> None:
    await friends.start()
    posted = []
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    for move in random_moves(1)[:MOVES]:
        await friends.play_on(game, [move])
        await friends.deliver()
        posted.append((texts(friends.last_post).split("\n")[0], alts(friends.last_post)))
    await friends.table.act(Actor("x", friends.anna.id, "Anna"), game.id, Resign())
    await friends.deliver()
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    for ply, (said, alt) in enumerate(posted[:-1], 1):
        shown = answered(await friends.carla.click(shown, label="Next"))
        assert head(shown).endswith(f"move {ply} of 4")
        assert texts(shown).split("\n")[1] == said
        assert alts(shown) == alt


async def test_one_steps_through_a_game_on_one_page(
    friends: World,
) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    page_id = shown.id
    for label, ply in (("Last", 4), ("Back", 3), ("Back", 2), ("Next", 3), ("First", 0)):
        shown = answered(await friends.carla.click(shown, label=label))
        assert head(shown).endswith(f"move {ply} of 4")
        assert shown.id == page_id


async def test_the_last_position_says_how_the_game_ended(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    assert "won by resignation" not in texts(shown)
    shown = answered(await friends.carla.click(shown, label="Last"))
    assert texts(shown).endswith("Ben won by resignation")
    assert closed(shown) == ["Next", "Last"]


async def test_one_goes_on_after_a_restart(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    await friends.restart()
    shown = answered(await friends.carla.click(shown, label="Next"))
    assert head(shown).endswith("move 1 of 4")


async def test_a_game_that_goes_on_is_not_gone_through(friends: World) -> None:
    game = await friends.start()
    post = await forged(friends, f"step:{game.id}:0:0:first")
    assert refusal("wrong_status", status="running") in told(
        await friends.carla.click(post, label="Press")
    )


async def test_a_position_after_the_end_is_the_last_one(friends: World) -> None:
    game = await ended(friends)
    post = await forged(friends, f"step:{game.id}:0:{10**17}:forward")
    assert "move 4 of 4" in told(await friends.carla.click(post, label="Press"))


async def test_no_two_buttons_of_a_page_have_the_same_id(friends: World) -> None:
    await ended(friends)
    shown = answered(await friends.carla.click(friends.last_post, label="Move by move"))
    for _ in range(MOVES):
        ids = list(buttons(shown).values())
        assert len(ids) == len({*ids}) == 4
        shown = answered(await friends.carla.click(shown, label="Next"))
