"""A whole game as an animation that plays inline in a chat: a GIF in the shared palette.

A frame holds only what changed since the one before, with the rest left transparent. The opening
runs faster, turns that score stay longer, and the last frame is held.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from PIL import GifImagePlugin, Image, ImageChops

from engine.castle.seen.view import View
from engine.castle.vocabulary.events import Event, FeatureScored
from engine.recorded import Ending
from render.castle.board.board import PLAIN, Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.colours.shared_palette import TRANSPARENT
from render.picture.paint import Painter
from render.picture.scene import Scene

CELL = 60
OPENING = 0.3
"""The share of a game that counts as its opening."""
QUICK, NORMAL, SCORING, HELD = 260, 520, 950, 6000
"""How long a frame stays, in milliseconds."""
TRAILER = b";"


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
    chunks: list[bytes] = []
    before: Image.Image | None = None
    for scene, duration in zip(scenes, durations(moments), strict=True):
        frame = painter.numbers(scene)
        if before is None:
            chunks += _header(painter, frame)
        chunks += _frame(frame, before, duration)
        before = frame
    return b"".join([*chunks, TRAILER])


def moment_scene(
    moment: Moment, names: tuple[str, str], look: Look = PLAIN, ending: Ending | None = None
) -> Scene:
    over = moment.view.phase == "over"
    overlays = (Overlay.SCORED, Overlay.FINAL, Overlay.EMPTY) if over else (Overlay.SCORED,)
    small = replace(look, overlays=overlays, cell=CELL)
    return board_scene(moment.view, names, events=moment.events, ending=ending, look=small)


def durations(moments: Sequence[Moment]) -> list[int]:
    last = len(moments) - 1
    found = []
    for number, moment in enumerate(moments):
        if number == last:
            found.append(HELD)
        elif any(isinstance(event, FeatureScored) and event.points for event in moment.events):
            found.append(SCORING if number >= OPENING * last else NORMAL)
        else:
            found.append(NORMAL if number >= OPENING * last else QUICK)
    return found


def _header(painter: Painter, frame: Image.Image) -> list[bytes]:
    first = painter.palette.finished(frame)
    header, _ = GifImagePlugin.getheader(first, info={"loop": 0, "optimize": False})
    return list(header)


def _frame(frame: Image.Image, before: Image.Image | None, duration: int) -> list[bytes]:
    """The blocks of one frame: the smallest part that holds every change."""
    shown = {"duration": duration, "disposal": 1, "include_color_table": False}
    if before is None:
        return list(GifImagePlugin.getdata(frame, (0, 0), **shown))
    changed = ImageChops.difference(frame, before)
    left, top, right, bottom = changed.getbbox() or (0, 0, 1, 1)
    box = (left, top, right, bottom)
    same = changed.crop(box).point([255] + [0] * 255, "1")
    part = frame.crop(box)
    part.paste(TRANSPARENT, (0, 0), same)
    return list(GifImagePlugin.getdata(part, (left, top), transparency=TRANSPARENT, **shown))
