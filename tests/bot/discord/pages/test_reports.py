"""What posts and the log say of a move: who did what for how many points, and the standing."""

import re

import pytest

from bot.discord.pages.board_posts import describe_superseded
from bot.discord.pages.wording import escape, without_formats
from bot.games.faces import FACES
from bot.games.reports import Report, describe_score_line, first_line
from bot.locale import words_of
from bot.match.messages import BoardPost
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.world import World, texts

pytestmark = pytest.mark.sketched

ENGLISH = words_of("en")
NAMES = ("Anna", "Ben", "Carla")
STANDING = re.compile(r"(?:Anna|Ben) \*\*\d+\*\* – (?:Anna|Ben) \*\*\d+\*\*")


def test_the_points_of_whoever_moved_need_no_name() -> None:
    assert first_line(ENGLISH, NAMES, "Anna moves", {}, 0) == "Anna moves."
    assert first_line(ENGLISH, NAMES, "Anna moves", {0: 1}, 0) == "Anna moves: **1 point**."


def test_the_points_of_others_are_told_with_their_names() -> None:
    assert first_line(ENGLISH, NAMES, "Anna moves", {1: 4}, 0) == (
        "Anna moves: **4 points for Ben**."
    )
    assert first_line(ENGLISH, NAMES, "Anna moves", {0: 2, 1: 4}, 0) == (
        "Anna moves: **2 points for Anna and 4 points for Ben**."
    )


def test_the_standing_begins_with_whoever_has_most_points() -> None:
    text = describe_score_line(ENGLISH, NAMES, (62, 66, 62), "8 tiles left")
    assert text == "Ben **66** – Anna **62** – Carla **62**, 8 tiles left"


def test_those_who_left_stand_last_in_brackets() -> None:
    text = describe_score_line(ENGLISH, NAMES, (62, 90, 66), gone=[1])
    assert text == "Carla **66** – Anna **62** – (Ben **90**)"


def test_a_report_tells_the_move_the_news_the_standing_and_why() -> None:
    report = Report("A moves.", ["B leads."], ["Points.", "Followers."])
    assert report.lines("A 1 – B 2") == [
        "A moves.",
        "B leads.",
        "A 1 – B 2",
        "-# Points. Followers.",
    ]


def test_the_standing_is_left_out_beside_the_result() -> None:
    assert Report("A moves.", end=["A wins."]).lines("A 1") == ["A moves.", "A wins."]


def test_a_brief_report_tells_the_standing_beside_news_alone() -> None:
    report = Report("A moves.", why=["Points."], brief="A moves for 2 points.")
    assert report.brief_lines("A 1 – B 2") == ["A moves for 2 points."]
    with_news = report._replace(news=["B leads."])
    assert with_news.brief_lines("A 1 – B 2") == ["A moves for 2 points.", "B leads.", "A 1 – B 2"]


async def test_a_full_post_tells_the_standing_after_the_first_points(friends: World) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, {"posts": "full"})
    game = await friends.start()
    assert not STANDING.search(texts(friends.last_post))
    await friends.play_on(game, eager_moves("0")[:24])
    await friends.deliver()
    first, *others = texts(friends.last_post).splitlines()
    assert "laid a tile on" in first
    [standing] = [line for line in others if STANDING.match(line)]
    position = await friends.table.games.position(game.id, None)
    assert standing.endswith(f", {position.view.tiles_left} tiles left")


async def test_an_earlier_board_keeps_its_standing_without_its_state(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:24])
    for ply in (12, 24):
        old = await friends.table.boards.read_superseded(BoardPost(game.id, ply, 0))
        position = await friends.table.games.position(game.id, None, ply=ply)
        assert old.scores == position.scores
        text = "\n".join(describe_superseded(ENGLISH, FACES["castle"].texts, old, in_full=True))
        assert bool(STANDING.search(text)) is any(position.scores)


async def test_the_log_tells_moves_in_sentences(friends: World) -> None:
    game = await friends.start()
    moves = eager_moves("0")[:14]
    await friends.play_on(game, moves)
    answer = answer_of(await friends.carla.slash(friends.channel, "castle log"))
    lines = texts(answer).splitlines()
    assert lines[0] == "**Anna – Ben**: 14 moves"
    numbers = [int(line.split("`")[1]) for line in lines[1:] if line.startswith("`")]
    assert len(numbers) > 8
    assert numbers == list(range(1, 15))[-len(numbers) :]
    small = [line for line in lines if line.startswith("-# ")]
    ends = [f"`{move}`" for move in moves[-len(numbers) :]]
    assert [line for line, move in zip(small, ends, strict=True) if not line.endswith(move)] == []


async def test_the_log_file_tells_every_move_without_formats(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:14])
    answer = answer_of(await friends.carla.slash(friends.channel, "castle log"))
    [file] = answer.attachments
    text = (await file.read()).decode()
    assert len(text.split("\n\n")) == 14
    assert not set("*`#") & set(text)


def test_a_text_without_formats_keeps_what_people_wrote() -> None:
    written = "*a* _b_ `c` -# #1 \\ <@1> @everyone"
    name = escape(written)
    assert without_formats(f"**{name}** moves.\n-# Why.") == f"{written} moves.\nWhy."
