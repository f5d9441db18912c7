"""The replay is an animation of one size that shows every position, and holds the last."""

from io import BytesIO

import pytest
from PIL import Image

from render.carcassonne.painter import carcassonne_painter
from render.carcassonne.replay import durations, layout_for, replay_gif, replay_scenes
from render.tables.pace import HELD, NORMAL, QUICK, SCORING
from tests.render.carcassonne.games import NAMES, frames


def test_every_frame_shows_the_cells_of_the_whole_game() -> None:
    told = frames("replay", 3)
    scenes = list(replay_scenes(told, NAMES[:3]))
    assert len(scenes) == len(told)
    assert len({scene.size for scene in scenes}) == 1
    layout = layout_for(told[-1].view)
    for tile in told[-1].view.laid:
        x, y = layout.cell_origin(tile.cell)
        assert 0 <= x <= layout.size[0] - layout.cell
        assert 0 <= y <= layout.size[1] - layout.cell


def test_the_opening_is_quicker_and_the_end_is_held() -> None:
    times = durations(frames("replay", 3))
    assert times[0] == QUICK
    assert times[-1] == HELD
    assert set(times[len(times) // 3 : -1]) == {NORMAL, SCORING}


def test_it_plays_again_and_again() -> None:
    told = frames("replay", 3)[:6]
    animation = replay_gif(carcassonne_painter(), told, NAMES[:3])
    with Image.open(BytesIO(animation), formats=("GIF",)) as gif:
        assert gif.n_frames == len(told)  # type: ignore[attr-defined]
        assert gif.info["loop"] == 0


def test_a_replay_needs_something_to_show() -> None:
    with pytest.raises(ValueError, match="at least one"):
        replay_gif(carcassonne_painter(), [], NAMES[:2])
