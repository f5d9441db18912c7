"""The rotations of the drawn tile. Those that look and act alike are one."""

from engine.castle.catalogue import Catalogue
from engine.castle.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.locale import Words
from render.picture.scene import Scene, ThemeName
from render.tiles.turnings import Turning, Turnings, turnings_of, turnings_scene


def turnings(view: View, cell: Cell | None = None) -> tuple[Turning, ...]:
    """The distinct rotations of the drawn tile; for a cell, those that fit there."""
    if view.drawn is None:
        return ()
    alike = dict.fromkeys(first_alike(view.catalogue, view.drawn))
    return turnings_of(alike, view.placements, cell)


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
    """The rotations of the drawn tile; None if no tile is drawn."""
    if view.drawn is None:
        return None
    shown = Turnings(view.drawn, turnings(view, cell), view.to_act, cell is not None)
    return turnings_scene(words, shown, theme, chosen)
