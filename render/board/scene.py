"""Scene of a board: the board itself, its coordinates, a legend, and the footer below."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from textwrap import wrap
from typing import Generic, TypeVar

from render.board.coordinates import Coordinates
from render.board.footer import HEAD, Footer, FooterStrip, Head
from render.locale import Words, english
from render.picture.palette import THEMES, Theme
from render.picture.scene import Inset, Item, Scene, Text, ThemeName

OverlayName_co = TypeVar("OverlayName_co", bound=StrEnum, covariant=True)

# The height of a legend's letters, as a share of the width of a picture: 12 pixels on a phone.
LETTERS = 0.031
# The height of a legend's line, likewise.
LINE = 0.042
# The room beside a legend, likewise.
EDGE = 0.017
# The most letters of a line.
MOST = 62
# A picture this many times as high as wide is tall.
TALL = 1.4


@dataclass(frozen=True, slots=True)
class BoardLook(Generic[OverlayName_co]):
    theme: ThemeName = "light"
    overlays: Collection[OverlayName_co] = ()
    compact: bool = False
    """Only the part that matters; with a preview, the part around it."""
    footer: bool = True
    words: Words = field(default_factory=english)
    legend: bool = False
    """Lines below the board explain what is laid over it."""


def scene_of(
    board: Inset,
    coordinates: Coordinates | None,
    look: BoardLook[StrEnum],
    legend: Iterable[str],
    footer: Footer,
    *,
    head: Head | None = None,
    theme: Theme | None = None,
) -> Scene:
    """Lay out the picture of a board, in the theme of its look unless another is given. If it is
    tall, its scores are at the head too, so that they are seen without scrolling."""
    theme = theme or THEMES[look.theme]
    (left, north, right, south) = board.source
    width = right - left
    height = south - north
    lines = [part for text in legend if look.legend for part in wrap(text, MOST)]
    below = height + legend_height(lines, width)
    strip = FooterStrip(look.words, theme, width)
    whole = below + (strip.size(footer.height) if look.footer else 0)
    if not look.footer or whole <= TALL * width:
        head = None
    top = 0 if head is None else strip.size(HEAD)
    items: list[Item] = [replace(board, at=(0, top))]
    if coordinates is not None:
        items += coordinates.items(board.source, theme, top)
    items += legend_items(lines, theme, width, top + height)
    if look.footer:
        items += footer.items(replace(strip, origin=(0, top + below)))
    if head is not None:
        items += head.items(strip)
    return Scene((width, top + whole), theme.background, tuple(items))


def legend_items(lines: Sequence[str], theme: Theme, width: int, top: int) -> Iterator[Text]:
    size = round(LETTERS * width)
    line = round(LINE * width)
    left = round(EDGE * width)
    for number, text in enumerate(lines):
        y = top + round((number + 0.6) * line)
        yield Text(text, (left, y), size, theme.text, fit=round((1 - 2 * EDGE) * width))


def legend_height(lines: Sequence[str], width: int) -> int:
    return round((len(lines) + 0.2) * round(LINE * width)) if lines else 0
