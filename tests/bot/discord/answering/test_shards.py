"""What one process among several answers, what it leaves to another, and what it asks Discord about
servers of other shards."""

import logging
from typing import Any

import discord
import pytest
from discord.app_commands import AppCommand
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.answering import visit
from bot.discord.answering.visibility import can_still_see
from bot.discord.answering.visit import AnsweredElsewhere
from bot.discord.client import TableBot
from bot.process.shards import ALL, Shards
from tests.bot.discord.kit.trouble import ACKNOWLEDGEMENT, direct, legal_move, public
from tests.bot.discord.kit.world import World

# How Discord refuses a second acknowledgement.
TAKEN: Any = {"status": 400, "code": 40060}


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long an acknowledgement takes, it does not count as sent again."""
    monkeypatch.setattr(visit, "RETRIED_AFTER", float("inf"))


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.usefixtures("at_once")
async def test_a_command_acknowledged_elsewhere_is_left_alone(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    game = await friends.start()
    player = await friends.to_act()
    move = await legal_move(friends, game)
    friends.env.inject_error(*ACKNOWLEDGEMENT, **TAKEN)
    result = await player.slash(friends.channel, "castle move", now=True, move=move)
    assert (result.response, result.followups, direct(player)) == (None, [], [])
    assert (await friends.table.games.get(game.id)).ply == 0
    assert friends.desk.metrics.interactions["command", "castle move", "elsewhere"] == 1
    assert warnings(caplog) == []
    assert [type(error.__cause__) for error in friends.env.errors] == [AnsweredElsewhere]


@pytest.mark.usefixtures("at_once")
async def test_a_click_acknowledged_elsewhere_is_left_alone(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    await friends.start()
    await friends.deliver()
    posted = public(friends)
    friends.env.inject_error(*ACKNOWLEDGEMENT, **TAKEN)
    result = await (await friends.to_act()).click(friends.last_post, label="Play")
    assert (result.response, result.followups, public(friends)) == (None, [], posted)
    assert friends.desk.metrics.interactions["button", "play", "elsewhere"] == 1
    assert warnings(caplog) == []


async def test_a_retried_acknowledgement_is_still_answered(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one may have come from this process itself, with only its reply lost."""
    monkeypatch.setattr(visit, "RETRIED_AFTER", 0.0)
    game = await friends.start()
    player = await friends.to_act()
    move = await legal_move(friends, game)
    friends.env.inject_error(*ACKNOWLEDGEMENT, **TAKEN)
    await player.slash(friends.channel, "castle move", now=True, move=move)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_watcher_of_another_process_is_looked_up(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process delivers what the other one has left."""
    game = await friends.start()
    bot = friends.env.bot
    monkeypatch.setattr(bot, "get_guild", lambda _: None)
    assert await can_still_see(bot, friends.carla.id, game)
    deny = Overwrite(
        friends.carla.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value
    )
    friends.env.backend.set_overwrite(friends.channel.id, deny)
    assert not await can_still_see(bot, friends.carla.id, game)


@pytest.mark.parametrize(
    ("shards", "registers"),
    [(None, True), (ALL, True), (Shards(3, (0, 2)), True), (Shards(3, (1, 2)), False)],
)
async def test_the_process_of_shard_0_registers_the_commands(
    friends: World, shards: Shards | None, registers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []

    async def sync() -> list[AppCommand]:
        synced.append(True)
        return []

    bot = TableBot(friends.desk, shards=shards)
    bot._connection.application_id = friends.bot.application_id
    monkeypatch.setattr(bot.tree, "sync", sync)
    await bot.setup_hook()
    assert bool(synced) is registers
