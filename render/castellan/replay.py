"""A whole game as an animation that plays inline in a chat. Every frame shows as much of the meadow
as the castle covers in the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import Event, TurnScored
from engine.recorded import Ending
from render.castellan.board.board import PLAIN, Look, Names, board_scene
from render.castellan.board.layout import Layout, largest, span_of
from render.castellan.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced

ROOM = (900, 900)
"""How wide and high the meadow can be."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The position after a turn, and the turn's events."""

    view: View
    events: tuple[Event, ...]


def replay_gif(
    painter: Painter,
    moments: Sequence[Moment],
    names: Names,
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> bytes:
    """`look` gives the theme and the words."""
    if not moments:
        raise ValueError("a replay needs at least one moment")
    scenes = replay_scenes(moments, names, look, ending)
    return gif(painter, zip(scenes, durations(moments), strict=True))


def replay_scenes(
    moments: Sequence[Moment], names: Names, look: Look = PLAIN, ending: Ending | None = None
) -> list[Scene]:
    """All of one size, although there is no line of the last turn before the first one."""
    last = moments[-1]
    framed = replace(look, overlays=(Overlay.SCORED,), layout=layout_for(last.view))
    scenes = [
        board_scene(
            moment.view,
            names,
            events=moment.events,
            ending=ending if moment is last else None,
            look=framed,
        )
        for moment in moments
    ]
    size = max(scene.size for scene in scenes)
    return [replace(scene, size=size) for scene in scenes]


def layout_for(view: View) -> Layout:
    return largest(span_of([*view.plan.ends, *view.plan.towers, (0, 0)], 1), ROOM)


def durations(moments: Sequence[Moment]) -> list[int]:
    return paced([_scores(moment) for moment in moments])


def _scores(moment: Moment) -> bool:
    return any(isinstance(event, TurnScored) and event.points > 0 for event in moment.events)
