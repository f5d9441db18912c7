"""While the process stops: what was begun is answered, and new requests get a friendly line."""

import asyncio
from typing import Any

import pytest

from render.pictures import Drawing
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import confirm_page, forge_post, legal_move, public, text_of
from tests.bot.discord.kit.world import World, alts

LINE = "The bot is being restarted. Nothing is lost. Please try again in a minute."


class HeldUp:
    """Holds back every picture until it is allowed to paint."""

    def __init__(self, world: World, patch: pytest.MonkeyPatch) -> None:
        self.begun = asyncio.Event()
        self.let = asyncio.Event()
        self._paint = world.desk.studio.paint
        patch.setattr(world.desk.studio, "paint", self.paint)

    async def paint(self, drawing: Drawing, key: Any = None, person: int | None = None) -> bytes:
        self.begun.set()
        await self.let.wait()
        return await self._paint(drawing, key, person)


async def test_a_command_is_refused_in_private(friends: World) -> None:
    game = await friends.start()
    posts = public(friends)
    move = await legal_move(friends, game)
    friends.desk.stopping.ask()
    result = await friends.anna.slash(friends.channel, "castle move", now=True, move=move)
    assert text_of(result) == LINE
    assert answer_of(result).flags.ephemeral
    assert public(friends) == posts
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_a_button_is_refused_in_private(friends: World) -> None:
    await friends.start()
    friends.desk.stopping.ask()
    result = await friends.carla.click(friends.last_post, label="Board")
    assert text_of(result) == LINE
    assert answer_of(result).flags.ephemeral


async def test_a_move_that_is_confirmed_too_late_is_not_played(friends: World) -> None:
    game = await friends.start()
    confirm = await confirm_page(friends, friends.anna)
    friends.desk.stopping.ask()
    assert text_of(await friends.anna.click(confirm, label="Confirm")).endswith(LINE)
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_whatever_else_is_pressed_is_refused(friends: World) -> None:
    post = await forge_post(friends, "of another version")
    friends.desk.stopping.ask()
    assert text_of(await friends.anna.click(post, label="Press")) == LINE


async def test_nothing_is_offered_while_typing(friends: World) -> None:
    await friends.start()
    assert await friends.anna.autocomplete(friends.channel, "castle move", "move", "")
    friends.desk.stopping.ask()
    assert await friends.anna.autocomplete(friends.channel, "castle move", "move", "") == []


async def test_a_picture_that_is_being_painted_is_shown(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await friends.start()
    held_up = HeldUp(friends, monkeypatch)
    stopping = friends.desk.stopping
    asked = asyncio.create_task(friends.carla.click(friends.last_post, label="Board"))
    await held_up.begun.wait()
    stopping.ask()
    finishing = asyncio.create_task(stopping.finish())
    held_up.let.set()
    await finishing
    assert alts(answer_of(await asked))


async def test_who_is_cut_off_is_told(friends: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await friends.start()
    held_up = HeldUp(friends, monkeypatch)
    stopping = friends.desk.stopping
    asked = asyncio.create_task(friends.carla.click(friends.last_post, label="Board"))
    await held_up.begun.wait()
    stopping.ask()
    await stopping.finish(within=0.01)
    assert text_of(await asked) == LINE
    assert stopping.doing == 0


async def test_a_process_that_has_started_again_plays_on(friends: World) -> None:
    game = await friends.start()
    friends.desk.stopping.ask()
    await friends.restart()
    move = await legal_move(friends, game)
    result = await friends.anna.slash(friends.channel, "castle move", now=True, move=move)
    assert "Played" in text_of(result)
