"""What farmers may give at the end: for the cities complete by then, near or far."""

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from engine.carcassonne.play.farming import A_CITY_OF_A_FIELD, A_CITY_SERVED
from engine.carcassonne.vocabulary.options import Options
from engine.carcassonne.vocabulary.players import Counts, most
from engine.players.carcassonne.chances import Chances
from engine.players.carcassonne.features import Promise
from engine.tiles.region import Region

GROWTH = 0.0006
"""The cities that each open spot of a field still promises with each tile to come."""
MOST_OPEN = 8
"""The open spots beyond which a field promises no more."""

UNDONE = 0.5
"""What part of its chance to be completed an open city is worth to farmers: others come."""


class Farm(NamedTuple):
    """A field with farmers."""

    farmers: Counts
    cities: Set[int]
    open: int
    """How many of its spots face an empty cell."""


def likely(city: Region, promise: Promise) -> float:
    """How much of a complete city this one is to farmers."""
    return UNDONE * promise.chance if city.open else 1.0


def farm_points(
    farms: Iterable[Farm],
    complete: Mapping[int, float],
    seats: int,
    options: Options,
    chances: Chances,
) -> list[float]:
    """For each seat. Only these cities are counted, each as far as it is likely to be complete
    at the end."""
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
