"""Where labels are on a board of Carcassonne: next to followers, and on segments."""

from collections.abc import Iterable

from render.board.labels import Labels, labels_beside
from render.carcassonne.art.standing import label_spots
from render.carcassonne.board.ground import Ground
from render.picture.scene import Point
from render.tiles.board.features import Piece

ASIDE = 0.44
"""How far above or below the place for a follower a feature is labelled if that is taken."""
ROOMY = 80
"""A segment with so many places for labels covers a third of its tile."""
SPARSEST = 16
"""On a large feature only one in this many places for labels is tried."""


def labels_beside_followers(ground: Ground) -> Labels:
    """Labels that hide no follower."""
    pieces = (Piece(one.spot.cell, one.segment) for one in ground.view.followers)
    return labels_beside(ground, map(ground.standing, pieces))


def places_on(ground: Ground, pieces: Iterable[Piece]) -> list[Point]:
    """Where segments can be labelled: where followers would stand, and above and below."""
    places = [ground.standing(piece) for piece in pieces]
    step = ground.scaled(ASIDE)
    return [*places, *((x, y + dy) for x, y in places for dy in (step, -step))]


def places_within(ground: Ground, pieces: Iterable[Piece]) -> list[Point]:
    """Where a label stands on these segments and on nothing else: first in the middle of each that
    has much room, then of the others, then elsewhere; fewer places on each if there are many."""
    spots = {piece: label_spots(ground.tiles[piece.cell], piece.segment) for piece in pieces}
    every = min(len(spots), SPARSEST)
    roomy, cramped, others = list[Point](), list[Point](), list[Point]()
    for piece, places in spots.items():
        left, top = ground.layout.cell_origin(piece.cell)
        first, *rest = ((left + ground.scaled(x), top + ground.scaled(y)) for x, y in places)
        (roomy if len(places) >= ROOMY else cramped).append(first)
        others += rest[::every]
    return [*roomy, *cramped, *others]


def room_on(ground: Ground, pieces: Iterable[Piece]) -> int:
    """How much room there is on segments, as a number of places for labels."""
    return sum(len(label_spots(ground.tiles[piece.cell], piece.segment)) for piece in pieces)
