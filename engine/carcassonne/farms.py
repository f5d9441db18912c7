"""Farms: which cities a field touches, whose points they are, and how many (C18, C19).

The final scoring, views and computer players, who also count on what is not complete yet, all read
it here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.carcassonne.events import FarmersScored
from engine.carcassonne.features import cells_of, majority_of
from engine.carcassonne.moves import Options
from engine.carcassonne.state import State
from engine.counts import Counts, add_counts
from engine.tiles.feature import Feature, count_followers, oldest_first, weigh_followers
from engine.tiles.grid import bits

A_CITY_SERVED = 4
A_CITY_OF_A_FIELD = 3


def points_a_city(options: Options) -> int:
    return A_CITY_OF_A_FIELD if options.farms == "by_field" else A_CITY_SERVED


def cities_among(features: Iterable[Feature]) -> dict[int, Feature]:
    """Find the cities, by the number of each of their segments."""
    return {
        segment: feature
        for feature in features
        if feature.kind == "city"
        for segment in bits(feature.segments)
    }


def cities_at(field: Feature, cities: Mapping[int, Feature]) -> tuple[int, ...]:
    """List the first segments of cities that a field touches on any tile, in order of laying."""
    return tuple(sorted({cities[segment].first for segment in bits(field.beside)}))


def farmed_fields(features: Iterable[Feature]) -> list[Feature]:
    """List the fields with farmers, the oldest first."""
    return oldest_first(
        [feature for feature in features if feature.followers and feature.kind == "field"]
    )


class Farm(NamedTuple):
    """Fields and cities that count together: the fields that serve one city (C18), or one field and
    the cities that it serves (C19)."""

    fields: tuple[int, ...]
    cities: tuple[int, ...]
    farmers: Counts
    """As majorities count them."""


# A field, the farmers of each seat on it as majorities count them, and the cities that it serves;
# fields and cities by their first segments.
FieldServing = tuple[int, Counts, Sequence[int]]


def group_fields(options: Options, fields: Iterable[FieldServing]) -> list[Farm]:
    """Group the fields into farms: a field with its cities, or a city with its fields."""
    if options.farms == "by_field":
        return [Farm((field,), tuple(cities), farmers) for field, farmers, cities in fields]
    around: dict[int, list[int]] = {}
    farmers_around: dict[int, Counts] = {}
    for field, farmers, cities in fields:
        for city in cities:
            if city in around:
                around[city].append(field)
                farmers_around[city] = add_counts(farmers_around[city], farmers)
            else:
                around[city] = [field]
                farmers_around[city] = farmers
    return [Farm(tuple(around[city]), (city,), farmers_around[city]) for city in sorted(around)]


def score_farms(state: State) -> list[tuple[Farm, FarmersScored]]:
    """Score the farms with the tiles as they are now."""
    board = state.board
    options = state.setup.options
    each = points_a_city(options)
    features = board.features()
    cities = cities_among(features)
    fields = {field.first: field for field in farmed_fields(features)}
    serving = [
        (
            number,
            weigh_followers(field.followers, state.setup.seats),
            [city for city in cities_at(field, cities) if not cities[city].open],
        )
        for number, field in fields.items()
    ]
    farms = []
    for farm in group_fields(options, serving):
        if not farm.cities:
            continue
        around = [follower for field in farm.fields for follower in fields[field].followers]
        farmers, large, seats = majority_of(around, state.setup.seats)
        scored = FarmersScored(
            cities=tuple(cells_of(board, cities[city]) for city in farm.cities),
            fields=tuple(cells_of(board, fields[field]) for field in farm.fields),
            followers=farmers,
            seats=seats,
            points=each * len(farm.cities),
            counted_by="field" if options.farms == "by_field" else "city",
            each=each,
            large=large,
        )
        farms.append((farm, scored))
    return farms


def field_points(field: Feature, farms: Iterable[tuple[Farm, FarmersScored]], seats: int) -> Counts:
    """Add up the points of seats with farmers in this field, from every farm it is part of."""
    farmers = count_followers(field.followers, seats)
    points = [0] * seats
    for farm, scored in farms:
        if field.first in farm.fields:
            for seat in scored.seats:
                if farmers[seat]:
                    points[seat] += scored.points
    return tuple(points)
