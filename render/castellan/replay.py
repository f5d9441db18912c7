"""A whole game as an animation that plays inline in a chat. Every frame shows as much of the meadow
as the castle covers in the end."""

from collections.abc import Sequence
from dataclasses import replace

from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import Event, TurnScored
from engine.recorded import Ending
from render.castellan.board.board import PLAIN, Look, Names, board_scene
from render.castellan.board.layout import PlanLayout, largest, span_of
from render.castellan.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced
from render.tables.replay import Frame

ROOM = (900, 900)
"""How wide and high the meadow can be."""


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
) -> list[Scene]:
    """All of one size, although there is no line of the last turn before the first one."""
    last = frames[-1]
    framed = replace(look, overlays=(Overlay.SCORED,), layout=layout_for(last.view))
    scenes = [
        board_scene(
            frame.view,
            names,
            events=frame.events,
            ending=ending if frame is last else None,
            look=framed,
        )
        for frame in frames
    ]
    size = max(scene.size for scene in scenes)
    return [replace(scene, size=size) for scene in scenes]


def layout_for(view: View) -> PlanLayout:
    return largest(span_of([*view.plan.ends, *view.plan.towers, (0, 0)], 1), ROOM)


def durations(frames: Sequence[Frame[View, Event]]) -> list[int]:
    return paced([_scores(frame) for frame in frames])


def _scores(frame: Frame[View, Event]) -> bool:
    return any(isinstance(event, TurnScored) and event.points > 0 for event in frame.events)
