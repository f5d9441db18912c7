"""The scene of a board: the board itself, its coordinates, a legend, and the panel below."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from textwrap import wrap
from typing import Generic, TypeVar

from render.board.coordinates import Coordinates
from render.board.panel import Scale
from render.locale import Words, english
from render.picture.palette import THEMES, Theme
from render.picture.scene import Inset, Item, Scene, Size, Text, ThemeName, lower

OverlayName = TypeVar("OverlayName", bound=StrEnum)

LETTERS, LINE, EDGE = 0.031, 0.042, 0.017
"""The heights of a legend's letters and lines, and the edge beside it, as shares of the width of a
picture: letters of 12 pixels on a phone."""
MOST = 62
"""The letters of the longest line."""


TALL = 1.4
"""A picture this many times as high as wide is tall."""


@dataclass(frozen=True, slots=True)
class BoardLook(Generic[OverlayName]):
    theme: ThemeName = "light"
    overlays: Collection[OverlayName] = ()
    compact: bool = False
    """Only the part that matters; with a preview, the part around it."""
    panel: bool = True
    words: Words = field(default_factory=english)
    legend: bool = False
    """Lines below the board explain what is laid over it."""


Panel = Callable[[Scale], tuple[list[Item], int]]
"""The contents of a panel at a scale, and its height."""


def scene_of(
    board: Inset,
    coordinates: Coordinates | None,
    look: BoardLook[OverlayName],
    legend: Iterable[str],
    panel: Panel,
    *,
    head: Panel | None = None,
) -> Scene:
    """The picture of a board. If it is tall, its scores are at the head too, so that they are seen
    without scrolling."""
    theme, (left, top, right, bottom) = THEMES[look.theme], board.source
    width, height = right - left, bottom - top
    items: list[Item] = [board]
    if coordinates is not None:
        items += coordinates.items(board.source, theme)
    if look.legend:
        lines, high = legend_items(list(legend), theme, (width, height))
        items += lines
        height += high
    if look.panel:
        below, high = panel(Scale((0, height), width))
        items += below
        height += high
        if head is not None and height > TALL * width:
            above, high = head(Scale((0, 0), width))
            items = [*(lower(item, high) for item in items), *above]
            height += high
    return Scene((width, height), theme.background, tuple(items))


def legend_items(lines: Sequence[str], theme: Theme, below: Size) -> tuple[list[Item], int]:
    width, top = below
    size, line = round(LETTERS * width), round(LINE * width)
    lines = [part for text in lines for part in wrap(text, MOST)]
    items: list[Item] = [
        Text(
            text,
            (round(EDGE * width), top + round((number + 0.6) * line)),
            size,
            theme.text,
            fit=round((1 - 2 * EDGE) * width),
        )
        for number, text in enumerate(lines)
    ]
    return items, round((len(lines) + 0.2) * line) if lines else 0
