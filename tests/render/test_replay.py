"""The replay of every game is an animation of one size that shows every position, and holds the
last."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter
from render.carcassonne.pictures import replay_layout as carcassonne_layout
from render.castellan.pictures import CastellanPictures, castellan_painter
from render.castellan.pictures import replay_layout as castellan_layout
from render.castle.pictures import CastlePictures
from render.locale import english
from render.picture.paint import Painter
from render.pictures import GamePictures
from render.subject import subjects_of
from render.tables.replay import HELD, NORMAL, QUICK, SCORING, Frame, durations
from tests.render.carcassonne.games import frames as carcassonne_frames
from tests.render.castellan.frames import frames as castellan_frames
from tests.render.castle.games import NAMES, frames

AnyPictures = GamePictures[Any, Any]
AnyFrames = Sequence[Frame[Any, Any]]


@pytest.fixture(
    params=["castle", "carcassonne", "castellan"],
)
def game(request: pytest.FixtureRequest, painter: Painter) -> tuple[AnyPictures, AnyFrames]:
    match request.param:
        case "castle":
            return CastlePictures(lambda: painter, "light"), frames("goldens")
        case "carcassonne":
            return CarcassonnePictures(carcassonne_painter), carcassonne_frames("goldens", 2)
        case _:
            return CastellanPictures(castellan_painter), castellan_frames("goldens", 2)


@pytest.fixture(scope="module")
def castle_replay(painter: Painter) -> bytes:
    pictures = CastlePictures(lambda: painter, "light")
    return pictures.replay(english(), frames("goldens"), NAMES).paint()


def test_every_frame_is_the_picture_of_its_position(painter: Painter, castle_replay: bytes) -> None:
    course = frames("goldens")
    scenes = [
        *CastlePictures(lambda: painter, "light").replay_scenes(
            english(), subjects_of(course, NAMES)
        )
    ]
    with Image.open(BytesIO(castle_replay), formats=("GIF",)) as gif:
        assert gif.n_frames == len(course)  # type: ignore[attr-defined]
        for number in (0, 1, 17, 40, len(course) - 1):
            gif.seek(number)
            picture = painter.picture(scenes[number]).convert("RGB")
            assert ImageChops.difference(gif.convert("RGB"), picture).getbbox() is None


def test_the_file_says_how_long_each_frame_is_shown(castle_replay: bytes, painter: Painter) -> None:
    pictures = CastlePictures(lambda: painter)
    times = durations([pictures.has_points(frame.events) for frame in frames("goldens")])
    with Image.open(BytesIO(castle_replay), formats=("GIF",)) as gif:
        lasting = []
        for number in range(len(times)):
            gif.seek(number)
            lasting.append(gif.info["duration"])
    assert lasting == times


def test_a_replay_is_small(castle_replay: bytes) -> None:
    assert len(castle_replay) < 1_000_000


def test_the_opening_is_quicker_and_the_end_is_held(game: tuple[AnyPictures, AnyFrames]) -> None:
    pictures, course = game
    times = durations([pictures.has_points(frame.events) for frame in course])
    *later, last = times[len(times) // 3 :]
    assert times[0] == min(times)
    assert len(set(later)) == 2
    assert min(later) > times[0]
    assert last == HELD


def test_a_whole_game_takes_at_most_fifteen_seconds(game: tuple[AnyPictures, AnyFrames]) -> None:
    pictures, course = game
    times = durations([pictures.has_points(frame.events) for frame in course])
    assert 14_000 < sum(times) <= 15_000
    assert all(time % 10 == 0 for time in times)


def test_the_few_moves_of_a_short_game_are_not_stretched() -> None:
    assert durations([False, False, True, False]) == [QUICK, NORMAL, SCORING, HELD]


def test_no_frame_is_too_short_for_players_of_gifs() -> None:
    assert min(durations([False] * 1000)) == 20


def test_it_plays_again_and_again(game: tuple[AnyPictures, AnyFrames]) -> None:
    pictures = game[0]
    course = game[1][:6]
    animation = pictures.replay(english(), course, NAMES).paint()
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        assert gif.n_frames == len(course)  # type: ignore[attr-defined]
        assert gif.info["loop"] == 0


def test_a_replay_needs_something_to_show(game: tuple[AnyPictures, AnyFrames]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        game[0].replay(english(), [], NAMES)


def test_every_frame_shows_the_cells_of_the_whole_game() -> None:
    course = carcassonne_frames("goldens", 3)
    pictures = CarcassonnePictures(carcassonne_painter)
    scenes = [*pictures.replay_scenes(english(), subjects_of(course, ("Anna", "Ben", "Cleo")))]
    assert len(scenes) == len(course)
    assert len({scene.size for scene in scenes}) == 1
    layout = carcassonne_layout(course[-1].view)
    for tile in course[-1].view.laid:
        x, y = layout.cell_origin(tile.cell)
        assert 0 <= x <= layout.size[0] - layout.cell
        assert 0 <= y <= layout.size[1] - layout.cell


def test_every_replay_frame_spans_the_extent_of_the_final_castle() -> None:
    course = castellan_frames("goldens", 3)
    pictures = CastellanPictures(castellan_painter)
    scenes = [*pictures.replay_scenes(english(), subjects_of(course, ("Anna", "Ben", "Cleo")))]
    assert len(scenes) == len(course)
    assert len({scene.size for scene in scenes}) == 1
    plan = course[-1].view.plan
    layout = castellan_layout(plan)
    for at in plan.ends:
        x, y = layout.at(*at)
        assert layout.stretch <= x <= layout.size[0] - layout.stretch // 2
        assert layout.stretch <= y <= layout.size[1] - layout.stretch // 2
