"""The numbers on a board: what courtyards are worth, and in which order pieces were built."""

from collections.abc import Callable, Sequence

from engine.castellan.plan.plan import Courtyard
from engine.castellan.vocabulary.pieces import Piece
from render.board.badges import seat_badge
from render.board.labels import Labels
from render.castellan.board.ground import Ground
from render.picture.scene import Items

VALUE, NUMBER = 0.27, 0.26
"""How high the value of a courtyard is, and the number of a piece."""
KEEP, SMALL_KEEP = 0.6, 0.44
"""How much of a large and of a small keep labels leave visible."""


def values(ground: Ground, labels: Labels) -> Items:
    """What every courtyard is worth at present, below its keep."""
    worth = ground.plan.worth
    return below_keeps(ground, labels, ground.lettered(VALUE), lambda one: str(worth(one)))


def below_keeps(
    ground: Ground, labels: Labels, size: int, told: Callable[[Courtyard], str]
) -> Items:
    """A number below each keep. The labels placed later leave the keep visible too."""
    items: Items = []
    for courtyard in ground.plan.courtyards:
        text, below = told(courtyard), ground.layout.at(*ground.hearts[courtyard.name].below)
        items.append(seat_badge(text, labels.upon(text, [below], size), size, courtyard.seat))
    for heart in ground.hearts.values():
        labels.keep_clear(ground.layout.at(*heart.keep), KEEP if heart.large else SMALL_KEEP)
    return items


def numbers(ground: Ground, labels: Labels, pieces: Sequence[Piece], seat: int | None) -> Items:
    """The order in which pieces were built: a number on each."""
    size = ground.lettered(NUMBER)
    return [
        seat_badge(told, labels.upon(told, [ground.middle(piece)], size), size, seat)
        for told, piece in ((str(number), piece) for number, piece in enumerate(pieces, 1))
    ]
