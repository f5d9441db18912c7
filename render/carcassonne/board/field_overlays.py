"""The overlays about fields: whose each is and which cities it feeds, and the final scoring.

A field is identified by its number, the same in pictures and texts; every city shows the numbers of
the fields that feed it.
"""

from collections.abc import Iterable, Sequence

from engine.carcassonne.vocabulary.events import Cells, Event, FarmersScored, FinalScored
from engine.tiles.grid import Cell
from render.board.badges import seat_badge
from render.board.labels import LABEL, SMALL, Labels
from render.carcassonne.board.findings import (
    feeding,
    matters,
    numbered_fields,
    pieces_of,
    sole,
)
from render.carcassonne.board.ground import Ground, feature_at
from render.carcassonne.board.label_places import labels_beside_followers, places_on
from render.picture.colours.palette import CREAM, INK
from render.picture.scene import Badge, Items, Layers, Point
from render.tiles.board.features import Piece
from render.tiles.board.marking import central, marked, outlined, piece_on

OWNED, FREE = 0.55, 0.2
"""How strongly a field is tinted with farmers, and without."""


def fields(ground: Ground) -> Layers:
    """Every field in the colour of who has the most farmers there, with its number and what it
    would give now; every city with the numbers of the fields that feed it, on dark while it is not
    complete."""
    below: Items = []
    above: Items = []
    labels, size = labels_beside_followers(ground), ground.sized(SMALL)
    for number, field in numbered_fields(ground.view):
        pieces, owner = pieces_of(field), sole(field.owners)
        below += marked(ground, pieces, owner, OWNED if field.owners else FREE)
        if not matters(field):
            continue
        gives = [(seat, points) for seat, points in enumerate(field.gives) if points]
        lines = [str(number), *(f"+{points}" for _, points in gives)]
        seats = [owner, *(seat for seat, _ in gives)]
        near = _places(ground, pieces)
        if field.owners:
            above += labels.badges_beside(lines, near, size, seats)
        else:
            above.append(seat_badge(lines[0], labels.upon(lines[0], near, size), size, owner))
    complete = {city for field in ground.view.fields for city in field.feeds}
    for city, numbers in feeding(ground.view).items():
        told = "·".join(map(str, numbers))
        at = labels.upon(told, _city_places(ground, city), size)
        fill, ink = (CREAM, INK) if city in complete else (INK, CREAM)
        above.append(Badge(told, at, size, ink, fill, ink))
    return below, above


def _places(ground: Ground, pieces: Iterable[Piece]) -> list[Point]:
    """Where a field can be labelled: next to its farmers, then near its middle."""
    held = {(one.spot.cell, one.segment) for one in ground.view.followers}
    near = central([piece.cell for piece in pieces])
    ordered = sorted(pieces, key=lambda one: (one not in held, _far(one.cell, near), one))
    return [ground.standing(piece) for piece in ordered]


def _far(cell: Cell, other: Cell) -> int:
    return (cell[0] - other[0]) ** 2 + (cell[1] - other[1]) ** 2


def _city_places(ground: Ground, city: Cells) -> list[Point]:
    """Where a city can be labelled, from its middle outwards."""
    near, pieces = central(city), city_pieces(ground, city)
    cells = sorted(city, key=lambda cell: _far(cell, near))
    return places_on(ground, [piece_on(pieces, cell) for cell in cells])


def city_pieces(ground: Ground, city: Cells) -> frozenset[Piece]:
    """The city on these cells, since a tile may also have another one."""
    for feature in ground.view.features:
        if feature.kind == "city" and feature.cells == city:
            return pieces_of(feature)
    raise KeyError(city)


def final(ground: Ground, events: Sequence[Event]) -> Layers:
    """What incomplete features gave, in the colours of who got it; and what the farmers were given,
    numbered as in the table of the final scoring: cities, or fields."""
    below: Items = []
    above: Items = []
    labels, size = labels_beside_followers(ground), ground.sized(LABEL)
    for event in events:
        if isinstance(event, FinalScored):
            pieces = feature_at(ground.tiles, event.spot)
            below += marked(ground, pieces, sole(event.seats), 0.45)
            near = _places(ground, pieces)
            lines = [f"+{event.points}"] * len(event.seats)
            above += labels.badges_beside(lines, near, size, event.seats)
    farms = [event for event in events if isinstance(event, FarmersScored)]
    for number, farm in enumerate(farms, 1):
        below += _farmed(ground, farm)
        above.append(_farm_badge(ground, labels, farm, str(number), size))
    return below, above


def _farmed(ground: Ground, farm: FarmersScored) -> Items:
    """A city outlined, or a field tinted, for the seat that got its points."""
    owner = sole(farm.seats)
    if by_city(ground):
        return [*outlined(ground, city_pieces(ground, farm.cities[0]), owner)]
    return [*marked(ground, field_pieces(ground, farm), owner, OWNED)]


def _farm_badge(
    ground: Ground, labels: Labels, farm: FarmersScored, number: str, size: int
) -> Badge:
    if by_city(ground):
        near = _city_places(ground, farm.cities[0])
    else:
        near = _places(ground, field_pieces(ground, farm))
    return seat_badge(number, labels.upon(number, near, size), size, sole(farm.seats))


def by_city(ground: Ground) -> bool:
    return ground.view.options.farms == "by_city"


def field_pieces(ground: Ground, farm: FarmersScored) -> frozenset[Piece]:
    """The field that these points are for, since the same cells may have two."""
    for field in ground.view.fields:
        if (field.cells, field.counts, field.feeds) == (
            *farm.fields,
            farm.followers,
            farm.cities,
        ):
            return pieces_of(field)
    raise KeyError(farm.fields)
