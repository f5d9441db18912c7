"""A whole game, tapped in the panel by both players, as the channel and the players saw it."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from bot.games.face import AnyFace
from bot.games.regions import MOST
from bot.locale import words_of
from engine.castle.catalogue import standard_catalogue
from engine.castle.view import view
from engine.tiles.grid import Cell
from render.castle.tiles import tile_name
from tests.bot.discord.kit.limits import LARGEST_FILE, beyond, messages
from tests.bot.discord.kit.moves import RULES, eagerly
from tests.bot.discord.kit.recording import Recorded, Turn, record
from tests.bot.discord.kit.world import LOOKING_BACK

FIRST_BUTTONS = ("Play", "Board", "Tiles left", "Log", "Predict")
BUTTONS = ("Play", "Board", "Tiles left", "Log", "Since my last turn", "Predict")
RARE = {"wall_tiles", "order", "again"}
NAMES = ("Anna", "Ben")
ENGLISH = words_of("en")
TILES = standard_catalogue().turned
TURNING = re.compile(r"As drawn|↻ \d+°")


@pytest.fixture(scope="module")
def recording(faces: Mapping[str, AnyFace], tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Randomness leads it to wall tiles of several kinds, to orders and to another turn."""
    return record(tmp_path_factory.mktemp("game") / "bot.db", faces, eagerly, Random("0"))


@pytest.fixture
def turns(recording: Recorded) -> tuple[Turn, ...]:
    return recording.turns


def test_it_brings_up_what_this_file_is_about(turns: tuple[Turn, ...]) -> None:
    steps = {name for turn in turns for name in chosen_steps(turn)}
    assert steps == {"cell", "rotation", "follower", "wall_tiles", "order", "again"}
    assert turns[-1].after.phase == "over"
    assert len(turns) >= 60


def test_each_turn_is_posted_once(recording: Recorded, turns: tuple[Turn, ...]) -> None:
    assert [len(turn.posts) for turn in turns] == [1] * len(turns)
    assert all(turn.posts[0].files == ("board.png",) for turn in turns[:-1])


def test_a_post_says_what_happened_and_whose_turn_it_is(turns: tuple[Turn, ...]) -> None:
    for turn in turns[:-1]:
        text = turn.posts[0].text
        next_player = turn.after.seat
        assert text.startswith(f"**{NAMES[turn.before.seat]}** ")
        assert ("wall tile 1?" in text) == (not drawn_tile(turn))
        person = turn.player if next_player == turn.before.seat else turn.other
        assert re.findall(r"<@(\d+)>", text) == [str(person)]


def test_a_post_pings_whoever_is_to_act_and_nobody_else(turns: tuple[Turn, ...]) -> None:
    """Somebody who acts again after their own move knows it already."""
    for turn in turns[:-1]:
        again = turn.after.seat == turn.before.seat
        assert turn.pings == ({"parse": []} if again else {"parse": [], "users": [turn.other]},)


def test_a_post_explains_every_point(turns: tuple[Turn, ...]) -> None:
    for turn in turns[:-1]:
        points = re.findall(r"\*\*(\d+) points?(?: for (\w+))?\*\*", turn.posts[0].text)
        mover = NAMES[turn.before.seat]
        gained = [sum(int(n) for n, name in points if (name or mover) == who) for who in NAMES]
        assert tuple(gained) == RULES.points(turn.events)


def test_a_post_has_its_buttons_and_an_alt_text(
    turns: tuple[Turn, ...],
) -> None:
    for turn in turns[:-1]:
        [post] = turn.posts
        assert post.labels == BUTTONS
        [alt] = post.alts
        assert f"Anna: {turn.after.scores[0]} point" in alt
        assert f"Ben: {turn.after.scores[1]} point" in alt
        assert drawn_tile(turn) in alt


def test_the_older_post_loses_buttons_and_what_is_to_come(
    turns: tuple[Turn, ...],
) -> None:
    for turn in turns:
        was = turn.older_was
        now = turn.older
        assert was.labels == (BUTTONS if turn is not turns[0] else FIRST_BUTTONS)
        assert now.labels == ()
        assert (now.alts, now.files) == (was.alts, was.files)
        *happened, turn_line = was.text.split("\n")
        assert turn_line.startswith("<@")
        assert now.text == re.sub(r", \d+ tiles? left", "", "\n".join(happened))


def test_an_ordinary_turn_takes_at_most_five_taps(turns: tuple[Turn, ...]) -> None:
    ordinary = [turn for turn in turns if not chosen_steps(turn) & RARE]
    assert len(ordinary) > len(turns) / 2
    assert max(turn.taps for turn in ordinary if len(first_cells(turn)) <= MOST) == 5
    assert max(turn.taps for turn in ordinary) == 6, "a region first"
    assert min(turn.taps for turn in turns) == 2, "another turn: Play, and the answer"
    assert max(turn.taps for turn in turns) <= 8


