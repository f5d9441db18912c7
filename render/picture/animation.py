"""Animations that play inline in a chat: GIFs in the shared palette. Knows no game.

A frame holds only what changed since the one before, with the rest left transparent.
"""

from collections.abc import Iterable

from PIL import GifImagePlugin, Image, ImageChops

from render.picture.colours.shared_palette import TRANSPARENT
from render.picture.paint import Painter
from render.picture.repainting import Repainting
from render.picture.scene import Scene

TRAILER = b";"


def gif(painter: Painter, frames: Iterable[tuple[Scene, int]]) -> bytes:
    """Scenes of one size, each with how long it stays in milliseconds."""
    chunks: list[bytes] = []
    before: Image.Image | None = None
    repainting = Repainting(painter)
    for scene, duration in frames:
        frame = repainting.numbers(scene)
        if before is None:
            chunks += _header(painter, frame)
        chunks += _frame(frame, before, duration)
        before = frame
    return b"".join([*chunks, TRAILER])


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
