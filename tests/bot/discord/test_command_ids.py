"""The ids of the commands, which one process keeps for all when it registers them."""

from collections.abc import Mapping

import pytest

from bot.discord.answering.desk import Desk
from bot.discord.client import TableBot
from bot.match.errors import StoreFull
from bot.process.shards import Shards
from bot.table.command_ids import CommandIds
from bot.table.table import Table
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.world import World, texts


@pytest.fixture
def translated() -> bool:
    return True


async def test_texts_mention_the_commands_that_were_registered(friends: World) -> None:
    help_page = answer_of(await friends.anna.slash(friends.channel, "table help"))
    table_id = (await kept_ids(friends))["table"]
    assert f":{table_id}>" in texts(help_page)


async def test_a_process_without_shard_0_learns_what_another_kept(friends: World) -> None:
    other = other_process(friends)
    other._connection.application_id = friends.bot.application_id
    await other.setup_hook()
    assert other.desk.commands.mentions == friends.desk.commands.mentions
    assert "/castle spielen" in other.desk.commands.mentions


async def test_it_learns_ids_that_are_kept_later_when_a_shard_is_ready(friends: World) -> None:
    application_id = friends.bot.application_id
    assert application_id is not None
    await friends.table.command_ids.keep(application_id, {})
    other = other_process(friends)
    other._connection.application_id = application_id
    await other.setup_hook()
    assert other.desk.commands.mentions == {}
    await friends.table.command_ids.keep(application_id, {"castle": 9})
    await other.on_shard_ready(1)
    assert other.desk.commands.mentions["/castle play"] == "</castle play:9>"


async def test_the_ids_of_another_application_are_not_taken(friends: World) -> None:
    other = other_process(friends)
    other._connection.application_id = 1
    await other.setup_hook()
    assert other.desk.commands.mentions == {}


async def test_a_command_that_is_gone_is_forgotten(friends: World) -> None:
    await friends.table.command_ids.keep(1, {"castle": 9, "tower": 10})
    await friends.table.command_ids.keep(1, {"castle": 9})
    assert await friends.table.command_ids.of(1) == {"castle": 9}


async def test_the_bot_starts_while_the_ids_cannot_be_read(
    friends: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(self: CommandIds, application_id: int) -> Mapping[str, int]:
        raise StoreFull("the disk is full", "make room")

    other = other_process(friends)
    other._connection.application_id = friends.bot.application_id
    monkeypatch.setattr(CommandIds, "of", fail)
    await other.setup_hook()
    assert "texts name commands without their ids: the disk is full" in caplog.text


async def kept_ids(friends: World) -> dict[str, int]:
    assert friends.bot.application_id is not None
    return dict(await friends.table.command_ids.of(friends.bot.application_id))


def other_process(friends: World) -> TableBot:
    desk = Desk(Table(friends.database), friends.desk.faces, friends.desk.studio)
    return TableBot(desk, shards=Shards(3, (1, 2)))
