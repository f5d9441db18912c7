"""Where labels are on a board of Carcassonne: next to followers, and on segments."""

from collections.abc import Iterable

from render.board.labels import Labels, labels_beside
from render.carcassonne.board.ground import Ground
from render.picture.scene import Point
from render.tiles.board.features import Piece

ASIDE = 0.44
"""How far above or below the place for a follower a feature is labelled if that is taken."""


def labels_beside_followers(ground: Ground) -> Labels:
    """Labels that hide no follower."""
    pieces = (Piece(one.spot.cell, one.segment) for one in ground.view.followers)
    return labels_beside(ground, map(ground.standing, pieces))


def places_on(ground: Ground, pieces: Iterable[Piece]) -> list[Point]:
    """Where segments can be labelled: where followers would stand, and above and below."""
    places = [ground.standing(piece) for piece in pieces]
    step = ground.scaled(ASIDE)
    return [*places, *((x, y + dy) for x, y in places for dy in (step, -step))]
