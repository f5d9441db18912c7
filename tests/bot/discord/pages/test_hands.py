"""In Discord a hand is shown to its player alone: it is in no post, nothing shared, and no picture
that was cached for somebody else. Such a game has no supply and no options, and they are offered
nowhere."""

import logging
from collections.abc import Mapping
from typing import Any

import discord
import pytest

import bot.locale
from bot.discord.features.new_game import new_game_target
from bot.games.face import AnyFace
from bot.locale import FOLDERS
from bot.match.actions import NewGame
from bot.match.game import Game
from bot.store.connection.database import Database
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.discord.kit.seen import answer_of, read
from tests.bot.discord.kit.trouble import direct, forge_post, text_of
from tests.bot.discord.kit.world import World, labels
from tests.bot.games.hands.face import FACE, LOCALE
from tests.bot.games.hands.rules import DEAL, KIND, hands
from tests.bot.kit import TurnedClock

# What each player holds after a move by each,
HANDS = {"anna": ("juniper", "tamarisk"), "ben": ("sycamore", "mulberry"), "carla": ()}
# and what is not known to everybody by then.
SECRET = (*HANDS["anna"], *HANDS["ben"], "magnolia", "hornbeam")


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, AnyFace]:
    """The faces, with this game alone."""
    monkeypatch.setattr(bot.locale, "FOLDERS", (*FOLDERS, LOCALE))
    monkeypatch.setitem(GAMES, KIND, hands)
    return {KIND: FACE}


@pytest.fixture
def table(database: Database, clock: TurnedClock) -> Table:
    return Table(database, clock=clock, seeds=lambda: DEAL)


async def play(world: World) -> Game:
    """Anna, who began, against Ben, after a move by each."""
    await world.anna.slash(world.channel, f"{KIND} new", opponent=world.ben, first="me")
    await world.deliver()
    await world.ben.click(world.last_post, label="Accept")
    game = await world.table.games.open_in(world.channel.id)
    assert game is not None
    for card in ("walnut", "hawthorn"):
        await world.play_on(game, [card])
        await world.deliver()
    return await world.table.games.get(game.id)


async def all_of(message: Any) -> str:
    """All of a message's text, with its pictures and files; here a picture is a text."""
    files = [(await file.read()).decode() for file in message.attachments]
    return "\n".join([read(message).words, *files])


def cards(text: str) -> tuple[str, ...]:
    """The secret cards that it names."""
    return tuple(card for card in SECRET if card in text)


async def test_each_sees_their_own_hand_whoever_looked_before(friends: World) -> None:
    await play(friends)
    post = friends.last_post
    for name in ("ben", "anna", "carla", "anna", "ben"):
        person = getattr(friends, name)
        board = answer_of(await person.click(post, label="Board"))
        assert board.ephemeral
        assert cards(await all_of(board)) == HANDS[name]
        turned = answer_of(await person.click(board, label=labels(board)[0]))
        assert cards(await all_of(turned)) == HANDS[name]
        for command in ("board", "text"):
            looked = answer_of(await person.slash(friends.channel, f"{KIND} {command}"))
            assert cards(await all_of(looked)) == HANDS[name]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        *((f"{KIND} {command}", {}) for command in ("board", "text", "score", "log", "replay")),
        (f"{KIND} text", {"aloud": True}),
        ("table export", {}),
    ],
)
async def test_what_a_player_shares_shows_no_hand(
    friends: World, command: str, options: Mapping[str, Any]
) -> None:
    await play(friends)
    for person in (friends.anna, friends.ben):
        own = await person.slash(friends.channel, f"{KIND} board")
        shared = answer_of(await person.slash(friends.channel, command, share=True, **options))
        assert not shared.ephemeral
        assert cards(await all_of(answer_of(own)))
        assert not cards(await all_of(shared))


async def test_what_is_kept_about_a_player_tells_of_nobodys_hand(friends: World) -> None:
    await play(friends)
    for person, played_card in ((friends.anna, "walnut"), (friends.ben, "hawthorn")):
        kept = answer_of(await person.slash(friends.channel, "table export", what="me"))
        assert played_card in await all_of(kept)
        assert not cards(await all_of(kept))


