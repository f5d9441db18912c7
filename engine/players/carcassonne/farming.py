"""What farmers may score at the end for the cities complete by then, near or far."""

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from engine.carcassonne.play.farming import A_CITY_OF_A_FIELD, A_CITY_SERVED
from engine.carcassonne.vocabulary.options import Options
from engine.carcassonne.vocabulary.players import Counts, most
from engine.players.carcassonne.chances import Chances
from engine.players.carcassonne.features import Promise
from engine.tiles.region import Region

GROWTH = 0.0006
"""How many more cities each open spot of a field promises per tile to come."""
MOST_OPEN = 8
"""Open spots beyond this number add nothing to what a field promises."""

UNDONE = 0.5
"""How much of its chance to be completed an open city is worth to farmers: others come too."""


class Farm(NamedTuple):
    """A field with farmers."""

    farmers: Counts
    cities: Set[int]
    open: int
    """How many of its spots face an empty cell."""


def likely(city: Region, promise: Promise) -> float:
    """The fraction of a complete city that this one counts for farmers."""
    return UNDONE * promise.chance if city.open else 1.0


def farm_points(
    farms: Iterable[Farm],
    complete: Mapping[int, float],
    seats: int,
    options: Options,
    chances: Chances,
) -> list[float]:
    """The points for each seat. Only these cities are counted, each weighted by how likely it is to
    be complete at the end."""
    points = [0.0] * seats
    by_field = options.farms == "by_field"
    a_city = A_CITY_OF_A_FIELD if by_field else A_CITY_SERVED
    serving: dict[int, list[int]] = {}
    for farm in farms:
        number = GROWTH * min(farm.open, MOST_OPEN) * chances.tiles
        for city in farm.cities:
            if city in complete:
                if by_field:
                    number += complete[city]
                else:
                    counts = serving.setdefault(city, [0] * seats)
                    for seat, count in enumerate(farm.farmers):
                        counts[seat] += count
        for seat in most(farm.farmers):
            points[seat] += a_city * number
    for city, counts in serving.items():
        for seat in most(tuple(counts)):
            points[seat] += a_city * complete[city]
    return points
