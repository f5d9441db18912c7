"""The numbers on a board: what courtyards are worth, and in which order pieces were built."""

from collections.abc import Sequence

from engine.castellan.vocabulary.pieces import Piece
from render.board.badges import seat_badge
from render.board.labels import Labels
from render.castellan.board.ground import Ground
from render.picture.scene import Items

VALUE, NUMBER = 0.27, 0.26
"""How high the value of a courtyard is, and the number of a piece."""


def values(ground: Ground) -> Items:
    """What every courtyard is worth at present, below its keep."""
    size = ground.lettered(VALUE)
    return [
        seat_badge(
            str(ground.plan.worth(courtyard)),
            ground.layout.at(*ground.hearts[courtyard.name].below),
            size,
            courtyard.seat,
        )
        for courtyard in ground.plan.courtyards
    ]


def numbers(ground: Ground, pieces: Sequence[Piece], seat: int | None) -> Items:
    """The order in which pieces were built: a number on each, next to what courtyards are worth."""
    labels, size = beside_values(ground), ground.lettered(NUMBER)
    return [
        seat_badge(told, labels.upon(told, [ground.middle(piece)], size), size, seat)
        for told, piece in ((str(number), piece) for number, piece in enumerate(pieces, 1))
    ]


def beside_values(ground: Ground) -> Labels:
    """Labels that hide no value of a courtyard."""
    labels = Labels(ground)
    for courtyard in ground.plan.courtyards:
        labels.keep_clear(ground.layout.at(*ground.hearts[courtyard.name].below), VALUE)
    return labels
