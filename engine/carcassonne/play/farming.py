"""What the farmers serve, counted by city or by field (C18, C19)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.carcassonne.play.completed import counted
from engine.carcassonne.play.survey import Surveyed
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.players import Counts, most

A_CITY_SERVED = 4
A_CITY_OF_A_FIELD = 3


class Farm(NamedTuple):
    """Fields and cities that are counted together, and who scores them."""

    fields: tuple[int, ...]
    """Fields with farmers, as indices in the survey."""
    cities: tuple[int, ...]
    """Completed cities, as indices in the survey."""
    followers: Counts
    seats: tuple[int, ...]
    each: int
    """The points for each city."""

    @property
    def points(self) -> int:
        """The points that each of the seats gets."""
        return self.each * len(self.cities)


def farms(state: State, features: Sequence[Surveyed]) -> list[Farm]:
    """What the farmers serve with the tiles as they are now."""
    farmed = [
        index
        for index, feature in enumerate(features)
        if feature.kind == "field" and feature.standing
    ]
    if state.setup.options.farms == "by_field":
        found = [_farm(state, features, (field,), _served(features, field)) for field in farmed]
    else:
        cities = sorted({city for field in farmed for city in _served(features, field)})
        found = [
            _farm(
                state,
                features,
                tuple([field for field in farmed if city in features[field].touching]),
                (city,),
            )
            for city in cities
        ]
    return [farm for farm in found if farm.cities]


def _served(features: Sequence[Surveyed], field: int) -> tuple[int, ...]:
    return tuple([city for city in features[field].touching if features[city].complete])


def _farm(
    state: State, features: Sequence[Surveyed], fields: tuple[int, ...], cities: tuple[int, ...]
) -> Farm:
    farmers = [cell for field in fields for cell in features[field].standing]
    followers = counted(state, tuple(farmers))
    by_field = state.setup.options.farms == "by_field"
    each = A_CITY_OF_A_FIELD if by_field else A_CITY_SERVED
    return Farm(fields, cities, followers, most(followers), each)
