"""The rotations of the drawn tile. Those that look alike are one (C5)."""

from engine.carcassonne.catalogue import Catalogue
from engine.carcassonne.view import View
from engine.tiles.grid import Cell
from render.locale import Words
from render.picture.scene import Scene, ThemeName
from render.tiles.turnings import Turning, Turnings, turnings_of, turnings_scene


def turnings(view: View, cell: Cell | None = None) -> tuple[Turning, ...]:
    """The distinct rotations of the drawn tile; for a cell, those that fit there."""
    if view.drawn is None:
        return ()
    return turnings_of(view.catalogue.rotations[view.drawn], view.placements, cell)


def first_alike(catalogue: Catalogue, tile: str) -> tuple[int, int, int, int]:
    """For each rotation of a tile the first one that looks like it: a tile looks the same after one
    quarter turn, after two, or only after four."""
    distinct = catalogue.rotations[tile]
    first, second, third, fourth = (distinct[turns % len(distinct)] for turns in range(4))
    return first, second, third, fourth


def rotations_scene(
    words: Words,
    view: View,
    theme: ThemeName = "light",
    *,
    cell: Cell | None = None,
    chosen: int | None = None,
) -> Scene | None:
    """The rotations of the drawn tile; None if no tile is drawn."""
    if view.drawn is None:
        return None
    shown = Turnings(view.drawn, turnings(view, cell), view.to_act, cell is not None)
    return turnings_scene(words, shown, theme, chosen)
