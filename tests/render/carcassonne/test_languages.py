"""In every language the words are where there is room for them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.carcassonne.view import View
from engine.recorded import Ending
from render.carcassonne import alt_text
from render.carcassonne.art.sprites import complete_catalogue
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.final import final_scene
from render.carcassonne.primer import ADDED, primer_scene
from render.carcassonne.tables import ADORNMENT, POINT_SOURCES
from render.carcassonne.tiles import describe_tile, sheet_scene, tile_name
from render.locale import Words, languages, words_of
from render.picture.names import LONGEST_ALT
from render.picture.scene import Badge, Box, Scene, SpritePicture
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.sources import Source, sources_scene
from tests.render.carcassonne.games import (
    SIX,
    all_events,
    frames,
    rotations_scene,
    seen,
)
from tests.render.lettered import box, check_that_nothing_is_cut_off, check_that_words_are_apart

WIDEST = ("W" * 32, "M" * 32, "Wilhelmina", "Q" * 32, "Bartholomew", "Ferdinand")


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def positions() -> Iterator[View]:
    """Everything that a footer can say, with two to five players, and on boards with much and with
    little room."""
    for seats in (2, 3, 4, 5):
        yield frames("goldens", seats)[0].view
        yield replace(frames("goldens", seats)[40].view, scores=(188,) * seats)
        yield frames("goldens", seats)[-1].view
    yield replace(frames("goldens", 5)[30].view, gone=(0, 3))
    for seats in (2, 6):
        big = frames("goldens", seats, "big")
        yield big[0].view
        yield replace(big[60].view, scores=(188,) * seats)
        yield big[-1].view


def footers(words: Words) -> Iterator[Scene]:
    for view in positions():
        names = WIDEST[: len(view.scores)]
        for near in (True, False):
            look = Look(words=words, near=near)
            yield board_scene(Subject(view, names), look)
        ending = Ending("agreed")
        yield board_scene(Subject(view, names, ending=ending), Look(words=words))


@cache
def scenes(words: Words) -> tuple[Scene, ...]:
    return tuple(_scenes(words))


def _scenes(words: Words) -> Iterator[Scene]:
    yield from footers(words)
    yield sheet_scene(words, seen("goldens", 0, 2, "big")[0])
    for ply in (0, 30, 60):
        yield sheet_scene(words, seen("goldens", ply)[0])
        yield rotations_scene(words, seen("goldens", ply)[0])
    for seats, preset in (
        (2, "classic"),
        (3, "current"),
        (5, "classic"),
        (5, "current"),
        (6, "big"),
    ):
        last = frames("goldens", seats, preset)[-1].view
        events = all_events("goldens", seats, preset)
        yield replace_board(final_scene(words, Subject(last, WIDEST[:seats], events)))
    yield primer_scene(words, expansions=[*ADDED])
    yield sources_scene(
        TableStyle(words, ADORNMENT), [Source("Anna", 3, {"field": 30})], POINT_SOURCES
    )


def replace_board(scene: Scene) -> Scene:
    """A scene without the board, where labels are placed next to features."""
    return replace(scene, items=scene.items[1:])


def test_nothing_is_cut_off(words: Words) -> None:
    for scene in scenes(words):
        check_that_nothing_is_cut_off(scene, WIDEST)


def test_no_words_lie_on_each_other(words: Words) -> None:
    for scene in scenes(words):
        check_that_words_are_apart(scene)


def test_footer_texts_cover_neither_followers_nor_names(words: Words) -> None:
    for scene in footers(words):
        rows = [item.rect for item in scene.items if isinstance(item, Box)]
        figures = [item for item in scene.items if isinstance(item, SpritePicture)]
        for badge in (item for item in scene.items if isinstance(item, Badge)):
            if badge.text.startswith("+"):
                continue
            left, top, right, bottom = box(badge)
            assert any(row[0] <= left and right <= row[2] for row in rows), badge.text
            for figure in figures:
                x, y = figure.at
                half = figure.size // 3
                apart = right <= x - half or left >= x + half or bottom <= y - half
                assert apart or top >= y + half, badge.text


def test_what_is_told_of_a_board_is_told_to_its_end(words: Words) -> None:
    for frame in (*frames("goldens", 5)[::7], *frames("goldens", 6, "big")[::7]):
        names = SIX[: len(frame.view.scores)]
        text = alt_text.board_alt(words, Subject(frame.view, names, frame.events))
        assert len(text) < LONGEST_ALT


def test_different_tiles_have_different_names_and_descriptions(words: Words) -> None:
    turned = complete_catalogue().turned
    assert len({tile_name(words, tile) for tile in turned}) == len(turned)
    for rotation in range(4):
        described = {describe_tile(words, four[rotation]) for four in turned.values()}
        assert len(described) == len(turned)
