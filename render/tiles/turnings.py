"""Rotations of a drawn tile side by side. Those that look alike are shown once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.tiles.grid import Cell
from render.locale import Words
from render.picture.palette import INK, THEMES
from render.picture.scene import Box, Item, Rect, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture
from render.tiles.views import TileView

TILE = 240
GAP = 32
# The height of the lines above the tiles.
TOP = 76
# The height of the lines below the tiles.
BOTTOM = 72
FRAME = 6
# The room below the last line.
EDGE = 24
# The degrees of a quarter turn.
QUARTER = 90


@dataclass(frozen=True, slots=True)
class Turning:
    rotation: int
    fits: int
    """On how many cells it fits."""


def count_fits(
    rotations: Iterable[int], placements: Sequence[tuple[Cell, int]]
) -> tuple[Turning, ...]:
    fits = [turns for _, turns in placements]
    return tuple(Turning(rotation, fits.count(rotation)) for rotation in dict.fromkeys(rotations))


def turnings_scene(
    words: Words, view: TileView, turnings: Sequence[Turning], theme: ThemeName = "light"
) -> Scene:
    """Draw every rotation of the drawn tile with the number of cells where it fits."""
    assert view.drawn is not None
    colours = THEMES[theme]
    items: list[Item] = []
    for number, turning in enumerate(turnings):
        left = GAP + number * (TILE + GAP)
        middle = left + TILE // 2
        ink, thin = (colours.text, INK) if turning.fits else (colours.faint, colours.card_edge)
        name = turning_name(words, turning.rotation)
        at = (middle, TOP // 2 - 6)
        items += [
            Text(name, at, 46, ink, bold=True, align="middle", fit=TILE + GAP // 2),
            Box(_around(left, FRAME), thin, radius=FRAME),
            tile_picture((view.drawn, turning.rotation), (left, TOP), TILE),
        ]
        if not turning.fits:
            items.append(Box(_around(left, 0), colours.background, opacity=0.6))
        point = (middle, TOP + TILE + BOTTOM // 2 + 6)
        fits = cells_that_fit(words, turning.fits)
        items.append(Text(fits, point, 42, ink, align="middle"))
    size = (GAP + len(turnings) * (TILE + GAP), TOP + TILE + BOTTOM + EDGE)
    return Scene(size, colours.background, tuple(items))


def _around(left: int, width: int) -> Rect:
    return left - width, TOP - width, left + TILE + width, TOP + TILE + width


def turning_name(words: Words, rotation: int) -> str:
    if not rotation:
        return words("turning.as_drawn")
    return words("turning.turned", degrees=rotation * QUARTER)


def cells_that_fit(words: Words, count: int) -> str:
    if not count:
        return words("turning.no_cell")
    return words("turning.cells", count=count)


def turns_of(token: str) -> int:
    """Read the quarter turns from a token of the notation, such as `r1`."""
    return int(token.removeprefix("r"))
