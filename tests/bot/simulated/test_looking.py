"""Looking at a game: everybody may, in private or for all to see."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
import simcord

from bot.commands.groups import PLAYERS
from bot.games.castle.topics import TOPICS
from bot.locale import words_of
from tests.bot.simulated.limits import beyond, messages
from tests.bot.simulated.moves import RULES, eager_moves
from tests.bot.simulated.seen import answered, buttons, primary, seen
from tests.bot.simulated.world import World, alts, labels, texts

ENGLISH = words_of("en")
LOOKS = {
    "board": ("board.png",),
    "tiles": ("tiles.png",),
    "log": ("log.txt",),
    "score": (),
    "replay": ("replay.gif",),
    "text": (),
}
OVERLAYS = ("legal", "leads", "scored", "dead", "empty", "landing", "final")


async def played(friends: World, moves: Sequence[str]) -> None:
    await friends.play_on(await friends.start(), moves)


async def look(
    person: simcord.MemberActor, friends: World, command: str, **options: Any
) -> simcord.ResponseMessage:
    return answered(await person.slash(friends.channel, f"castle {command}", **options))


@pytest.mark.parametrize("command", LOOKS)
async def test_a_spectator_looks_in_private(friends: World, command: str) -> None:
    await played(friends, eager_moves("0")[:24])
    before = friends.post_ids
    shown = await look(friends.carla, friends, command)
    assert shown.ephemeral
    assert seen(shown).files == LOOKS[command]
    assert friends.post_ids == before
    assert beyond(friends.env.http_requests) == []


@pytest.mark.parametrize("command", LOOKS)
async def test_what_is_shared_stands_in_the_channel_and_pings_nobody(
    friends: World, command: str
) -> None:
    await played(friends, eager_moves("0")[:24])
    shown = await look(friends.carla, friends, command, share=True)
    assert not shown.ephemeral
    assert friends.post_ids[-1] == shown.id
    assert seen(shown).files == LOOKS[command]
    assert labels(shown) == []
    *_, request = messages(friends.env.http_requests)
    assert request["allowed_mentions"] == {"parse": []}


async def test_the_board_says_who_plays_and_whose_turn_it_is(friends: World) -> None:
    await played(friends, eager_moves("0")[:3])
    shown = await look(friends.carla, friends, "board")
    assert texts(shown) == "Anna – Ben: Ben to play (move 3)"
    assert alts(shown)[0].startswith("The Castle: 3 tiles laid")


@pytest.mark.parametrize("overlay", OVERLAYS)
async def test_an_overlay_is_laid_over_the_board(friends: World, overlay: str) -> None:
    await played(friends, eager_moves("0")[:24])
    shown = await look(friends.carla, friends, "board", overlay=overlay)
    assert primary(shown) == [ENGLISH(f"castle.overlay.{overlay}")]
    assert len(labels(shown)) == len(OVERLAYS)


async def test_overlays_are_switched_on_and_off(friends: World) -> None:
    await played(friends, eager_moves("0")[:24])
    shown = await look(friends.carla, friends, "board")
    assert primary(shown) == []
    for name, on in (("dead", ["dead"]), ("leads", ["leads", "dead"]), ("dead", ["leads"])):
        label = ENGLISH(f"castle.overlay.{name}")
        shown = answered(await friends.carla.click(shown, label=label))
        assert primary(shown) == [ENGLISH(f"castle.overlay.{one}") for one in on]
    assert len(set(buttons(shown).values())) == len(OVERLAYS)


async def test_an_overlay_that_there_is_not_is_explained(friends: World) -> None:
    await played(friends, [])
    shown = await look(friends.carla, friends, "board", overlay="@everyone")
    assert texts(shown).startswith("There is no such overlay. Choose one of legal, leads,")


async def test_overlays_are_offered_by_what_they_show(friends: World) -> None:
    async def offered(typed: str) -> list[str]:
        found = await friends.carla.autocomplete(friends.channel, "castle board", "overlay", typed)
        return [choice["value"] for choice in found]

    assert await offered("") == list(OVERLAYS)
    assert await offered("who leads") == ["leads"]
    assert await offered("land") == ["landing"]


async def test_a_compact_board_is_another_picture(friends: World) -> None:
    await played(friends, eager_moves("0")[:5])
    whole = await look(friends.carla, friends, "board")
    compact = await look(friends.carla, friends, "board", compact=True)
    assert seen(whole).sizes != seen(compact).sizes
    assert alts(whole) == alts(compact)


@pytest.mark.parametrize("label", ["Board", "Tiles left", "Log"])
async def test_the_buttons_of_a_post_are_for_everybody(friends: World, label: str) -> None:
    await friends.start()
    post = friends.last_post
    command = {"Board": "board", "Tiles left": "tiles", "Log": "log"}[label]
    for person in (friends.anna, friends.ben, friends.carla):
        pressed = answered(await person.click(post, label=label))
        assert pressed.ephemeral
        assert texts(pressed) == texts(await look(person, friends, command))
    assert labels(friends.post(post.id)) == ["Play", "Board", "Tiles left", "Log", "Predict"]


async def test_the_tiles_left_are_those_that_nobody_has_seen(friends: World) -> None:
    await played(friends, eager_moves("0")[:10])
    shown = await look(friends.carla, friends, "tiles")
    assert "49" in alts(shown)[0], "60 tiles, 10 laid and one drawn"


async def test_the_log_tells_each_move_and_its_points(friends: World) -> None:
    moves = eager_moves("0")[:12]
    await played(friends, moves)
    text = texts(await look(friends.carla, friends, "log"))
    lines = text.split("```")[1].strip().split("\n")
    assert "**Anna – Ben**: 12 moves" in text
    assert len(lines) == 12
    for number, (move, line) in enumerate(zip(moves, lines, strict=True), start=1):
        assert re.match(rf" *{number} (Anna|Ben): {re.escape(move)}(  |$)", line)
    story = await friends.table.story(1)
    given = [RULES.points(moment.events) for moment in story.moments[1:]]
    told = [line for line, points in zip(lines, given, strict=True) if any(points)]
    assert told
    assert all(re.search(r"(Anna|Ben) \+\d+", line) for line in told)


async def test_a_long_log_has_all_its_moves_in_a_file(friends: World) -> None:
    moves = eager_moves("0")[:24]
    await played(friends, moves)
    shown = await look(friends.carla, friends, "log")
    assert texts(shown).count("\n") == 20 + 2
    data = await shown.message.attachments[0].read()
    lines = data.decode().split("\n")
    assert [line.split(": ")[1].split("  ")[0] for line in lines] == list(moves)


async def test_without_moves_the_log_says_so(friends: World) -> None:
    await played(friends, [])
    assert texts(await look(friends.ben, friends, "log")) == "No move has been played yet."


async def test_the_points_are_told_by_where_they_come_from(friends: World) -> None:
    await played(friends, eager_moves("0"))
    text = texts(await look(friends.carla, friends, "score"))
    game = await friends.table.last_game_in(friends.channel.id)
    assert game is not None
    scores = (await friends.table.position(game.id)).scores
    for name, score, line in zip(("Anna", "Ben"), scores, text.split("\n"), strict=True):
        assert line.startswith(f"**{name}**: {score} points (")
        parts = re.findall(r"(\d+)(?=[,)])", line)
        assert sum(map(int, parts)) == score


async def test_the_position_as_text_fits_a_phone_and_names_what_is_to_be_done(
    friends: World,
) -> None:
    await played(friends, eager_moves("0")[:24])
    text = texts(await look(friends.ben, friends, "text"))
    assert text.startswith("```\n")
    assert text.endswith("\n```")
    assert len(text) <= 1910
    assert "Anna (1) to play" in text


async def test_looks_stay_after_the_end(friends: World) -> None:
    await played(friends, eager_moves("0"))
    for command, files in LOOKS.items():
        shown = await look(friends.carla, friends, command)
        assert seen(shown).files == files, command
    assert "Anna won (move 61)" in texts(await look(friends.carla, friends, "board"))
    assert beyond(friends.env.http_requests) == []


async def test_the_buttons_of_the_last_post_show_replay_points_and_log(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answered(sure), label="Yes, resign")
    await friends.deliver()
    for label, files in (("Replay", ("replay.gif",)), ("Points", ()), ("Log", ())):
        shown = answered(await friends.carla.click(friends.last_post, label=label))
        assert shown.ephemeral
        assert seen(shown).files == files


@pytest.mark.parametrize("command", [*LOOKS, "watch", "export", "verify"])
async def test_before_a_game_there_is_nothing_to_look_at(friends: World, command: str) -> None:
    none = await look(friends.carla, friends, command)
    assert texts(none).startswith("No game has been played in this channel yet.")
    await friends.anna.slash(friends.channel, "castle new")
    lobby = await look(friends.carla, friends, command)
    assert texts(lobby) == "The game has not begun yet: it waits for players."


@pytest.mark.parametrize("topic", TOPICS)
async def test_the_rules_of_each_topic_are_told(friends: World, topic: str) -> None:
    shown = await look(friends.carla, friends, "rules", topic=topic)
    assert shown.ephemeral
    assert texts(shown).startswith(f"## {ENGLISH(f'castle.topic.{topic}.title')}\n")
    assert beyond(friends.env.http_requests) == []


async def test_the_rules_begin_with_a_turn_and_can_be_shared(friends: World) -> None:
    shown = await look(friends.carla, friends, "rules", share=True)
    assert texts(shown).startswith("## A turn")
    assert not shown.ephemeral


async def test_a_topic_that_there_is_not_is_explained(friends: World) -> None:
    shown = await look(friends.carla, friends, "rules", topic="chess")
    assert texts(shown).startswith("There is no such topic. Choose one of turn, tile,")


async def test_topics_are_offered_by_title(friends: World) -> None:
    async def offered(typed: str) -> list[str]:
        found = await friends.carla.autocomplete(friends.channel, "castle rules", "topic", typed)
        return [choice["value"] for choice in found]

    assert await offered("") == list(TOPICS)
    assert await offered("market") == ["court"]
    assert await offered("nothing like it") == []


async def test_help_tells_of_every_command(friends: World) -> None:
    shown = await look(friends.carla, friends, "help")
    assert shown.ephemeral
    names = [ENGLISH(f"commands.{command.__name__.rstrip('_')}.name") for command in PLAYERS]
    told = set(re.findall(r"`(?:/castle )?(\w+)`", texts(shown)))
    assert set(names) - told == {"help"}
