"""What a picture can point out to players of a view: what a feature lacks and is worth as it is.

Draws nothing, uses nothing hidden, and asks the engine for every rule.
"""

from collections.abc import Sequence

from engine.carcassonne.play.cloisters import AROUND
from engine.carcassonne.play.completed import points_for
from engine.carcassonne.seen.fields import Field
from engine.carcassonne.seen.view import Feature, View
from engine.tiles.grid import Cell
from render.tiles.board.features import Piece, beyond

Pieces = frozenset[Piece]


def pieces_of(feature: Feature | Field) -> Pieces:
    return frozenset(Piece(cell, segment) for cell, segment in feature.segments)


def missing_cells(view: View, feature: Feature) -> frozenset[Cell]:
    """The empty cells that keep a feature incomplete."""
    if feature.kind != "cloister":
        return frozenset(beyond(cell, (port or 0) // 3) for cell, port in feature.open)
    ((x, y),) = feature.cells
    laid = {tile.cell for tile in view.laid}
    return frozenset((x + dx, y + dy) for dx, dy in AROUND) - laid


def unfinished_features(view: View) -> tuple[Feature, ...]:
    return tuple(feature for feature in view.features if not feature.complete)


def occupied_features(view: View) -> tuple[Feature, ...]:
    return tuple(feature for feature in view.features if any(feature.counts))


def points_complete(view: View, feature: Feature) -> int:
    """What a feature would give at least once complete (C8 to C10): each cell that it lacks takes
    one more tile."""
    tiles = len(feature.cells) + len(missing_cells(view, feature))
    for kind in ("city", "road", "cloister"):
        if kind == feature.kind:
            return points_for(view.options, kind, tiles, feature.pennants)
    raise ValueError(f"a {feature.kind} is never complete")


def last_cell(view: View, feature: Feature) -> Cell | None:
    """The one empty cell that keeps a feature incomplete."""
    missing = missing_cells(view, feature)
    return next(iter(missing)) if len(missing) == 1 else None


def sole(seats: Sequence[int]) -> int | None:
    """The seat that is the only one in something; None if there are several, or none."""
    return seats[0] if len(seats) == 1 else None


def numbered_fields(view: View) -> list[tuple[int, Field]]:
    """The fields with the numbers used in pictures and texts: those with farmers first, then those
    that touch the most cities."""
    fields = sorted(
        view.fields,
        key=lambda field: (-sum(field.counts), -len(field.feeds), -len(field.incomplete)),
    )
    return list(enumerate(fields, 1))


def matters(field: Field) -> bool:
    """Whether a field has farmers, or touches a city."""
    return bool(field.owners or field.feeds or field.incomplete)


def feeding(view: View) -> dict[tuple[Cell, ...], list[int]]:
    """For each city that a field touches, by its cells, the numbers of these fields."""
    found: dict[tuple[Cell, ...], list[int]] = {}
    for number, field in numbered_fields(view):
        for city in dict.fromkeys((*field.feeds, *field.incomplete)):
            found.setdefault(city, []).append(number)
    return found
