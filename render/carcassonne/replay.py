"""A whole game as an animation that plays inline in a chat. Every frame shows the cells that hold
tiles in the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.carcassonne.seen.view import View
from engine.carcassonne.vocabulary.events import Event, FeatureScored
from engine.recorded import Ending
from render.carcassonne.board.board import PLAIN, Look, Names, board_scene
from render.carcassonne.board.layout import Layout, span_of
from render.carcassonne.board.overlays import Overlay
from render.picture.animation import gif
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.pace import paced

CELLS = (52, 44, 36)
"""How large a cell can be."""
LONGEST = 640
"""The maximum width and height of all cells together, unless they are of the smallest size."""


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
) -> Iterator[Scene]:
    last = moments[-1]
    framed = replace(look, layout=layout_for(last.view), near=False)
    for moment in moments:
        ends = ending if moment is last else None
        yield moment_scene(moment, names, framed, ends)


def layout_for(view: View) -> Layout:
    span = span_of([tile.cell for tile in view.laid], 0)
    longest = max(span.columns, span.rows)
    return Layout(span, next((cell for cell in CELLS if cell * longest <= LONGEST), CELLS[-1]))


def moment_scene(
    moment: Moment, names: Names, look: Look = PLAIN, ending: Ending | None = None
) -> Scene:
    over = moment.view.phase == "over"
    overlays = (Overlay.SCORED, Overlay.FINAL) if over else (Overlay.SCORED,)
    shown = replace(look, overlays=overlays)
    return board_scene(moment.view, names, events=moment.events, ending=ending, look=shown)


def durations(moments: Sequence[Moment]) -> list[int]:
    return paced([_scores(moment) for moment in moments])


def _scores(moment: Moment) -> bool:
    return any(isinstance(event, FeatureScored) and event.points for event in moment.events)
