"""The questions of a move, and what the answers are called."""

from functools import partial

import pytest

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.locale import Words, languages, words_of
from engine.carcassonne.catalogue import standard_catalogue
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.view import View
from render.carcassonne.sentences import name_segment
from render.picture.scene import Badge, Text
from render.pictures import Drawing
from render.subject import Subject
from tests.bot.games.kit import ENGLISH
from tests.engine.carcassonne.kit.boards import table
from tests.render.carcassonne.test_scenes import board_items

kinds = CARCASSONNE_FACE.choices.kinds
label = CARCASSONNE_FACE.choices.label
question = CARCASSONNE_FACE.choices.question
representative = CARCASSONNE_FACE.choices.representative
spell_out = CARCASSONNE_FACE.choices.spell_out
BIG = carcassonne.presets["big"]
kind_name = CARCASSONNE_FACE.texts.kind_name

LONGEST_OPTION = 100
START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def first_view(draws: str) -> View:
    return carcassonne.view(table(START, draws), 0)


def test_each_step_has_its_question() -> None:
    asked = [question(ENGLISH, step) for step in ("cell", "rotation", "follower")]
    assert asked == ["Where does the tile go?", "How is it turned?", "Place a follower?"]


def test_followers_are_offered_with_the_segment_they_stand_on() -> None:
    chosen = [("cell", "1,0"), ("rotation", "r0")]
    tokens = ("none", "knight@N", "highwayman@E", "farmer@S", "farmer@ENE")
    labels = [label(ENGLISH, first_view("D"), chosen, "follower", token) for token in tokens]
    assert labels == [
        "No follower",
        "Knight · city",
        "Highwayman · road",
        "Farmer · south field",
        "Farmer · north field",
    ]


def test_pictures_number_followers_from_top_to_bottom() -> None:
    chosen = [("cell", "1,0"), ("rotation", "r0")]
    tokens = ("none", "knight@N", "farmer@S", "highwayman@E", "farmer@ENE")
    marks = CARCASSONNE_FACE.choices.marks(first_view("D"), chosen, "follower", tokens)
    assert [mark.parts[0][1] for mark in marks] == [
        "knight@N",
        "farmer@ENE",
        "highwayman@E",
        "farmer@S",
    ]
    assert [mark.name for mark in marks] == ["1", "2", "3", "4"]
    drawing = CARCASSONNE_FACE.pictures.preview(
        ENGLISH, Subject(first_view("D"), ("Anna", "Ben"), parts=chosen, marks=marks)
    )
    assert numbers_on(drawing) == {"1", "2", "3", "4"}


def numbers_on(drawing: Drawing) -> set[str]:
    assert isinstance(drawing.paint, partial)
    [scene] = drawing.paint.args
    texts = [item.text for item in board_items(scene()) if isinstance(item, Badge | Text)]
    return {text for text in texts if text.isdecimal()}


def test_two_fields_in_one_corner_are_distinguished_by_the_city() -> None:
    """A road that bends around a corner, with a city behind it."""
    bend = standard_catalogue().turned["P"][0]
    named = [name_segment(ENGLISH, bend, index) for index in range(4)]
    assert named == ["city", "road", "south-east field by the city", "south-east field"]


def test_no_two_parts_of_a_tile_have_the_same_name(words: Words) -> None:
    catalogue = standard_catalogue()
    for four in catalogue.turned.values():
        for tile in four:
            named = [name_segment(words, tile, index) for index in range(len(tile.segments))]
            assert len(set(named)) == len(named)


def test_a_rotation_stands_for_those_that_look_like_it() -> None:
    assert [representative(first_view("U"), "rotation", f"r{turns}") for turns in range(4)] == [
        "r0",
        "r1",
        "r0",
        "r1",
    ]
    assert representative(first_view("U"), "cell", "1,0") == "1,0"


def test_a_move_is_spelled_on_one_line() -> None:
    parts = [("cell", "-1,0"), ("rotation", "r1"), ("follower", "farmer@N")]
    assert spell_out(ENGLISH, first_view("U"), parts) == "L50 ↻ 90° · farmer, north field"
    assert spell_out(ENGLISH, first_view("U"), parts[:2]) == "L50 ↻ 90°"
    assert spell_out(ENGLISH, first_view("U"), [*parts[:2], ("follower", "none")]) == "L50 ↻ 90°"


def test_drawable_kinds_are_numbered_and_known_to_the_rules() -> None:
    state = table(START, "U", then=("B", "C", "C", "V"))
    listed = [entry for _, group in kinds(ENGLISH, carcassonne.view(state, 0)) for entry in group]
    assert {kind for kind, _ in listed} == set(carcassonne.orders.kinds(state))
    numbers = [text.split(" · ")[0] for _, text in listed]
    assert numbers == [str(number) for number in range(1, len(listed) + 1)]


def test_every_kind_fits_a_menu_and_mentions_its_pennants_once(words: Words) -> None:
    view = carcassonne.view(carcassonne.begin("a", BIG, 0, 2)[0], None)
    tiles = {tile.lower(): turned for tile, [turned, *_] in view.catalogue.turned.items()}
    pennant = words("carcassonne.described.pennant", area="").split()[-1]
    for _, group in kinds(words, view):
        for kind, text in group:
            has_pennant = any(segment.marks for segment in tiles[kind].segments)
            assert text.count(pennant) == has_pennant, text
            assert len(text) <= LONGEST_OPTION, text


def test_a_kind_is_named_as_it_is_listed() -> None:
    view = carcassonne.view(carcassonne.begin("a", BIG, 0, 2)[0], None)
    for _, group in kinds(ENGLISH, view):
        for kind, text in group:
            assert f" · {kind_name(ENGLISH, kind)}: " in text


def test_every_kind_has_the_emoji_of_its_tile() -> None:
    view = carcassonne.view(carcassonne.begin("a", BIG, 0, 2)[0], None)
    for _, group in kinds(ENGLISH, view):
        for kind, _ in group:
            assert CARCASSONNE_FACE.texts.kind_emoji(kind) is not None, kind