def test_the_panel_foretells_the_points_that_are_given_then(turns: tuple[Turn, ...]) -> None:
    for turn in turns[:-1]:
        mine = rf"\*\*(\d+) points? for (?:you|{NAMES[turn.before.seat]})\*\*"
        theirs = rf"\*\*(\d+) points? for {NAMES[1 - turn.before.seat]}\*\*"
        preview = turn.pages[-1].text
        sums = [_sum(pattern, preview) for pattern in (mine, theirs)]
        points = RULES.points(turn.events)
        assert sums == [points[turn.before.seat], points[1 - turn.before.seat]], preview


def test_the_panel_previews_a_wall_tile_without_its_kind(
    turns: tuple[Turn, ...],
) -> None:
    taken = 0
    for turn in turns:
        preview = turn.pages[-1].text
        happened = turn.posts[0].text
        stops = re.findall(r"stops on (\d+) and takes the wall tile there", preview)
        landed = r"lands exactly on corner tower (\d+) and takes wall tile \d there"
        assert stops == re.findall(landed, happened)
        assert not re.search(r"takes wall tile \d", preview)
        taken += len(stops)
    assert taken > 5


def test_the_panel_tells_nothing_of_the_tiles_to_come(turns: tuple[Turn, ...]) -> None:
    asked = 0
    for turn in turns:
        setup = turn.before.setup
        dealt = turn.before.dealt
        hidden = set(setup.deck[dealt:]) - set(setup.deck[:dealt])
        words = "\n".join(page.words for page in turn.pages)
        names = {*hidden, *(tile_name(ENGLISH, tile) for tile in hidden)}
        assert [name for name in names if is_named_in(words, name)] == [], turn.move.text
        asked += len(hidden)
    assert asked


def test_every_page_of_the_panel_has_a_described_picture(
    turns: tuple[Turn, ...],
) -> None:
    for turn in turns:
        for page in turn.pages:
            assert page.files == ("board.png",)
            assert all(page.alts)
        if turn.before.phase == "place":
            alt = turn.pages[-1].alts[0]
            assert f"is looking at {turn.move.text}, not confirmed yet" in alt


def test_the_confirmed_panel_asks_about_another_turn(
    turns: tuple[Turn, ...],
) -> None:
    asked = [turn for turn in turns if turn.after.phase == "again"]
    assert asked
    for turn in asked:
        assert set(turn.answer.labels) == {"Another turn", "No, save wall tile 1", "Note"}
        assert "Take another turn with wall tile 1?" in turn.answer.text
    others = [turn for turn in turns if turn.after.seat != turn.before.seat]
    assert all(turn.answer.text == "Played." for turn in others[:-1])


def test_the_last_post_says_who_won_and_what_decided_it(recording: Recorded) -> None:
    last = recording.turns[-1]
    [end] = recording.end
    scores = last.after.scores
    winner = NAMES[scores.index(max(scores))]
    points = f"{max(scores)}–{min(scores)}"
    assert end.text.startswith(f"## {winner} wins {points}\nWhat decided it: ")
    assert end.files == ("end.png",)
    assert all(str(score) in end.alts[0] for score in scores)
    assert end.labels == (*LOOKING_BACK, "Rematch")


def test_every_request_is_within_the_limits_of_discord(recording: Recorded) -> None:
    assert beyond(recording.requests) == []
    assert len(list(messages(recording.requests))) > 300


def test_every_picture_is_small_enough_to_be_sent(turns: tuple[Turn, ...]) -> None:
    pages = [page for turn in turns for page in (*turn.pages, *turn.posts)]
    assert max(size for page in pages for size in page.sizes) < LARGEST_FILE / 10


def test_no_page_and_no_post_shows_the_id_of_a_tile(turns: tuple[Turn, ...]) -> None:
    ids = [tile for tile in TILES if tile_name(ENGLISH, tile) != tile]
    for turn in turns:
        for page in (*turn.pages, turn.answer, *turn.posts):
            assert [tile for tile in ids if is_named_in(page.words, tile)] == []


def first_cells(turn: Turn) -> set[Cell]:
    return {placement.cell for placement in view(turn.before, None).placements}


def drawn_tile(turn: Turn) -> str:
    return tile_name(ENGLISH, turn.after.drawn or "")


def is_named_in(words: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) is not None


def chosen_steps(turn: Turn) -> set[str]:
    return {name for name, token in turn.move.parts if token != "none"}


def _sum(pattern: str, text: str) -> int:
    return sum(int("".join(match.groups(""))) for match in re.finditer(pattern, text))
