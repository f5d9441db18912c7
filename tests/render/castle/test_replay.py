"""The replay is an animation that shows every position, and holds the last."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render.castle.replay import durations, frame_scene, replay_gif
from render.picture.paint import Painter
from render.tables.pace import HELD, NORMAL, QUICK, SCORING
from tests.render.castle.games import NAMES, frames


@pytest.fixture(scope="module")
def animation(painter: Painter) -> bytes:
    return replay_gif(painter, frames("replay"), NAMES)


def test_every_frame_is_the_picture_of_its_position(painter: Painter, animation: bytes) -> None:
    told = frames("replay")
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        assert gif.n_frames == len(told)  # type: ignore[attr-defined]
        for number in (0, 1, 17, 40, len(told) - 1):
            gif.seek(number)
            picture = painter.picture(frame_scene(told[number], NAMES)).convert("RGB")
            assert ImageChops.difference(gif.convert("RGB"), picture).getbbox() is None


def test_the_opening_is_quicker_and_the_end_is_held(animation: bytes) -> None:
    times = durations(frames("replay"))
    assert times[0] == QUICK
    assert times[-1] == HELD
    assert set(times[len(times) // 3 : -1]) == {NORMAL, SCORING}
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        found = []
        for number in range(len(times)):
            gif.seek(number)
            found.append(gif.info["duration"])
    assert found == times


def test_it_plays_again_and_again_and_is_small(animation: bytes) -> None:
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        assert gif.info["loop"] == 0
    assert len(animation) < 1_000_000


def test_a_replay_needs_something_to_show(painter: Painter) -> None:
    with pytest.raises(ValueError, match="at least one"):
        replay_gif(painter, [], NAMES)
