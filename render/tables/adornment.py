"""What a game adds to its tables, so that they look like its boards: their ground, and a figure for
each seat. All tables lie on plates on this ground, in the units of one width."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from render.picture.palette import Theme
from render.picture.scene import Box, Colour, Item, Name, Rect, Size, ThemeName

WIDTH = 1240
"""The width of every table."""
EDGE, GAP = 28, 16
"""The ground that is visible around plates and between them."""
LABEL, SMALL = 46, 40
"""The heights of labels and of secondary text: 14 and 12 pixels on a phone."""
RADIUS = 22


@dataclass(frozen=True, slots=True)
class Adornment:
    """The additions of a game to its tables."""

    figures: Sequence[Name]
    """The figure of each seat."""
    ground: Callable[[ThemeName, Size], Sequence[Item]]
    """The ground of a picture of this size."""
    frieze: tuple[Item, ...] = ()
    """The items along the top of a leaderboard."""
    height: int = 0
    """The height of the frieze."""


def plate(rect: Rect, theme: Theme, edge: Colour | None = None) -> Box:
    """A place on the ground, as those of the players below a board; framed in a colour if it is to
    be noticed."""
    width = 4 if edge is None else 8
    return Box(rect, theme.card, edge or theme.card_edge, width=width, radius=RADIUS)
