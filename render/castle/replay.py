"""A whole game as an animation that plays inline in a chat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from engine.castle.seen.view import View
from engine.castle.vocabulary.events import Event, FeatureScored
from engine.recorded import Ending
from render.castle.board.board import PLAIN, Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced

CELL = 46
"""Half the size at which sprites are made: little detail is lost, and the files get smaller."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The position after a turn, and the turn's events."""

    view: View
    events: tuple[Event, ...]


def replay_gif(
    painter: Painter,
    moments: Sequence[Moment],
    names: tuple[str, str],
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> bytes:
    """`look` gives the theme and the words."""
    if not moments:
        raise ValueError("a replay needs at least one moment")
    *before_last, last = moments
    scenes = chain(
        (moment_scene(moment, names, look) for moment in before_last),
        [moment_scene(last, names, look, ending)],
    )
    return gif(painter, zip(scenes, durations(moments), strict=True))


def moment_scene(
    moment: Moment, names: tuple[str, str], look: Look = PLAIN, ending: Ending | None = None
) -> Scene:
    over = moment.view.phase == "over"
    overlays = (Overlay.SCORED, Overlay.FINAL, Overlay.EMPTY) if over else (Overlay.SCORED,)
    small = replace(look, overlays=overlays, cell=CELL)
    return board_scene(moment.view, names, events=moment.events, ending=ending, look=small)


def durations(moments: Sequence[Moment]) -> list[int]:
    return paced([_scores(moment) for moment in moments])


def _scores(moment: Moment) -> bool:
    return any(isinstance(event, FeatureScored) and event.points for event in moment.events)
