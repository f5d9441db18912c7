"""What the host learns about clicks and commands: how often they come, how they end, how long they
take, and under which ids they are in the log."""

import logging

import pytest

from bot.match.errors import StoreFull
from bot.process import logs
from tests.bot.discord.kit.trouble import ANSWER, DIRECT, INCIDENT, THREAD, forge_post, text_of
from tests.bot.discord.kit.world import World

Log = pytest.LogCaptureFixture


@pytest.fixture
def log(caplog: Log) -> Log:
    """With the ids, as in the bot's own log."""
    caplog.handler.addFilter(logs.Ids())
    caplog.set_level(logging.DEBUG, "bot")
    return caplog


async def test_a_command_that_is_answered(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    metrics = friends.desk.metrics
    assert metrics.interactions["command", "castle new", "answered"] == 1
    assert metrics.acknowledged.count() == metrics.answered.count("command") == 1


async def test_a_button_is_named_by_its_verb(friends: World) -> None:
    await friends.start()
    await friends.carla.click(friends.last_post, label="Board")
    assert friends.desk.metrics.interactions["button", "board", "answered"] == 1


async def test_a_person_s_mistake_is_no_fault_of_ours(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle undo")
    assert friends.desk.metrics.interactions["command", "castle undo", "refused"] == 1


async def test_a_database_that_fails(friends: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreFull("the disk is full", "make room")

    monkeypatch.setattr(friends.table.games, "last_in", full)
    await friends.anna.slash(friends.channel, "castle board")
    assert friends.desk.metrics.interactions["command", "castle board", "store"] == 1


async def test_discord_has_trouble(friends: World) -> None:
    friends.env.inject_error(*THREAD, status=503)
    await friends.anna.slash(friends.channel, "castle new", thread=True)
    assert friends.desk.metrics.interactions["command", "castle new", "discord"] == 1


async def test_somebody_who_cannot_be_answered_at_all(friends: World) -> None:
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    friends.env.inject_error(*DIRECT, status=403, code=50007)
    await friends.anna.slash(friends.channel, "table help")
    assert friends.desk.metrics.interactions["command", "table help", "unheard"] == 1


async def test_a_bug_stands_in_the_log_with_all_its_ids(
    friends: World, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await friends.start()

    async def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(friends.table.games, "position", broken)
    result = await friends.carla.click(friends.last_post, label="Board")
    incident = INCIDENT.search(text_of(result))
    assert incident is not None
    [record] = [record for record in log.records if record.levelno == logging.ERROR]
    fields = logs.fields_of(record)
    assert fields["incident"] == incident[1]
    assert fields["user"] == str(friends.carla.id)
    assert fields["game"] == game.id
    assert int(fields["interaction"]) > friends.last_post.id
    assert friends.desk.metrics.interactions["button", "board", "bug"] == 1


async def test_a_command_s_game_is_known_once_it_is_found(friends: World, log: Log) -> None:
    game = await friends.start()
    await friends.carla.slash(friends.channel, "castle board")
    [record] = [r for r in log.records if r.getMessage().startswith("command castle board: ")]
    assert logs.fields_of(record)["game"] == game.id


async def test_an_autocomplete_that_fails_has_its_ids_too(
    friends: World, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(friends.table.games, "open_in", broken)
    await friends.anna.autocomplete(friends.channel, "castle move", "move", "")
    [record] = [record for record in log.records if record.levelno == logging.ERROR]
    assert logs.fields_of(record)["user"] == str(friends.anna.id)


async def test_a_button_that_nobody_knows_makes_no_new_name(friends: World) -> None:
    for custom_id in ("dance:1:0:0:", "of another version"):
        await friends.anna.click(await forge_post(friends, custom_id), label="Press")
    assert friends.desk.metrics.interactions["button", "unknown", "refused"] == 2


async def test_names_of_people_do_not_stand_in_the_log(friends: World, log: Log) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    await friends.carla.click(friends.last_post, label="Play")
    logged = " ".join(f"{r.getMessage()} {logs.fields_of(r)}" for r in log.records)
    assert str(friends.anna.id) in logged
    for name in ("Anna", "Ben", "Carla", "Friends"):
        assert name not in logged


async def test_the_gateway_is_connected_while_every_shard_is(friends: World) -> None:
    [shard] = friends.bot.shards.values()
    seen = [friends.bot.connected]
    await shard.disconnect()
    seen.append(friends.bot.connected)
    await shard.reconnect()
    await friends.env.settle()
    seen.append(friends.bot.connected)
    assert seen == [True, False, True]
