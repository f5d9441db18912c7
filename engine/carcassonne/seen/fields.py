"""The fields: who owns each, which cities it feeds, and what it would score now."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.carcassonne.play.completed import counted
from engine.carcassonne.play.farming import farms
from engine.carcassonne.play.final import cells_of
from engine.carcassonne.play.survey import Surveyed
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.events import Cells
from engine.carcassonne.vocabulary.players import Counts, most
from engine.tiles.grid import Cell


@dataclass(frozen=True, slots=True)
class Field:
    segments: tuple[tuple[Cell, int], ...]
    """Its cells, each with the index of the segment there."""
    cells: Cells
    counts: Counts
    """The farmers of each seat."""
    owners: tuple[int, ...]
    """The seats with the most farmers in it."""
    feeds: tuple[Cells, ...]
    """The completed cities that it touches."""
    incomplete: tuple[Cells, ...]
    """The cities that it touches and that are not complete yet."""
    gives: Counts
    """What each seat with farmers here would get now for the cities that it feeds. If farmers are
    counted by city (C18), those in other fields of the city count too. A seat that serves a city
    from two fields gets its points once, but they are listed with each of the fields."""


def fields_of(state: State, features: Sequence[Surveyed]) -> tuple[Field, ...]:
    gives: dict[int, list[int]] = {}
    for farm in farms(state, features):
        for field in farm.fields:
            given = gives.setdefault(field, [0] * state.setup.seats)
            here = counted(state, features[field].standing)
            for seat in farm.seats:
                given[seat] += farm.points if here[seat] else 0
    nothing = [0] * state.setup.seats
    return tuple(
        _field(state, features, feature, tuple(gives.get(index, nothing)))
        for index, feature in enumerate(features)
        if feature.kind == "field"
    )


def _field(state: State, features: Sequence[Surveyed], field: Surveyed, gives: Counts) -> Field:
    cells, counts = state.board.grid.cells, counted(state, field.standing)
    cities = [features[city] for city in field.touching]
    return Field(
        segments=tuple((cells[cell], index) for cell, index in field.segments),
        cells=cells_of(state, field),
        counts=counts,
        owners=most(counts),
        feeds=tuple(cells_of(state, city) for city in cities if city.complete),
        incomplete=tuple(cells_of(state, city) for city in cities if not city.complete),
        gives=gives,
    )
