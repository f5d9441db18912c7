"""People who ask for too much, send things that are not records, or have bad names."""

import json
from collections.abc import Iterator

import pytest
import simcord
from simcord.components import walk_components

from bot.process.allowance import Allowance
from engine.games import GAMES
from engine.recorded import Recorded
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.trouble import (
    INCIDENT,
    TRACE,
    confirm_page,
    forge_post,
    move_on,
    text_of,
)
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import SEED, World, alts

# A name that contains formatting, a ping, and the end of a code block.
HOSTILE = "**x**`@everyone`<@1>"
TOO_MANY = "That is a lot at once. Please wait for"


async def import_record(world: World, data: bytes) -> simcord.InteractionResult:
    return await world.carla.slash(world.channel, "castle replay", record=("game.json", data))


def record_of(players: tuple[str, str], moves: int | None = None) -> str:
    """The record of a whole game, or of a game given up after this many moves."""
    rules = GAMES["castle"]
    recorded = Recorded(
        options=rules.settle_options({}, None),
        seed=SEED,
        first=0,
        players=players,
        moves=eager_moves(3)[:moves],
        ended=None if moves is None else "resigned",
        winners=() if moves is None else (1,),
    )
    return rules.records.write_record(recorded)


def changed(**parts: object) -> bytes:
    return json.dumps({**json.loads(record_of(("Anna", "Ben"), 2)), **parts}).encode()


def sentence(answer: simcord.InteractionResult) -> str:
    """A short message that contains nothing internal."""
    text = text_of(answer)
    assert text
    assert len(text) < 700
    assert not TRACE.search(text)
    assert not INCIDENT.search(text)
    return text


async def test_the_picture_allowance_delays_only_the_user_exceeding_it(friends: World) -> None:
    await friends.start()
    friends.equip(allowance=Allowance(at_once=2, now=lambda: 0.0))
    for _ in range(2):
        assert alts((await friends.carla.click(friends.last_post, label="Board")).response)
    answer = await friends.carla.click(friends.last_post, label="Board")
    assert TOO_MANY in sentence(answer)
    assert alts((await friends.ben.click(friends.last_post, label="Board")).response)
    assert "/castle new" in text_of(
        await friends.carla.slash(friends.channel, "table help", topic="start")
    )


async def test_who_waited_sees_pictures_again(friends: World) -> None:
    await friends.start()
    now = [0.0]
    friends.equip(allowance=Allowance(at_once=1, now=lambda: now[0]))
    await friends.carla.click(friends.last_post, label="Tiles left")
    assert TOO_MANY in text_of(await friends.carla.click(friends.last_post, label="Board"))
    now[0] = 1.5
    assert alts((await friends.carla.click(friends.last_post, label="Board")).response)


async def test_a_move_counts_when_its_player_has_no_allowance_left(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    answer = await friends.anna.click(page, label="Confirm")
    assert "Played" in text_of(answer)
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).ply == 1
    assert alts(friends.last_post)


async def test_a_move_without_a_next_picture_is_told_as_played(
    friends: World,
) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(4)[:24])
    player = await friends.to_act()
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    answer = await player.slash(friends.channel, "castle move", now=True, move=eager_moves(4)[24])
    assert "Played" in text_of(answer)
    assert await friends.to_act() is player


async def test_a_picture_that_had_to_be_sent_again_counts_once(friends: World) -> None:
    await friends.start()
    friends.equip(allowance=Allowance(at_once=1, now=lambda: 0.0))
    friends.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=401, code=50027)
    await friends.carla.click(friends.last_post, label="Board")
    assert alts(friends.carla.user.dm_channel.last_message)


NO_RECORDS = (
    (b"x" * 100_001, "The file is too large: a record has at most 100 KB."),
    (b"\xff\xfe\x00\x80", "This is not a text file."),
    (b"", "This record cannot be read."),
    (b"no json", "This record cannot be read."),
    (b"[]", "This record cannot be read."),
    (b"null", "This record cannot be read."),
    (b"9" * 99_000, "This record cannot be read."),
    (b'{"format": ' + b"9" * 99_000 + b"}", "This record cannot be read."),
    (b"1e999999999", "This record cannot be read."),
    (b"[" * 99_000, "This record cannot be read."),
    (b'{"a":' * 19_000, "This record cannot be read."),
    (b'{"format": "chess-record/1"}', "This record cannot be read."),
    (b'"\\ud800"', "This record cannot be read."),
)


async def test_what_is_no_record_is_refused_in_a_sentence(friends: World) -> None:
    for data, reason in NO_RECORDS:
        assert reason in sentence(await import_record(friends, data)), data[:20]


BROKEN_RECORDS: tuple[tuple[dict[str, object], str], ...] = (
    ({"players": ["x" * 10_000, "Ben"]}, "players, 0"),
    (
        {"result": None, "deck": None, "wall_tiles": None, "seed": None, "winner": None},
        "a game that was still running",
    ),
    ({"seed": "another"}, "seed"),
    ({"scores": [10_000, 0]}, "the rules give"),
    ({"rules": {"@everyone": "`" * 500}}, "This record cannot be read."),
    ({"turns": []}, "This record cannot be read."),
    ({"tiles": {"surprise": "x" * 1000}}, "surprise"),
)


