"""What a position promises a player beyond the current points: weights, found by self-play."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.players.castellan.chains import Chain

CARD = 1.5
"""The worth of each card that is still to be played."""
HAND = 3.5
"""The additional worth of a card already in hand."""
FILL = 0.6
"""The worth of a point where a tower can be set in a courtyard of one's own."""
HOLD = 7.0
"""The worth of the double keep while it is unused and there is time."""
LATE = 6
"""With fewer cards than this, the double keep may no longer find a good courtyard."""
CLOSED = {0: 1.0, 1: 0.9, 2: 0.75, 3: 0.55, 4: 0.35, 5: 0.25, 6: 0.15, 7: 0.1}
"""The chance that the next player closes something, by how many pieces it lacks."""


class Yard(NamedTuple):
    """A courtyard, described by what counts for its owner."""

    towers: int
    space: int
    """How many towers could still be set inside."""
    double: bool


class Means(NamedTuple):
    """What a player has left."""

    cards: int = 0
    hand: int = 0
    """How many of them are in hand."""
    towers: int = 0
    """How many towers are on those cards."""
    double: bool = False
    """Whether the double keep is still unused."""


def promise(yards: Iterable[Yard], means: Means) -> float:
    """The points that a player is expected to end with, without what is nearly closed."""
    points, towers = 0.0, means.towers
    for yard in sorted(yards, key=lambda one: not one.double):
        filled = min(yard.space, towers)
        towers -= filled
        points += (yard.towers + FILL * filled) * (2 if yard.double else 1)
    return points + CARD * means.cards + HAND * means.hand + _held(means)


def _held(means: Means) -> float:
    """What the unused double keep is worth."""
    return HOLD * min(1.0, means.cards / LATE) if means.double else 0.0


def gain(chain: Chain, means: Means) -> float:
    """What closing this chain on open ground promises."""
    single = chain.towers + FILL * min(chain.space, means.towers)
    return max(single, 2 * single - _held(means)) if means.double else single


def division(chain: Chain, whole: Yard) -> int:
    """The points that dividing a courtyard brings. The larger part keeps a double keep."""
    points = chain.towers - whole.towers
    return 2 * points - chain.smaller if whole.double else points


def threat(chains: Iterable[Chain], means: Means) -> float:
    """What the next player can hope to close."""
    return max((CLOSED[len(one.steps)] * gain(one, means) for one in chains), default=0.0)
