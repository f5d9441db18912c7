"""A whole game as an animation that plays inline in a chat. Every frame shows the cells that hold
tiles in the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.view import View
from engine.recorded import Ending
from render.carcassonne.board.board import PLAIN, Look, Names, board_scene
from render.carcassonne.board.layout import TableLayout, span_of
from render.carcassonne.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced
from render.tables.replay import Frame

CELLS = (52, 44, 36)
"""How large a cell can be."""
LONGEST = 640
"""The maximum width and height of all cells together, unless they are of the smallest size."""


def replay_gif(
    painter: Painter,
    frames: Sequence[Frame[View, Event]],
    names: Names,
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> bytes:
    """`look` gives the theme and the words."""
    if not frames:
        raise ValueError("a replay needs at least one frame")
    scenes = replay_scenes(frames, names, look, ending)
    return gif(painter, zip(scenes, durations(frames), strict=True))


def replay_scenes(
    frames: Sequence[Frame[View, Event]],
    names: Names,
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> Iterator[Scene]:
    last = frames[-1]
    framed = replace(look, layout=layout_for(last.view), near=False)
    for frame in frames:
        ends = ending if frame is last else None
        yield frame_scene(frame, names, framed, ends)


def layout_for(view: View) -> TableLayout:
    span = span_of([tile.cell for tile in view.laid], 0)
    longest = max(span.columns, span.rows)
    return TableLayout(span, next((cell for cell in CELLS if cell * longest <= LONGEST), CELLS[-1]))


def frame_scene(
    frame: Frame[View, Event], names: Names, look: Look = PLAIN, ending: Ending | None = None
) -> Scene:
    over = frame.view.phase == "over"
    overlays = (Overlay.SCORED, Overlay.FINAL) if over else (Overlay.SCORED,)
    shown = replace(look, overlays=overlays)
    return board_scene(frame.view, names, events=frame.events, ending=ending, look=shown)


def durations(frames: Sequence[Frame[View, Event]]) -> list[int]:
    return paced([_scores(frame) for frame in frames])


def _scores(frame: Frame[View, Event]) -> bool:
    return any(isinstance(event, FeatureScored) and event.points for event in frame.events)
