"""The scene of a board: the board itself, its coordinates, a legend, and the panel below."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from render.board.coordinates import Coordinates
from render.board.panel import Scale
from render.locale import Words, english
from render.picture.palette import THEMES, Theme
from render.picture.scene import Inset, Item, Scene, Size, Text, ThemeName

OverlayName = TypeVar("OverlayName", bound=StrEnum)

LETTERS, LINE, EDGE = 0.0212, 0.034, 0.017
"""The heights of a legend's letters and lines, and the edge beside it, as shares of the width of a
picture: letters of 8 pixels on a phone."""


@dataclass(frozen=True, slots=True)
class BoardLook(Generic[OverlayName]):
    theme: ThemeName = "light"
    overlays: Collection[OverlayName] = ()
    compact: bool = False
    """Only the part that matters; with a preview, the part around it."""
    panel: bool = True
    words: Words = field(default_factory=english)
    legend: bool = False
    """A line below the board explains what is laid over it."""


Panel = Callable[[Scale], tuple[list[Item], int]]
"""The contents of a panel at a scale, and its height."""


def scene_of(
    board: Inset,
    coordinates: Coordinates | None,
    look: BoardLook[OverlayName],
    legend: Iterable[str],
    panel: Panel,
) -> Scene:
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
    return Scene((width, height), theme.background, tuple(items))


def legend_items(lines: Sequence[str], theme: Theme, below: Size) -> tuple[list[Item], int]:
    width, top = below
    size, line = round(LETTERS * width), round(LINE * width)
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
