"""In every language the words are where there is room for them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.castellan.view import view
from render.castellan.alt_text import board_alt, final_alt, hand_alt, sheet_alt
from render.castellan.cards import sheet_scene
from render.castellan.final import final_scene
from render.castellan.primer import primer_scene
from render.castellan.tables import ADORNMENT, POINT_SOURCES
from render.locale import Words, languages, words_of
from render.picture.names import LONGEST_ALT
from render.picture.scene import Scene
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.sources import Source, sources_scene
from tests.render.castellan.frames import frames
from tests.render.castellan.games import NAMES, states
from tests.render.lettered import check_that_nothing_is_cut_off, check_that_words_are_apart

WIDEST = ("W" * 32, "M" * 32, "Wilhelmina", "Q" * 32)


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


@cache
def scenes(words: Words) -> tuple[Scene, ...]:
    return tuple(_scenes(words))


def _scenes(words: Words) -> Iterator[Scene]:
    for seats in (2, 3, 4):
        course = frames("goldens", seats)
        names = WIDEST[:seats]
        for frame in (course[0], course[len(course) // 2]):
            yield sheet_scene(words, frame.view, names)
        last = course[-1].view
        even = replace(last, scores=(188,) * seats, keeps=tuple(range(seats)), leaders=(seats - 1,))
        for position in (last, even, replace(last, gone=(0,), leaders=(1,))):
            yield without_the_board(final_scene(words, Subject(position, names)))
    large_courtyard = frames("four 17", 4)[-1].view
    yield without_the_board(final_scene(words, Subject(large_courtyard, WIDEST)))
    yield sheet_scene(words, replace(frames("goldens", 3)[9].view, gone=(1,)), WIDEST[:3])
    yield primer_scene(words)
    yield sources_scene(
        TableStyle(words, ADORNMENT), [Source("Anna", 3, {"single": 30})], POINT_SOURCES
    )


def without_the_board(scene: Scene) -> Scene:
    """A scene without the board, where labels are placed next to courtyards."""
    return replace(scene, items=scene.items[1:])


def test_nothing_is_cut_off(words: Words) -> None:
    for scene in scenes(words):
        check_that_nothing_is_cut_off(scene, WIDEST)


def test_no_words_lie_on_each_other(words: Words) -> None:
    for scene in scenes(words):
        check_that_words_are_apart(scene)


def test_what_is_told_of_a_position_is_told_to_its_end(words: Words) -> None:
    course = states("goldens", 4)
    for state, events in course[::5]:
        seen = view(state, state.seat)
        for alt in (
            board_alt(words, Subject(seen, NAMES, events)),
            sheet_alt(words, seen, NAMES),
            hand_alt(words, seen),
            final_alt(words, Subject(seen, NAMES)),
        ):
            assert len(alt) < LONGEST_ALT
