"""The replay is an animation of one size that shows every position, and holds the last."""

from io import BytesIO

import pytest
from PIL import Image

from render.castellan.painter import castellan_painter
from render.castellan.replay import durations, layout_for, replay_gif, replay_scenes
from render.tables.pace import HELD, NORMAL, QUICK, SCORING
from tests.render.castellan.frames import frames
from tests.render.castellan.games import NAMES


def test_every_frame_shows_as_much_as_the_castle_covers_in_the_end() -> None:
    told = frames("replay", 3)
    scenes = replay_scenes(told, NAMES[:3])
    assert len(scenes) == len(told)
    assert len({scene.size for scene in scenes}) == 1
    layout = layout_for(told[-1].view)
    for at in told[-1].view.plan.ends:
        x, y = layout.at(*at)
        assert layout.stretch <= x <= layout.size[0] - layout.stretch
        assert layout.stretch <= y <= layout.size[1] - layout.stretch


def test_the_opening_is_quicker_and_the_end_is_held() -> None:
    times = durations(frames("replay", 3))
    assert times[0] == QUICK
    assert times[-1] == HELD
    assert set(times[len(times) // 3 : -1]) == {NORMAL, SCORING}


def test_it_plays_again_and_again() -> None:
    told = frames("replay", 3)[:6]
    animation = replay_gif(castellan_painter(), told, NAMES[:3])
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        assert gif.n_frames == len(told)  # type: ignore[attr-defined]
        assert gif.info["loop"] == 0


def test_a_replay_needs_something_to_show() -> None:
    with pytest.raises(ValueError, match="at least one"):
        replay_gif(castellan_painter(), [], NAMES[:2])