async def test_invalid_records_are_refused_naming_the_place(friends: World) -> None:
    for parts, reason in BROKEN_RECORDS:
        text = sentence(await import_record(friends, changed(**parts)))
        assert reason in text
        assert "@everyone" not in text


@pytest.mark.painted
async def test_hostile_keys_in_a_record_are_named_and_skipped(friends: World) -> None:
    data = json.loads(record_of(("Anna", "Ben"), 4))
    text = json.dumps({**data, "`@everyone": 1})
    answer = await import_record(friends, text.encode())
    assert "keys that" not in text_of(answer)
    assert "The record has a key that is unknown here and was skipped: `'@" in text_of(answer)
    assert "@everyone" not in text_of(answer)
    assert not list(pings(friends))


async def test_the_record_of_a_running_game_shows_nothing(friends: World) -> None:
    await move_on(friends, await friends.start(), 2)
    exported = await friends.carla.slash(friends.channel, "table export")
    assert exported.response is not None
    [file] = exported.response.attachments
    answer = await import_record(friends, await file.read())
    assert "a game that was still running" in sentence(answer)
    assert "when the game is over" in sentence(answer)


@pytest.mark.painted
async def test_hostile_names_in_a_record_are_only_painted(friends: World) -> None:
    names = (HOSTILE, "\u202e" + "[x](https://example.com)" * 4)
    answer = await import_record(friends, record_of(names, 4).encode())
    assert "A game of 4 moves." in text_of(answer)
    assert "everyone" not in text_of(answer)
    assert not any("\u202e" in alt or len(alt) > 1024 for alt in alts(answer.response))
    assert not list(pings(friends))


async def test_hostile_names_of_players_neither_format_nor_ping(friends: World) -> None:
    eve = friends.guild.add_member(friends.env.create_user("eve", global_name=HOSTILE))
    friends.anna = eve
    game = await friends.start()
    await move_on(friends, game)
    for command in ("score", "log", "text", "board", "games", "play"):
        await friends.carla.slash(friends.channel, in_group(command))
    await friends.ben.click(friends.last_post, label="Play")
    await eve.slash(friends.channel, "castle undo")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="No")
    sure = await eve.slash(friends.channel, "castle resign")
    assert sure.response is not None
    await eve.click(sure.response, label="Yes, resign")
    await friends.deliver()
    said = [text for text in everything(friends) if "everyone" in text]
    assert len(said) > 5
    for text in said:
        for line in text.split("\n"):
            assert HOSTILE not in line
            assert "`@everyone`" not in line
    assert set(pings(friends)) <= {eve.id, friends.ben.id}


async def test_only_those_concerned_are_ever_pinged(friends: World) -> None:
    game = await friends.start()
    await move_on(friends, game, 2)
    await friends.carla.slash(friends.channel, "castle board", share=True)
    stale = await forge_post(friends, f"do:{game.id}:0:0:C9 r0")
    assert (await friends.anna.click(stale, label="Press")).followups
    for request in friends.env.http_requests:
        body = request.json
        if isinstance(body, dict) and "components" in body:
            allowed = body["allowed_mentions"]
            assert allowed["parse"] == [], request.path
            assert set(allowed.get("users", ())) <= {friends.anna.id, friends.ben.id}
            assert not allowed.get("roles")


async def test_options_that_are_none_are_quoted_as_plain_text(friends: World) -> None:
    for options in ("`@everyone`", "@everyone=<@1>", "x" * 200, "**a**=`b`", "extra_turn=`x`"):
        answer = await friends.anna.slash(friends.channel, "castle new", options=options)
        text = sentence(answer)
        assert "`@everyone`=" not in text
        assert "**a**" not in text.replace("`**a**`", "")
    answer = await friends.anna.slash(friends.channel, "castle new", rules="@everyone")
    assert "@everyone" not in sentence(answer)
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_a_move_that_is_no_move_is_quoted_as_plain_text(friends: World) -> None:
    game = await friends.start()
    for text in ("`@everyone`", "x" * 200, "E5 r1 **a**", "E5 \u202e", "", " "):
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=text)
        assert "**a**" not in sentence(answer).replace("`**a**`", "")
    assert await friends.table.games.get(game.id) == game


async def test_autocomplete_takes_whatever_is_typed(friends: World) -> None:
    await friends.start()
    for typed in ("x" * 6000, "\u202e", "`", "=,=,=", "E5 " * 500, ""):
        for command, option in (
            ("move", "move"),
            ("new", "rules"),
            ("new", "options"),
            ("board", "overlay"),
            ("rules", "topic"),
        ):
            offered = await friends.anna.autocomplete(
                friends.channel, in_group(command), option, typed
            )
            assert len(offered) <= 25
            assert all(len(choice["name"]) <= 100 for choice in offered)
            assert all(0 < len(str(choice["value"])) <= 100 for choice in offered)


def everything(world: World) -> Iterator[str]:
    """All texts and labels that the bot has sent."""
    for request in world.env.http_requests:
        if isinstance(request.json, dict):
            for part in walk_components(request.json.get("components") or []):
                yield from (str(part[key]) for key in ("content", "label") if part.get(key))


def pings(world: World) -> Iterator[int]:
    for request in world.env.http_requests:
        if isinstance(request.json, dict):
            allowed = request.json.get("allowed_mentions") or {}
            assert not allowed.get("parse")
            yield from allowed.get("users", ())
