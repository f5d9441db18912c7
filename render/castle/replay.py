"""A whole game as an animation that plays inline in a chat."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from engine.castle.events import Event, FeatureScored
from engine.castle.view import View
from engine.recorded import Ending
from render.castle.board.board import PLAIN, Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced
from render.tables.replay import Frame

CELL = 46
"""Half the size at which sprites are made: little detail is lost, and the files get smaller."""


def replay_gif(
    painter: Painter,
    frames: Sequence[Frame[View, Event]],
    names: tuple[str, str],
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> bytes:
    """`look` gives the theme and the words."""
    if not frames:
        raise ValueError("a replay needs at least one frame")
    *before_last, last = frames
    scenes = chain(
        (frame_scene(frame, names, look) for frame in before_last),
        [frame_scene(last, names, look, ending)],
    )
    return gif(painter, zip(scenes, durations(frames), strict=True))


def frame_scene(
    frame: Frame[View, Event],
    names: tuple[str, str],
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> Scene:
    over = frame.view.phase == "over"
    overlays = (Overlay.SCORED, Overlay.FINAL, Overlay.EMPTY) if over else (Overlay.SCORED,)
    small = replace(look, overlays=overlays, cell=CELL)
    return board_scene(frame.view, names, events=frame.events, ending=ending, look=small)


def durations(frames: Sequence[Frame[View, Event]]) -> list[int]:
    return paced([_scores(frame) for frame in frames])


def _scores(frame: Frame[View, Event]) -> bool:
    return any(isinstance(event, FeatureScored) and event.points for event in frame.events)
