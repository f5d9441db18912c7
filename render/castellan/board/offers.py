"""What a player can choose next, shown on the plan: places of pieces, and courtyards for the double
keep. Everything has the same name as on the buttons."""

from collections.abc import Sequence

from engine.castellan.plan.plan import Courtyard
from engine.castellan.vocabulary.notation import place_text, point_text
from engine.castellan.vocabulary.pieces import Piece
from render.board.badges import seat_colours
from render.board.labels import Labels
from render.castellan.board.castle import RIM, TOWER, WALL, drawn
from render.castellan.board.findings import closing
from render.castellan.board.ground import Ground
from render.picture.colours.palette import CREAM, INK, SEATS
from render.picture.scene import Badge, Box, Colour, Disc, Items, Layers

NAME, BEST = 0.2, 0.26
"""How high the name of a place is, and that of one where something is enclosed."""
GHOST, PLATE = 0.6, 0.5
"""How visible a piece is that could be built there, and the plate below it."""
COURTYARD = 0.24
"""How high the name of a courtyard is."""


def places(ground: Ground, labels: Labels, offered: Sequence[Piece], seat: int) -> Layers:
    """A ghost on every place, with its name if there is room; those that would enclose something
    first, with the points that it would bring."""
    best = closing(ground.plan, offered)
    below: Items = []
    above: Items = []
    for piece in offered:
        over = above if piece.kind == "tower" else below
        over += ghost(ground, piece, SEATS[seat].light if piece in best else CREAM)
    ordered = [*best, *(piece for piece in offered if piece not in best)]
    for piece in ordered:
        above += _named(ground, labels, piece, seat, best.get(piece))
    return below, above


def ghost(ground: Ground, piece: Piece, fill: Colour) -> Items:
    """A piece that is not there yet, on a plate of this colour."""
    layout, edge = ground.layout, max(2, ground.scaled(0.035))
    line = ground.theme.accent if fill == CREAM else INK
    plate: Disc | Box
    if piece.kind == "tower":
        radius = ground.scaled(TOWER)
        plate = Disc(ground.middle(piece), radius, fill, line, edge, PLATE)
    else:
        (x, y), (u, v) = piece.at, piece.to
        dx, dy = (RIM, WALL) if piece.heading == "E" else (WALL, RIM)
        rect = (*layout.at(x - dx, v + dy), *layout.at(u + dx, y - dy))
        plate = Box(rect, fill, line, edge, ground.scaled(0.1), PLATE)
    return [plate, drawn(ground, piece, GHOST)]


def _named(ground: Ground, labels: Labels, piece: Piece, seat: int, points: int | None) -> Items:
    name = place_text(piece)
    if points is None:
        size = ground.lettered(NAME)
        at = labels.if_room(name, [ground.middle(piece)], size)
        return [] if at is None else [Badge(name, at, size, INK, CREAM, ground.theme.accent)]
    size, (colour, ink) = ground.lettered(BEST), seat_colours(seat)
    told = f"{name} {points:+}"
    return [Badge(told, labels.upon(told, [ground.middle(piece)], size), size, ink, colour, ink)]


def courtyard_names(ground: Ground, labels: Labels, courtyards: Sequence[Courtyard]) -> Items:
    """The name of each courtyard, in the colours of nobody: as it stands there whatever is chosen,
    it tells which one is meant and nothing about its keep."""
    size = ground.lettered(COURTYARD)
    items: Items = []
    for courtyard in courtyards:
        told = point_text(courtyard.name)
        at = labels.upon(told, ground.places_in(courtyard), size)
        items.append(Badge(told, at, size, INK, CREAM, INK))
    return items
