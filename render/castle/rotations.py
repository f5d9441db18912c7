"""The rotations of the drawn tile side by side. Those that look and act alike are shown once."""

from dataclasses import dataclass

from engine.castle.material.catalogue import Catalogue
from engine.castle.seen.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.locale import Words
from render.picture.colours.palette import CREAM, INK, SEATS, THEMES, Theme
from render.picture.scene import Box, Item, Scene, Text, ThemeName
from render.tiles.sprites import tile_picture

TILE, GAP, TOP, BOTTOM = 240, 32, 76, 72
FRAME, CHOSEN = 6, 16
QUARTER = 90


@dataclass(frozen=True, slots=True)
class Turning:
    rotation: int
    fits: int
    """On how many cells it fits."""


def turnings(view: View, cell: Cell | None = None) -> tuple[Turning, ...]:
    """The distinct rotations of the drawn tile; for a cell, those that fit there."""
    if view.drawn is None:
        return ()
    alike = first_alike(view.catalogue, view.drawn)
    fits = {
        rotation: sum(
            placement.rotation == rotation and cell in (None, placement.cell)
            for placement in view.placements
        )
        for rotation in dict.fromkeys(alike)
    }
    return tuple(
        Turning(rotation, count) for rotation, count in fits.items() if count or cell is None
    )


def first_alike(catalogue: Catalogue, tile: str) -> tuple[int, int, int, int]:
    """For each rotation of a tile the first one that is identical to it."""
    lying = [_lying(turned) for turned in catalogue.turned[tile]]
    first, second, third, fourth = (lying.index(one) for one in lying)
    return first, second, third, fourth


def _lying(turned: TurnedTile) -> frozenset[object]:
    return frozenset((one.kind, frozenset(one.ports), one.marks) for one in turned.segments)


def rotations_scene(
    words: Words,
    view: View,
    theme: ThemeName = "light",
    *,
    cell: Cell | None = None,
    chosen: int | None = None,
) -> Scene | None:
    """Every rotation with the number of cells where it fits, or those that fit on one cell with the
    chosen one marked. None when no tile is drawn."""
    if view.drawn is None:
        return None
    colours, shown = THEMES[theme], turnings(view, cell)
    bottom = BOTTOM if cell is None else 0
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
        frame = _frame(view, left, colours, turning, chosen=turning.rotation == chosen)
        tile = tile_picture((view.drawn, turning.rotation), (left, TOP), TILE)
        items += [name, *frame, tile]
        if not turning.fits:
            whole = (left, TOP, left + TILE, TOP + TILE)
            items.append(Box(whole, colours.background, opacity=0.6))
        if cell is None:
            place = (middle, TOP + TILE + BOTTOM // 2 + 6)
            fits = cells_that_fit(words, turning.fits)
            items.append(Text(fits, place, 42, ink, align="middle"))
    size = (GAP + len(shown) * (TILE + GAP), TOP + TILE + bottom + CHOSEN + 8)
    return Scene(size, colours.background, tuple(items))


def _frame(view: View, left: int, colours: Theme, turning: Turning, *, chosen: bool) -> list[Item]:
    def around(width: int) -> tuple[int, int, int, int]:
        return left - width, TOP - width, left + TILE + width, TOP + TILE + width

    thin = Box(around(FRAME), INK if turning.fits else colours.card_edge, radius=FRAME)
    if not chosen:
        return [thin]
    mover = colours.accent if view.to_act is None else SEATS[view.to_act].main
    return [Box(around(CHOSEN), mover, radius=CHOSEN), Box(around(FRAME), CREAM, radius=FRAME)]


def turning_name(words: Words, rotation: int) -> str:
    if not rotation:
        return words("castle.picture.as_drawn")
    return words("castle.picture.turned", degrees=rotation * QUARTER)


def cells_that_fit(words: Words, count: int) -> str:
    if not count:
        return words("castle.picture.no_cell")
    return words("castle.picture.cells", count=count)
