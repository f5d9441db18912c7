"""What every overlay is made of: how large labels are, and how a feature is marked."""

from collections.abc import Iterable

from render.board.badges import seat_colours
from render.board.labels import Labels
from render.carcassonne.board.findings import Pieces
from render.carcassonne.board.ground import Ground
from render.picture.scene import Item, Point
from render.tiles.board.features import Piece
from render.tiles.board.marking import outlined, tinted

LABEL = 0.4
CLAIM = 0.33
SMALL = 0.3
"""How high words are, in cells."""
STANDING = 0.5
"""How much of a cell is kept clear of labels where a follower stands."""

ASIDE = 0.44
"""How far above or below the place for a follower a feature is labelled if that is taken."""

Items = list[Item]
Layers = tuple[Items, Items]
"""What is below the pieces, and what is above them."""


def marked(ground: Ground, pieces: Pieces, seat: int | None, opacity: float) -> Items:
    """A feature tinted and outlined in the colour of a seat, or of nobody."""
    colour, _ = seat_colours(seat)
    return [*tinted(ground, pieces, colour, opacity), *outlined(ground, pieces, seat)]


def labels_beside_followers(ground: Ground) -> Labels:
    """Labels that hide no follower."""
    labels = Labels(ground)
    for one in ground.view.followers:
        labels.keep_clear(ground.standing(Piece(one.spot.cell, one.segment)), STANDING)
    return labels


def places_on(ground: Ground, pieces: Iterable[Piece]) -> list[Point]:
    """Where segments can be labelled: where followers would stand, and above and below."""
    places = [ground.standing(piece) for piece in pieces]
    step = ground.scaled(ASIDE)
    return [*places, *((x, y + dy) for x, y in places for dy in (step, -step))]
