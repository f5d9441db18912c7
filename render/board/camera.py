"""The part of a board that a picture shows, and the coordinates along its edges, in pixels."""

from collections.abc import Iterable, Sequence

from render.picture.palette import Theme
from render.picture.scene import Box, Item, Rect, Size, Text

DIGIT = 0.6
"""How wide a digit of a coordinate is at most, relative to its height."""
VEIL = 0.7
"""How much the band under the letters hides."""
LETTER = 0.52
"""The approximate width of a digit, relative to its height."""
APART = 1.25
"""The distance between coordinates, relative to the width of the longest."""
STEPS = (1, 2, 5, 10)

Named = Iterable[tuple[int, str]]
"""The names of columns or rows, each with its position: pixels from the left or the top."""


def edge_labels(
    window: Rect, theme: Theme, columns: Named, rows: Named, *, size: int
) -> list[Item]:
    """The names of columns and rows in a window, along its top and left."""
    west, north, east, south = window
    width, height = east - west, south - north
    rows = list(rows)
    across, band = strips([name for _, name in rows], size)
    items: list[Item] = [
        Box((0, 0, width, band), theme.background, opacity=VEIL),
        Box((0, band, across, height), theme.background, opacity=VEIL),
    ]
    for at, name in columns:
        if west + across < at < east:
            place = (at - west, band // 2)
            items.append(Text(name, place, size, theme.text, bold=True, align="middle"))
    for at, name in rows:
        if north + band < at < south:
            place = (across // 2, at - north)
            items.append(Text(name, place, size, theme.text, bold=True, align="middle"))
    return items


def strips(rows: Iterable[str], size: int) -> Size:
    """How much of the left and of the top of a window its coordinates cover."""
    return max(size, round(size * max(map(len, rows), default=1) * DIGIT)), size


def within(window: Rect, strips: Size) -> Rect:
    """The part of a window that no coordinates cover."""
    left, top, right, bottom = window
    return left + strips[0], top + strips[1], right, bottom


def step(names: Sequence[str], apart: int, size: int) -> int:
    """The smallest step between shown names that leaves room, with all names this far apart."""
    longest = max(map(len, names)) * LETTER * size * APART
    return next((step for step in STEPS if step * apart >= longest), STEPS[-1])
