"""Coordinates along the edges of a board picture: the names of its columns and rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from render.picture.palette import Theme
from render.picture.scene import Box, Colour, Item, Rect, Size, Text

# The maximum width of a coordinate's digit, relative to its height.
DIGIT = 0.65
# The opacity of the band under the letters.
VEIL = 0.7
# The approximate width of a letter, relative to its height.
LETTER = 0.8
# The distance between coordinates, relative to the width of the longest.
APART = 1.5
# Of so many coordinates, one is shown where there is no room for all.
STEPS = (1, 2, 5, 10)
# The height of the letters is a multiple of this, so that they are the same at many widths.
HEIGHTS = 4

# Names of columns or rows, each with its pixel from the left or the top of the board.
Ticks = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Coordinates:
    columns: Ticks
    rows: Ticks
    size: int
    """The height of the letters."""
    apart: int | None = None
    """The distance of neighbouring names, where some are left out for want of room."""
    ground: Colour | None = None
    """The colour of the band under the letters; by default the background's."""

    @property
    def covered(self) -> Size:
        """How much of a window they cover on the left and at the top."""
        return _strips(self.rows, self.size)

    def items(self, window: Rect, theme: Theme, top: int = 0) -> list[Item]:
        """Draw the coordinates of a window, which is this far below the top of the picture."""
        west, north, east, south = window
        width = east - west
        height = south - north
        size = self.size
        columns = self._with_room(self.columns)
        rows = self._with_room(self.rows)
        across, band = _strips(rows, size)
        veil = self.ground or theme.background
        items: list[Item] = [
            Box((0, top, width, top + band), veil, opacity=VEIL),
            Box((0, top + band, across, top + height), veil, opacity=VEIL),
        ]
        for x, name in columns:
            if west + across < x < east:
                point = (x - west, top + band // 2)
                items.append(Text(name, point, size, theme.text, bold=True, align="middle"))
        for y, name in rows:
            if north + band < y < south:
                point = (across // 2, top + y - north)
                items.append(Text(name, point, size, theme.text, bold=True, align="middle"))
        return items

    def _with_room(self, ticks: Ticks) -> Ticks:
        """Leave out so many that there is room between columns."""
        if self.apart is None:
            return ticks
        longest = max(len(name) for _, name in self.columns) * LETTER * self.size * APART
        every = next((step for step in STEPS if step * self.apart >= longest), STEPS[-1])
        return ticks[::every]


def letter_height(share: float, width: int) -> int:
    """Choose a height of at least this share of the width of a picture."""
    return ceil(share * width / HEIGHTS) * HEIGHTS


def _strips(rows: Ticks, size: int) -> Size:
    return max(size, round(size * max((len(name) for _, name in rows), default=1) * DIGIT)), size
