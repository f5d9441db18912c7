"""What a picture can point out to players, worked out from a view: cells where nothing fits any
more, the largest empty region and whose keep it is for, and where the next points would lead.

Draws nothing, and uses nothing that is hidden.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.castle.material.castle_wall import SPACES
from engine.castle.play.completed import plain_points
from engine.castle.play.final import MARKET
from engine.castle.seen.view import Feature, View
from engine.tiles.grid import Cell
from engine.tiles.ports import SIDES, opposite
from render.castle.board.segments import Lying, beyond, lying

REACH = 20
"""As many points as one scoring can be expected to give."""
ENLARGED = 2
"""By how many tiles wall tile 8 enlarges a keep (R25)."""


def empty_cells(view: View) -> tuple[Cell, ...]:
    """The cells without a tile, in reading order."""
    filled = {tile.cell for tile in view.laid}
    return tuple(cell for cell in view.catalogue.wall.inside if cell not in filled)


def tiles_to_come(view: View) -> tuple[str, ...]:
    """The tiles that can still be laid, the drawn one included. When the deck is not known (a game
    taken over from an unfinished record), every tile that does not lie on the board."""
    drawn = () if view.drawn is None else (view.drawn,)
    if len(view.unseen) == view.tiles_left:
        return (*drawn, *view.unseen)
    gone = {tile.tile for tile in view.laid} | set(view.discarded)
    return tuple(tile.id for tile in view.catalogue.tiles if tile.id not in gone)


def dead_cells(view: View) -> tuple[Cell, ...]:
    """The empty cells on which no tile that is still to come fits in any rotation (R9)."""
    tiles, turned = lying(view), view.catalogue.turned
    shapes = {tile.edges for name in tiles_to_come(view) for tile in turned[name]}
    if not shapes:
        return ()
    return tuple(cell for cell in empty_cells(view) if not _fits(tiles, cell, shapes))


def _fits(tiles: Lying, cell: Cell, shapes: Iterable[tuple[int, int, int, int]]) -> bool:
    asked = []
    for side in range(len(SIDES)):
        near = tiles.get(beyond(cell, side))
        if near is not None:
            asked.append((side, near.edges[opposite(side)]))
    return any(all(shape[side] == label for side, label in asked) for shape in shapes)


def missing_cells(feature: Feature) -> frozenset[Cell]:
    """The empty cells that a feature is open to."""
    return frozenset(beyond(spot.cell, spot.port // 3) for spot in feature.open)


def unfinished_features(view: View) -> tuple[Feature, ...]:
    """What can still be completed: no court, and no start spaces by themselves (R12)."""
    return tuple(
        feature
        for feature in view.features
        if feature.kind != "court" and feature.cells and feature.open
    )


def points_now(feature: Feature) -> int:
    """What it would give if it were complete as it lies (R14); a court, at the end (R24)."""
    if feature.kind == "court":
        return MARKET * feature.marks
    return plain_points(feature.kind, feature.tiles, feature.marks)


@dataclass(frozen=True, slots=True)
class EmptyRegion:
    cells: tuple[Cell, ...]
    counted: int
    """What it scores, with the option `empty_starts_count` more than its cells (R27)."""
    keeps: tuple[int, int]
    """How large the keeps are, 0 without one."""

    @property
    def seat(self) -> int | None:
        """Whose keep would score it now."""
        first, second = self.keeps
        return None if first == second else int(second > first)


def largest_empty_region(view: View) -> EmptyRegion:
    """The first in reading order of the regions that count most."""
    left = set(empty_cells(view))
    starts = [start.cell for start in view.catalogue.start_spaces]
    counted = starts if view.options.empty_starts_count == "on" else []
    best: tuple[tuple[Cell, ...], int] = ((), 0)
    for cell in view.catalogue.wall.inside:
        if cell in left:
            region = _connected(left, cell)
            left -= region
            size = len(region) + sum(start in region for start in counted)
            if size > best[1]:
                best = (tuple(sorted(region, key=lambda place: (place[1], place[0]))), size)
    return EmptyRegion(*best, keeps=keep_sizes(view))


def keep_sizes(view: View) -> tuple[int, int]:
    first, second = (
        0 if keep is None else keep.tiles + ENLARGED * held.count(8)
        for keep, held in zip(view.keeps, view.held, strict=True)
    )
    return first, second


def _connected(cells: set[Cell], start: Cell) -> set[Cell]:
    found, edge = {start}, [start]
    while edge:
        cell = edge.pop()
        near = {beyond(cell, side) for side in range(len(SIDES))} & cells - found
        found |= near
        edge += near
    return found


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the marker would stop after so many points, and the corner tower whose wall tile it
    would take there."""

    points: int
    space: int
    tower: int | None


def in_reach(view: View) -> list[Landing]:
    """Where one scoring of the player to act would take a wall tile."""
    if view.to_act is None:
        return []
    return [stop for stop in landings(view, view.to_act) if stop.tower is not None]


def landings(view: View, seat: int, points: Sequence[int] = range(1, REACH + 1)) -> list[Landing]:
    """Where one scoring of each of these points would lead this seat (R18)."""
    tower_at = view.catalogue.wall.tower_at
    found = []
    for gain in points:
        space = (view.scores[seat] + gain) % SPACES
        tower = tower_at[space]
        found.append(Landing(gain, space, tower if tower in view.towers else None))
    return found