@pytest.mark.parametrize("ended", [False, True])
async def test_while_stepping_each_sees_no_hand_but_their_own(friends: World, ended: bool) -> None:
    game = await play(friends)
    if ended:
        resigned = answer_of(await friends.anna.slash(friends.channel, f"{KIND} resign"))
        await friends.anna.click(resigned, label=labels(resigned)[0])
        await friends.deliver()
    for name in ("ben", "anna", "carla", "anna", "ben"):
        person = getattr(friends, name)
        step = answer_of(await person.slash(friends.channel, f"{KIND} steps", move=0))
        for _ in range(game.ply):
            assert {*cards(await all_of(step))} <= {*HANDS[name]}
            step = answer_of(await person.click(step, label="Next"))
            assert step.ephemeral
        assert cards(await all_of(step)) == HANDS[name]


async def test_since_ones_last_turn_shows_no_hand_but_ones_own(friends: World) -> None:
    await play(friends)
    for name, own in HANDS.items():
        person = getattr(friends, name)
        page = answer_of(await person.click(friends.last_post, label="Since my last turn"))
        assert read(page).files == ("since.gif",)
        assert {*cards(await all_of(page))} <= {*own}


async def test_no_post_no_direct_message_and_no_log_shows_a_hand(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"live": "on"})
    await friends.anna.slash(friends.channel, "table me", where="direct")
    game = await play(friends)
    await friends.carla.slash(friends.channel, f"{KIND} watch")
    await friends.play_on(game, ["juniper", "sycamore"])
    await friends.deliver()
    resigned = answer_of(await friends.anna.slash(friends.channel, f"{KIND} resign"))
    await friends.anna.click(resigned, label=labels(resigned)[0])
    await friends.deliver()
    posts = "\n".join([await all_of(post) for post in friends.posts])
    notes = "\n".join(line for person in (friends.anna, friends.carla) for line in direct(person))
    logs = [
        record for record in caplog.records if record.name.startswith(("bot", "engine", "render"))
    ]
    logged = "\n".join(f"{record.getMessage()} {record.exc_text}" for record in logs)
    assert "juniper" in posts
    assert notes
    for card in ("tamarisk", "mulberry", "magnolia", "hornbeam"):
        assert card not in posts.replace(DEAL, "")  # the end reveals the seed: here it is the deal
        assert card not in notes + logged


async def test_without_a_supply_there_is_none_to_look_at(
    friends: World,
) -> None:
    game = await play(friends)
    looks = ["Board", "Log", "Since my last turn"]
    assert labels(friends.last_post) == ["Play", *looks, "Predict"]
    waiting = answer_of(await friends.ben.click(friends.last_post, label="Play"))
    assert labels(waiting) == []
    group = friends.bot.tree.get_command(KIND)
    assert isinstance(group, discord.app_commands.Group)
    assert group.get_command("supply") is None
    for verb in ("supply", "orders"):
        post = await forge_post(friends, f"{verb}:{game.id}:0:2:")
        pressed = await friends.ben.click(post, label="Press")
        assert "another version" in text_of(pressed)


async def test_games_without_options_neither_ask_for_nor_mention_any(friends: World) -> None:
    group = friends.bot.tree.get_command(KIND)
    assert isinstance(group, discord.app_commands.Group)
    new = group.get_command("new")
    assert isinstance(new, discord.app_commands.Command)
    asked = [parameter.name for parameter in new.parameters]
    assert asked == ["opponent", "first", "thread", "time", "rated"]
    await friends.anna.slash(friends.channel, f"{KIND} new", first="me")
    await friends.deliver()
    assert "Rules:" not in read(friends.last_post).words
    opened = NewGame(kind=KIND, guild_id=0, channel_id=0, options={}, opponents=(), first=0)
    assert new_game_target(opened).rest == KIND
