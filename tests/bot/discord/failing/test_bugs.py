"""Our own code fails: the person gets an incident id and no trace, the log has everything under the
same id, and the bot keeps working."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import simcord
from discord import app_commands
from discord.app_commands import Command

from bot.discord.features import context, looks, registry
from bot.discord.pages import panel
from bot.match.actions import Actor, NewGame
from bot.match.errors import StoreFull, StoreLocked, StoreUnreachable
from bot.presentation.choice_links import BETWEEN
from bot.store import log as game_log
from bot.store.connection.sqlite import WatchedConnection
from bot.table.choosing import Drafts
from bot.table.games import Games
from bot.table.people import People
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import buttons, menus
from tests.bot.discord.kit.tapping import tap_cell
from tests.bot.discord.kit.trouble import (
    DIRECT,
    FOLLOW_UP,
    INCIDENT,
    TRACE,
    confirm_page,
    direct,
    drop_request,
    forge_post,
    legal_move,
    public,
    text_of,
)
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts
from tests.bot.kit import pauses_of

SECRET = "the seed is 12345"
Log = pytest.LogCaptureFixture
Patch = pytest.MonkeyPatch


def broken(*_: object, **__: object) -> Any:
    raise RuntimeError(SECRET)


async def broken_later(*_: object, **__: object) -> Any:
    raise RuntimeError(SECRET)


def is_incident(answer: simcord.InteractionResult, log: Log) -> bool:
    """Whether the answer shows only an incident id, and the log has the error under it."""
    text = text_of(answer)
    incident = INCIDENT.search(text)
    assert incident is not None, text
    assert SECRET not in text
    assert not TRACE.search(text)
    records = [record for record in log.records if f"incident {incident[1]}" in record.getMessage()]
    return len(records) == 1 and SECRET in str(records[0].exc_info)


async def works_on(world: World) -> bool:
    """Somebody else, and the same person, still get their answers."""
    for person in (world.carla, world.anna):
        answer = await person.slash(world.channel, "table help", topic="start")
        assert "/castle new" in text_of(answer)
    return True


async def test_a_table_that_fails_under_a_button(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()
    with monkeypatch.context() as patch:
        patch.setattr(friends.table.games, "position", broken_later)
        answer = await friends.anna.click(friends.last_post, label="Board")
    assert is_incident(answer, caplog)
    assert alts((await friends.anna.click(friends.last_post, label="Board")).response)


@pytest.mark.parametrize("command", ["move", "undo", "propose"])
async def test_a_table_that_fails_under_a_command(
    friends: World, monkeypatch: Patch, caplog: Log, command: str
) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)
    needed: dict[str, dict[str, Any]] = {
        "move": {"move": move, "now": True},
        "propose": {"what": "end"},
    }
    options = needed.get(command, {})
    monkeypatch.setattr(friends.table, "act", broken_later)
    answer = await friends.anna.slash(friends.channel, in_group(command), **options)
    assert is_incident(answer, caplog)
    assert await friends.table.games.get(game.id) == game
    assert await works_on(friends)


async def test_a_panel_that_fails_stays_as_it_is_under_the_answer(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    before = labels(page)
    with monkeypatch.context() as patch:
        patch.setattr(friends.table, "act", broken_later)
        answer = await friends.anna.click(page, label="Confirm")
    assert is_incident(answer, caplog)
    assert labels(answer.response) == before
    await friends.anna.click(page, label="Confirm")
    assert (await friends.table.games.get(game.id)).ply == 1


@pytest.mark.parametrize(
    ("method", "command"),
    [
        ("pictures.board", "board"),
        ("pictures.supply", "tiles"),
        ("texts.describe_scores", "score"),
        ("pictures.text_board", "text"),
        ("pictures.replay", "replay"),
        ("texts.rules", "rules"),
    ],
)
async def test_a_face_that_fails(
    friends: World, monkeypatch: Patch, caplog: Log, method: str, command: str
) -> None:
    await friends.start()
    part, name = method.split(".")
    with monkeypatch.context() as patch:
        patch.setattr(getattr(friends.desk.faces["castle"], part), name, broken)
        answer = await friends.carla.slash(friends.channel, in_group(command))
        assert is_incident(answer, caplog)
    assert await works_on(friends)


async def test_a_picture_that_cannot_be_painted(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()
    with monkeypatch.context() as patch:
        patch.setattr(friends.desk.studio, "paint", broken_later)
        answer = await friends.carla.click(friends.last_post, label="Board")
        assert is_incident(answer, caplog)
    assert alts((await friends.carla.click(friends.last_post, label="Board")).response)


@pytest.mark.parametrize(("method", "text"), [("refusal", "A1 r0"), ("syntax_refusal", "nonsense")])
async def test_the_words_of_a_refusal_fail(
    friends: World, monkeypatch: Patch, caplog: Log, method: str, text: str
) -> None:
    await friends.start()
    monkeypatch.setattr(friends.desk.faces["castle"].texts, method, broken)
    answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=text)
    assert is_incident(answer, caplog)


async def test_a_menu_that_fails(friends: World, monkeypatch: Patch, caplog: Log) -> None:
    monkeypatch.setattr(panel, "FEW", 8)
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    player = await friends.to_act()
    opened = await player.slash(friends.channel, "castle play")
    assert opened.response is not None
    page = await tap_cell(player, opened.response, "J7")
    assert page.response is not None
    [(custom_id, offered)] = menus(page.response).items()
    value = list(offered.values())[-1]
    with monkeypatch.context() as patch:
        patch.setattr(Drafts, "questions", broken_later)
        answer = await player.select(page.response, [value], custom_id=custom_id)
    assert is_incident(answer, caplog)
    answer = await player.select(page.response, [value], custom_id=custom_id)
    assert value.split(BETWEEN)[1] in buttons(answer.response)["Confirm"]


@pytest.mark.parametrize("item", ["button", "menu"])
async def test_an_id_that_cannot_be_taken_apart(
    friends: World, monkeypatch: Patch, caplog: Log, item: str
) -> None:
    await friends.start()
    board = friends.last_post
    menu = await forge_post(friends, "=try:1:0:0:", ("one",))
    with monkeypatch.context() as patch:
        patch.setattr(registry, "parse_id", broken)
        if item == "button":
            answer = await friends.carla.click(board, label="Board")
        else:
            answer = await friends.carla.select(menu, ["one"])
    assert is_incident(answer, caplog)
    assert alts((await friends.carla.click(board, label="Board")).response)


async def test_a_verb_that_cannot_be_looked_up(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()
    with monkeypatch.context() as patch:
        patch.setattr(context, "VERBS", None)
        answer = await friends.carla.click(friends.last_post, label="Board")
    text = text_of(answer)
    assert INCIDENT.search(text)
    assert "NoneType" not in text
    assert await works_on(friends)


async def test_failing_autocompletes_offer_nothing_and_are_logged(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()
    with monkeypatch.context() as patch:
        patch.setattr(friends.table.games, "open_in", broken_later)
        assert await friends.anna.autocomplete(friends.channel, "castle move", "move", "") == []
        patch.setattr(looks, "words_of", broken)
        assert await friends.anna.autocomplete(friends.channel, "castle board", "overlay", "") == []
    logged = [record for record in caplog.records if "incident" in record.getMessage()]
    assert [SECRET in str(record.exc_info) for record in logged] == [True, True]
    assert await friends.anna.autocomplete(friends.channel, "castle move", "move", "")


async def test_a_check_of_the_command_tree_that_fails(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(friends.bot.tree, "interaction_check", broken_later)
        answer = await friends.anna.slash(friends.channel, "table help")
        assert is_incident(answer, caplog)
        assert await friends.anna.autocomplete(friends.channel, "castle rules", "topic", "") == []
    assert len(friends.env.errors) == 2
    assert await works_on(friends)


@pytest.fixture
def help_command(friends: World) -> Iterator[Command[Any, ..., Any]]:
    """Put back as it was afterwards: tests share the commands."""
    group = friends.bot.tree.get_command("table")
    assert isinstance(group, app_commands.Group)
    command = group.get_command("help")
    assert isinstance(command, Command)
    yield command
    command.remove_check(broken)
    group.add_command(command, override=True)


async def test_a_check_of_a_command_that_fails(
    friends: World, help_command: Command[Any, ..., Any], caplog: Log
) -> None:
    help_command.add_check(broken)
    answer = await friends.anna.slash(friends.channel, "table help")
    assert is_incident(answer, caplog)
    assert len(friends.env.errors) == 1


async def test_a_command_that_fails_before_it_could_answer(
    friends: World, help_command: Command[Any, ..., Any], monkeypatch: Patch, caplog: Log
) -> None:
    monkeypatch.setattr(help_command, "_callback", broken_later)
    answer = await friends.anna.slash(friends.channel, "table help")
    assert is_incident(answer, caplog)
    assert len(friends.env.errors) == 1


async def test_a_command_that_the_bot_no_longer_knows(
    friends: World, help_command: Command[Any, ..., Any]
) -> None:
    assert isinstance(help_command.parent, app_commands.Group)
    help_command.parent.remove_command("help")
    answer = await friends.anna.slash(friends.channel, "table help")
    assert text_of(answer) == "This command has changed. Please restart Discord, and try again."
    assert len(friends.env.errors) == 1


@pytest.mark.parametrize("error", [StoreFull, StoreLocked])
async def test_a_store_that_fails_is_told_as_such(
    friends: World, monkeypatch: Patch, caplog: Log, error: Callable[[str, str], Exception]
) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)

    async def failing(*_: object, **__: object) -> object:
        raise error("the disk /secret/path is full", "make room")

    with monkeypatch.context() as patch:
        patch.setattr(friends.table, "act", failing)
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=move)
    assert text_of(answer).startswith("The bot cannot reach its games at the moment.")
    assert "/secret/path" not in text_of(answer)
    assert "make room" in caplog.text


async def test_a_button_pressed_while_the_store_fails_is_no_bug(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()

    async def failing(*_: object, **__: object) -> object:
        raise StoreUnreachable("the database cannot be reached", "check the server")

    with monkeypatch.context() as patch:
        patch.setattr(Games, "get", failing)
        answer = await friends.anna.click(friends.last_post, label="Play")
    assert text_of(answer).startswith("The bot cannot reach its games at the moment.")
    assert not INCIDENT.search(text_of(answer))


async def test_a_move_in_doubt_is_said_to_be_in_doubt(friends: World, monkeypatch: Patch) -> None:
    """It is stored, but the answer to the commit was lost, and the database is gone."""
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)

    async def failing(*_: object, **__: object) -> object:
        raise StoreUnreachable("the database cannot be reached", "check the server")

    def commit(driver: WatchedConnection) -> None:
        sqlite3.Connection.commit(driver)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(WatchedConnection, "commit", commit, raising=False)
        patch.setattr(game_log, "answer_to", failing)
        answer = await friends.anna.click(page, label="Confirm")
    assert text_of(answer).endswith(
        "The bot lost contact with its games just as it was storing this. It may have been stored, "
        "or not. Please wait a few minutes and look before you try again: `/castle board` shows "
        "the game as it is."
    )
    assert (await friends.table.games.get(game.id)).ply == 1
    again = await friends.anna.click(page, label="Confirm")
    assert "That was for an earlier position" in text_of(again)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_notes_that_cannot_be_read_do_not_spoil_the_answer(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    await friends.start()
    monkeypatch.setattr(People, "missed_notes", broken_later)
    answer = await friends.carla.click(friends.last_post, label="Log")
    assert text_of(answer) == "No move has been played yet."
    assert "incident" in caplog.text


async def test_unsent_notes_are_delivered_with_the_next_answer(friends: World) -> None:
    for number in range(3):
        channel = friends.guild.create_text_channel(f"lost {number}")
        asked = NewGame("castle", friends.guild.id, channel.id)
        opener = Actor(f"open {number}", friends.carla.id, "Carla", frozenset({"start"}))
        game_id = (await friends.table.open(opener, asked)).game_id
        await pauses_of(friends.table).pause(game_id, channel.id, "place_gone")
    friends.env.inject_error(*DIRECT, status=403, code=50007, times=None)
    await friends.deliver()
    with drop_request(FOLLOW_UP):
        await friends.carla.slash(friends.channel, "table help")
    answer = await friends.carla.slash(friends.channel, "table help")
    assert len(answer.followups) == 3
    assert all("The game is paused" in texts(note) for note in answer.followups)
    answer = await friends.carla.slash(friends.channel, "table help")
    assert answer.followups == []


async def test_a_post_that_cannot_be_made_waits_until_it_can(
    friends: World, monkeypatch: Patch, caplog: Log
) -> None:
    game = await friends.start()
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    posts = len(public(friends))
    with monkeypatch.context() as patch:
        patch.setattr(friends.desk.faces["castle"].texts, "report", broken)
        await friends.deliver()
    assert len(public(friends)) == posts
    friends.clock.turn(60_000)
    await friends.deliver()
    assert len(public(friends)) == posts + 1
    assert (await friends.table.games.get(game.id)).pause is None
    assert direct(friends.anna) == []
    assert "cannot post message" in caplog.text
