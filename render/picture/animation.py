"""Animations that play inline in a chat: GIFs in the shared palette. Knows no game.

A frame holds only what changed since the one before, with the rest left transparent.
"""

from collections.abc import Iterable

from PIL import GifImagePlugin, Image, ImageChops

from render.picture.colours.shared_palette import TRANSPARENT
from render.picture.paint import Painter
from render.picture.repainting import Repainting, bounding, shifted
from render.picture.scene import Point, Rect, Scene

TRAILER = b";"
ANY = bytes([0] + [255] * 255)
"""A lookup table that makes a mask from a difference: white wherever it is not 0."""
ONE_PIXEL = (0, 0, 1, 1)
"""The changed part of a frame in which nothing changed, since it has to show something."""


def gif(painter: Painter, frames: Iterable[tuple[Scene, int]]) -> bytes:
    """Scenes of one size, each with how long it is shown in milliseconds."""
    chunks: list[bytes] = []
    before: Image.Image | None = None
    repainting = Repainting(painter)
    for scene, duration in frames:
        frame, windows = repainting.numbers(scene)
        if before is None:
            chunks += _header(painter, frame)
            chunks += _blocks(frame, (0, 0), duration)
        else:
            part, at = _changes(frame, before, windows)
            chunks += _blocks(part, at, duration, transparency=TRANSPARENT)
        before = frame
    return b"".join([*chunks, TRAILER])


def _header(painter: Painter, frame: Image.Image) -> list[bytes]:
    first = painter.palette.finished(frame)
    header, _ = GifImagePlugin.getheader(first, info={"loop": 0, "optimize": False})
    return list(header)


def _changes(
    frame: Image.Image, before: Image.Image, windows: Iterable[Rect]
) -> tuple[Image.Image, Point]:
    """The smallest part of a frame that holds every change, and its place. Unchanged pixels are
    transparent, and so is everything outside the windows."""
    changes: list[tuple[Rect, Image.Image, Image.Image]] = []
    for window in windows:
        now = frame.crop(window)
        difference = ImageChops.difference(now, before.crop(window))
        box = difference.getbbox()
        if box is not None:
            mask = Image.frombytes("L", now.size, difference.tobytes().translate(ANY))
            changes.append((shifted(box, (0, 0), window[:2]), now.crop(box), mask.crop(box)))
    left, top, right, bottom = bounding([rect for rect, _, _ in changes] or [ONE_PIXEL])
    part = Image.new("L", (right - left, bottom - top), TRANSPARENT)
    for rect, now, mask in changes:
        part.paste(now, (rect[0] - left, rect[1] - top), mask)
    return part, (left, top)


def _blocks(part: Image.Image, at: Point, duration: int, **more: int) -> list[bytes]:
    """The blocks of a file that show a part of a picture."""
    shown = {"duration": duration, "disposal": 1, "include_color_table": False, **more}
    return list(GifImagePlugin.getdata(part, at, **shown))
