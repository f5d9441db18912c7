"""The rotations of a drawn tile side by side. Those that look alike are shown once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.tiles.grid import Cell
from render.locale import Words
from render.picture.palette import CREAM, INK, SEATS, THEMES
from render.picture.scene import Box, Item, Rect, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture
from render.tiles.views import TileView

TILE, GAP, TOP, BOTTOM = 240, 32, 76, 72
FRAME, CHOSEN = 6, 16
QUARTER = 90


@dataclass(frozen=True, slots=True)
class Turning:
    rotation: int
    fits: int
    """On how many cells it fits."""


def count_fits(
    rotations: Iterable[int], placements: Sequence[tuple[Cell, int]], cell: Cell | None
) -> tuple[Turning, ...]:
    """These rotations with the number of cells they fit; for a cell, those that fit there."""
    fits = {
        rotation: sum(turns == rotation and cell in (None, place) for place, turns in placements)
        for rotation in dict.fromkeys(rotations)
    }
    return tuple(
        Turning(rotation, count) for rotation, count in fits.items() if count or cell is None
    )


def turnings_scene(
    words: Words,
    view: TileView,
    turnings: Sequence[Turning],
    theme: ThemeName = "light",
    *,
    cell: Cell | None = None,
    chosen: int | None = None,
) -> Scene:
    """Every rotation of the drawn tile with the number of cells where it fits, or those that fit on
    a cell with the chosen one marked in the colour of the seat that is to lay it."""
    assert view.drawn is not None
    colours, mover, on_a_cell = THEMES[theme], view.to_act, cell is not None
    items: list[Item] = []
    for number, turning in enumerate(turnings):
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
        if turning.rotation == chosen:
            colour = INK if mover is None else SEATS[mover].main
            wide = Box(_around(left, CHOSEN), colour, radius=CHOSEN)
            frame = [wide, Box(_around(left, FRAME), CREAM, radius=FRAME)]
        else:
            thin = INK if turning.fits else colours.card_edge
            frame = [Box(_around(left, FRAME), thin, radius=FRAME)]
        items += [name, *frame, tile_picture((view.drawn, turning.rotation), (left, TOP), TILE)]
        if not turning.fits:
            items.append(Box(_around(left, 0), colours.background, opacity=0.6))
        if not on_a_cell:
            place = (middle, TOP + TILE + BOTTOM // 2 + 6)
            fits = cells_that_fit(words, turning.fits)
            items.append(Text(fits, place, 42, ink, align="middle"))
    bottom = 0 if on_a_cell else BOTTOM
    size = (GAP + len(turnings) * (TILE + GAP), TOP + TILE + bottom + CHOSEN + 8)
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
    """The quarter turns in a token of the notation, such as `r1`."""
    return int(token.removeprefix("r"))
