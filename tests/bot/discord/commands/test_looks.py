"""Looking at a game: everybody may, in private or for everybody to see."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
import simcord

from bot.games.castle import CASTLE_FACE
from bot.locale import words_of
from bot.process.allowance import Allowance
from engine.castle.moves import OPTIONS
from tests.bot.discord.kit.limits import beyond, messages
from tests.bot.discord.kit.moves import RULES, eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons, menus, primary, read
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, alts, labels, texts

TOPICS = CASTLE_FACE.texts.topics

ENGLISH = words_of("en")
LOOKS = {
    "board": ("board.png",),
    "tiles": ("tiles.png",),
    "log": ("log.txt",),
    "score": (),
    "replay": ("replay.gif",),
    "text": (),
}
DURING = ("legal", "leads", "open", "scored", "dead", "empty", "landing")
OVERLAYS = (*DURING, "final")
FURTHER = ("Move by move", "Note")


async def play(friends: World, moves: Sequence[str]) -> None:
    await friends.play_on(await friends.start(), moves)


async def look(
    person: simcord.MemberActor, friends: World, command: str, **options: Any
) -> simcord.ResponseMessage:
    return answer_of(await person.slash(friends.channel, in_group(command), **options))


@pytest.mark.painted
async def test_a_spectator_looks_in_private(friends: World) -> None:
    await play(friends, eager_moves("0")[:24])
    for command, files in LOOKS.items():
        before = friends.post_ids
        page = await look(friends.carla, friends, command)
        assert page.ephemeral
        assert read(page).files == files
        assert friends.post_ids == before
        assert beyond(friends.env.http_requests) == []


async def test_shared_pages_are_posted_publicly_without_pings(friends: World) -> None:
    await play(friends, eager_moves("0")[:24])
    for command, files in LOOKS.items():
        page = await look(friends.carla, friends, command, share=True)
        assert not page.ephemeral
        assert friends.post_ids[-1] == page.id
        assert read(page).files == files
        assert labels(page) == []
        *_, request = messages(friends.env.http_requests)
        assert request["allowed_mentions"] == {"parse": []}


async def test_the_board_says_who_plays_and_whose_turn_it_is(friends: World) -> None:
    await play(friends, eager_moves("0")[:3])
    page = await look(friends.carla, friends, "board")
    assert texts(page) == "Anna – Ben: Ben to play (move 3)"
    assert alts(page)[0].startswith("The Castle: 3 tiles laid")


async def test_an_overlay_is_laid_over_the_board(friends: World) -> None:
    await play(friends, eager_moves("0")[:24])
    for overlay in OVERLAYS:
        page = await look(friends.carla, friends, "board", overlay=overlay)
        assert primary(page) == [ENGLISH(f"castle.overlay.{overlay}")]
        offered = [name for name in OVERLAYS if name in (*DURING, overlay)]
        overlays = [ENGLISH(f"castle.overlay.{name}") for name in offered]
        assert labels(page) == [*overlays, *FURTHER]


async def test_an_overlay_that_has_nothing_to_show_says_so(friends: World) -> None:
    await play(friends, eager_moves("0")[:24])
    page = await look(friends.carla, friends, "board", overlay="final")
    note = "-# Points at the end: These points are counted when the game ends."
    assert note in texts(page).split("\n")
    again = answer_of(await friends.carla.click(page, label="Points at the end"))
    assert note not in texts(again)
    assert "Points at the end" not in labels(again)


async def test_one_overlay_at_a_time_is_on_the_board(friends: World) -> None:
    await play(friends, eager_moves("0")[:24])
    page = await look(friends.carla, friends, "board")
    assert primary(page) == []
    for name, on in (("open", ["open"]), ("leads", ["leads"]), ("leads", [])):
        label = ENGLISH(f"castle.overlay.{name}")
        page = answer_of(await friends.carla.click(page, label=label))
        assert primary(page) == [ENGLISH(f"castle.overlay.{overlay}") for overlay in on]
        legends = [
            f"-# {ENGLISH(f'castle.overlay.{overlay}')}: {legend(overlay)}" for overlay in on
        ]
        assert [line for line in texts(page).split("\n") if line.startswith("-# ")] == legends
        assert all(legend(overlay) in alts(page)[0] for overlay in on)
    assert len(set(buttons(page).values())) == len(DURING) + len(FURTHER)


def legend(overlay: str) -> str:
    return ENGLISH(f"castle.legend.{overlay}") + "."


async def test_an_overlay_that_there_is_not_is_explained(friends: World) -> None:
    await play(friends, [])
    page = await look(friends.carla, friends, "board", overlay="@everyone")
    assert texts(page).startswith("There is no such overlay. Choose one of legal, leads,")


async def test_overlays_are_offered_by_what_they_show(friends: World) -> None:
    async def offers(typed: str) -> list[str]:
        choices = await friends.carla.autocomplete(
            friends.channel, "castle board", "overlay", typed
        )
        return [choice["value"] for choice in choices]

    assert await offers("") == list(OVERLAYS)
    assert await offers("who leads") == ["leads"]
    assert await offers("land") == ["landing"]


@pytest.mark.painted
async def test_a_compact_board_is_another_picture(friends: World) -> None:
    await play(friends, eager_moves("0")[:5])
    whole = await look(friends.carla, friends, "board")
    compact = await look(friends.carla, friends, "board", compact=True)
    assert read(whole).sizes != read(compact).sizes
    assert alts(whole) == alts(compact)


async def test_the_buttons_of_a_post_are_for_everybody(friends: World) -> None:
    await friends.start()
    post = friends.last_post
    for label in ["Board", "Tiles left", "Log"]:
        command = {"Board": "board", "Tiles left": "tiles", "Log": "log"}[label]
        for person in (friends.anna, friends.ben, friends.carla):
            pressed = answer_of(await person.click(post, label=label))
            assert pressed.ephemeral
            assert texts(pressed) == texts(await look(person, friends, command))
        assert labels(friends.post(post.id)) == ["Play", "Board", "Tiles left", "Log", "Predict"]


async def test_the_tiles_left_are_those_that_nobody_has_seen(friends: World) -> None:
    await play(friends, eager_moves("0")[:10])
    page = await look(friends.carla, friends, "tiles")
    assert "49" in alts(page)[0], "60 tiles, 10 laid and one drawn"


async def test_the_position_can_be_had_in_sentences(friends: World) -> None:
    await play(friends, eager_moves("0")[:10])
    page = await look(friends.carla, friends, "text", aloud=True)
    [file] = page.message.attachments
    whole = (await file.read()).decode()
    stands = texts(page).removeprefix("```\n").removesuffix("\n```")
    assert stands.startswith("The Castle: 10 tiles laid")
    assert whole.startswith(stands)
    assert "\nRow 5\n" in whole
    assert page.ephemeral


async def test_the_log_tells_each_move_and_its_points(friends: World) -> None:
    await play(friends, eager_moves("0")[:8])
    text = texts(await look(friends.carla, friends, "log"))
    lines = [line for line in text.splitlines() if line.startswith("`")]
    story = await friends.table.games.story(1)
    scored = [RULES.points(frame.events) for frame in story.frames[1:]]
    assert len(lines) == 8
    assert any(map(any, scored))
    for move, line, points in zip(story.moves, lines, scored, strict=True):
        mover = ("Anna", "Ben")[move.seat]
        assert line.startswith(f"`{move.ply}` **{mover}** ")
        told = {"Anna": 0, "Ben": 0}
        for number, name in re.findall(r"\*\*(\d+) points?(?: for (\w+))?\*\*", line):
            told[name or mover] += int(number)
        assert tuple(told.values()) == points


async def test_without_moves_the_log_says_so(friends: World) -> None:
    await play(friends, [])
    assert texts(await look(friends.ben, friends, "log")) == "No move has been played yet."


async def test_the_points_are_told_by_where_they_come_from(friends: World) -> None:
    await play(friends, eager_moves("0"))
    text = texts(await look(friends.carla, friends, "score"))
    game = await friends.table.games.last_in(friends.channel.id)
    assert game is not None
    scores = (await friends.table.games.position(game.id, None)).scores
    for name, score, line in zip(("Anna", "Ben"), scores, text.split("\n")[:2], strict=True):
        assert line.startswith(f"**{name}**: {score} points (")
        parts = re.findall(r"(\d+)(?=[,)])", line)
        assert sum(map(int, parts)) == score


async def test_the_position_as_text_fits_a_phone(
    friends: World,
) -> None:
    await play(friends, eager_moves("0")[:24])
    text = texts(await look(friends.ben, friends, "text"))
    assert text.startswith("```\n")
    assert text.endswith("\n```")
    assert len(text) <= 1910
    assert "1 Anna is to play “" in text


async def test_looks_stay_after_the_end(friends: World) -> None:
    await play(friends, eager_moves("0"))
    for command, files in {**LOOKS, "score": ("final.png", "chart.png")}.items():
        page = await look(friends.carla, friends, command)
        assert read(page).files == files, command
    assert "Anna won (move 61)" in texts(await look(friends.carla, friends, "board"))
    assert beyond(friends.env.http_requests) == []


async def test_the_final_posts_buttons_show_replay_points_and_log(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()
    end = friends.last_post
    replay = answer_of(await friends.carla.click(end, label="Replay"))
    points = answer_of(await friends.carla.click(end, label="Points"))
    log = answer_of(await friends.carla.click(points, label="Log"))
    assert [read(page).files for page in (replay, points, log)] == [
        ("replay.gif",),
        ("chart.png",),
        (),
    ]
    assert all(page.ephemeral for page in (replay, points, log))


async def test_a_replay_that_is_shared_says_who_won(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:2])
    running = await look(friends.carla, friends, "replay", share=True)
    assert texts(running) == "Anna – Ben"
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")
    ended = await look(friends.carla, friends, "replay", share=True)
    assert texts(ended) == "## Ben wins\nAnna – Ben"


async def test_before_a_game_there_is_nothing_to_look_at(friends: World) -> None:
    friends.equip(allowance=Allowance(at_once=1000))
    commands = (*LOOKS, "watch", "export", "verify")
    for command in commands:
        none = await look(friends.carla, friends, command)
        assert texts(none).startswith("No game has been played in this channel yet."), command
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    for command in commands:
        lobby = await look(friends.carla, friends, command)
        assert texts(lobby).startswith("The game has not begun yet"), command


async def test_the_rules_of_each_topic_are_told(friends: World) -> None:
    for topic in TOPICS:
        page = await look(friends.carla, friends, "rules", topic=topic)
        assert page.ephemeral
        assert texts(page).startswith(f"## {ENGLISH(f'castle.topic.{topic}.title')}\n")
        assert beyond(friends.env.http_requests) == []


async def test_the_rules_open_with_the_aim_and_a_picture_of_the_pieces(friends: World) -> None:
    page = await look(friends.carla, friends, "rules")
    assert texts(page).startswith("## The aim and the set-up\nTwo players build one castle")
    [alt] = alts(page)
    for piece in (
        "Knight on a tower",
        "Square: ",
        "Fountain: ",
        "Market: ",
        "Keep: ",
        "Wall tile: ",
    ):
        assert piece in alt


async def test_the_rules_menu_links_every_topic_to_every_other(friends: World) -> None:
    page = await look(friends.carla, friends, "rules")
    [(menu, offered)] = menus(page).items()
    assert list(offered) == [ENGLISH(f"castle.topic.{topic}.title") for topic in TOPICS]
    other = answer_of(await friends.carla.select(page, [offered["Paths"]], custom_id=menu))
    assert other.id == page.id
    assert texts(other).startswith("## Paths")


async def test_shared_rules_stay_unchanged_when_others_browse(friends: World) -> None:
    page = await look(friends.carla, friends, "rules", share=True)
    assert not page.ephemeral
    [(menu, offered)] = menus(page).items()
    other = answer_of(await friends.ben.select(page, [offered["Paths"]], custom_id=menu))
    assert other.ephemeral
    assert texts(other).startswith("## Paths")
    assert texts(friends.last_post).startswith("## The aim")


async def test_a_topic_is_typed_as_it_is_called(friends: World) -> None:
    for typed in ["The keep", "the KEEP ", "keep"]:
        page = await look(friends.carla, friends, "rules", topic=typed)
        assert texts(page).startswith("## The keep\n")


async def test_a_topic_that_there_is_not_is_explained(friends: World) -> None:
    for typed in ["chess", "the"]:
        page = await look(friends.carla, friends, "rules", topic=typed)
        assert texts(page).startswith(
            "There is no such topic. Choose one of The aim and the set-up, A turn, Laying a tile,"
        )


async def test_the_options_of_the_channels_game_are_marked(friends: World) -> None:
    unmarked = await look(friends.carla, friends, "rules", topic="options")
    assert "this game" not in texts(unmarked)
    await friends.anna.slash(friends.channel, "castle new", options="double_market=five")
    marked = texts(await look(friends.carla, friends, "rules", topic="options")).splitlines()
    assert "- 5 points **← this game**" in marked
    assert "- 8 points (default)" in marked
    assert sum("this game" in line for line in marked) == len(OPTIONS.values)


async def test_topics_are_offered_by_title(friends: World) -> None:
    async def offers(typed: str) -> list[str]:
        choices = await friends.carla.autocomplete(friends.channel, "castle rules", "topic", typed)
        return [choice["value"] for choice in choices]

    assert await offers("") == list(TOPICS)
    assert await offers("market") == ["court"]
    assert await offers("nothing like it") == []
