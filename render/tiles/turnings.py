"""The rotations of a drawn tile side by side. Those that look alike are shown once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.tiles.grid import Cell
from render.locale import Words
from render.picture.palette import CREAM, INK, SEATS, THEMES, Theme
from render.picture.scene import Box, Item, Rect, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture

TILE, GAP, TOP, BOTTOM = 240, 32, 76, 72
FRAME, CHOSEN = 6, 16
QUARTER = 90


@dataclass(frozen=True, slots=True)
class Turning:
    rotation: int
    fits: int
    """On how many cells it fits."""


@dataclass(frozen=True, slots=True)
class Turnings:
    """A drawn tile and the rotations that a player can choose between."""

    tile: str
    shown: tuple[Turning, ...]
    mover: int | None
    """The seat that is to lay it."""
    on_a_cell: bool
    """Whether the rotations are those for one cell, where all of them fit."""


def turnings_of(
    rotations: Iterable[int], placements: Sequence[tuple[Cell, int]], cell: Cell | None
) -> tuple[Turning, ...]:
    """These rotations with the number of cells they fit; for a cell, those that fit there."""
    fits = {
        rotation: sum(turns == rotation and cell in (None, place) for place, turns in placements)
        for rotation in rotations
    }
    return tuple(
        Turning(rotation, count) for rotation, count in fits.items() if count or cell is None
    )


def turnings_scene(
    words: Words, turnings: Turnings, theme: ThemeName = "light", chosen: int | None = None
) -> Scene:
    """Every rotation with the number of cells where it fits, or those that fit on one cell with the
    chosen one marked."""
    colours, shown = THEMES[theme], turnings.shown
    bottom = 0 if turnings.on_a_cell else BOTTOM
    items: list[Item] = []
    for number, turning in enumerate(shown):
        left = GAP + number * (TILE + GAP)
        middle = left + TILE // 2
        ink = colours.text if turning.fits else colours.faint
        name = Text(
            turning_name(words, turning.rotation),
            (middle, TOP // 2 - 6),
            46,
            ink,
            bold=True,
            align="middle",
            fit=TILE + GAP // 2,
        )
        frame = _thin(turning, left, colours)
        if turning.rotation == chosen:
            frame = _chosen(left, turnings.mover)
        tile = tile_picture((turnings.tile, turning.rotation), (left, TOP), TILE)
        items += [name, *frame, tile]
        if not turning.fits:
            items.append(Box(_around(left, 0), colours.background, opacity=0.6))
        if not turnings.on_a_cell:
            place = (middle, TOP + TILE + BOTTOM // 2 + 6)
            fits = cells_that_fit(words, turning.fits)
            items.append(Text(fits, place, 42, ink, align="middle"))
    size = (GAP + len(shown) * (TILE + GAP), TOP + TILE + bottom + CHOSEN + 8)
    return Scene(size, colours.background, tuple(items))


def _around(left: int, width: int) -> Rect:
    return left - width, TOP - width, left + TILE + width, TOP + TILE + width


def _thin(turning: Turning, left: int, colours: Theme) -> list[Item]:
    colour = INK if turning.fits else colours.card_edge
    return [Box(_around(left, FRAME), colour, radius=FRAME)]


def _chosen(left: int, mover: int | None) -> list[Item]:
    colour = INK if mover is None else SEATS[mover].main
    wide = Box(_around(left, CHOSEN), colour, radius=CHOSEN)
    return [wide, Box(_around(left, FRAME), CREAM, radius=FRAME)]


def turning_name(words: Words, rotation: int) -> str:
    if not rotation:
        return words("turning.as_drawn")
    return words("turning.turned", degrees=rotation * QUARTER)


def cells_that_fit(words: Words, count: int) -> str:
    if not count:
        return words("turning.no_cell")
    return words("turning.cells", count=count)
