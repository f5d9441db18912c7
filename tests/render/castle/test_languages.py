"""In every language the words are where there is room for them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import Spot
from engine.castle.view import View
from render.castle import alt_text
from render.castle.board.board import Look, board_scene
from render.castle.board.footer import CARD
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.primer import primer_scene
from render.castle.tables import ADORNMENT, POINT_SOURCES, course
from render.castle.tiles import sheet_scene
from render.locale import Words, languages, words_of
from render.picture.names import LONGEST_ALT
from render.picture.scene import Scene
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from render.tables.leaderboard import leaderboard_alt, leaderboard_scene
from render.tables.sources import sources_alt, sources_scene
from tests.render.castle.games import (
    NAMES,
    all_events,
    frames,
    leaderboards,
    rotations_scene,
    sources,
)
from tests.render.lettered import (
    box,
    check_that_nothing_is_cut_off,
    check_that_words_are_apart,
    letterings,
)


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


@pytest.fixture(autouse=True)
def _no_rigged_features_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.castle.board.overlays.scored_at_end", lambda events: [])


def longest_explanations() -> Iterator[Event]:
    for kind, wall_tiles in (("path", 0), ("tower", 2), ("house", 2)):
        for seat in (0, 1):
            yield FeatureScored(
                kind,
                Spot((4, 4), 1),
                ((4, 4),),
                (),
                False,
                (1, 1),
                seat,
                wall_tiles,
                88,
                3,
                None,
                None,
                2 if kind == "tower" else 1,
            )
    for seat in (0, 1):
        yield FinalScored("keep", seat, 28, count=28)
        yield FinalScored("court", seat, 33, count=11, each=3)
        for kind in ("wall4", "wall5", "wall6"):
            yield FinalScored(kind, seat, 88, count=22, wall_tiles=2, each=2)  # type: ignore[arg-type]
        yield FinalScored("wall7", seat, 55, count=11, wall_tiles=2, each=5)
        yield FinalScored("wall9", seat, 10, count=2, wall_tiles=2, each=5)


def positions() -> Iterator[View]:
    """Everything that a footer can say, and with nothing said."""
    game = frames("goldens")
    view = game[28].view
    last = game[-1].view
    yield replace(game[0].view, held=((), ()))
    yield replace(view, extra=True, tiles_left=58)
    yield replace(view, phase="again", drawn=None)
    yield replace(last, held=(tuple(range(1, 10)), (1, 1)))
    yield replace(last, scores=(170, 170), leaders=(0, 1))


@cache
def scenes(words: Words) -> tuple[Scene, ...]:
    return tuple(_scenes(words))


def _scenes(words: Words) -> Iterator[Scene]:
    game = frames("goldens")
    last = game[-1].view
    for view in positions():
        yield board_scene(Subject(view, NAMES), Look(words=words))
    for number in (0, 20, 57):
        yield sheet_scene(words, game[number].view)
        yield rotations_scene(words, game[number].view)
    for length in (1, 12, 21, 40, len(game)):
        yield chart_scene(
            TableStyle(words, ADORNMENT), course(frame.events for frame in game[:length]), NAMES
        )
    yield final_scene(words, Subject(last, NAMES, all_events("goldens")))
    yield primer_scene(words)
    larger = replace(last, held=((8, 8), (8, 8)), scores=(170, 170), leaders=(0, 1))
    yield final_scene(words, Subject(larger, NAMES, list(longest_explanations())))
    yield sources_scene(TableStyle(words, ADORNMENT), sources(), POINT_SOURCES)
    yield sources_scene(TableStyle(words, ADORNMENT), sources()[:1], POINT_SOURCES)
    for leaderboard in leaderboards():
        yield leaderboard_scene(
            TableStyle(words, ADORNMENT), replace(leaderboard, server="Friends")
        )


def test_nothing_is_cut_off(words: Words) -> None:
    for scene in scenes(words):
        check_that_nothing_is_cut_off(scene)


def test_no_words_lie_on_each_other(words: Words) -> None:
    for scene in scenes(words):
        check_that_words_are_apart(scene)


def test_footer_texts_stay_within_the_players_card(words: Words) -> None:
    for view in positions():
        for item in letterings(board_scene(Subject(view, NAMES), Look(words=words))):
            left, _, right, _ = box(item)
            assert right - left <= CARD * 0.7, item.text


def test_what_is_told_of_a_picture_is_told_to_its_end(words: Words) -> None:
    for frame in frames("goldens"):
        text = alt_text.board_alt(
            words, Subject(frame.view, NAMES, frame.events), overlays=[Overlay.SCORED]
        )
        assert len(text) < LONGEST_ALT
    assert len(sources_alt(words, sources(), POINT_SOURCES)) < LONGEST_ALT
    for leaderboard in leaderboards():
        assert len(leaderboard_alt(words, leaderboard)) < LONGEST_ALT
