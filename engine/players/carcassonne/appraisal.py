"""A position, appraised: the points with which each seat is expected to end."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from engine.carcassonne.farms import (
    cities_among,
    cities_at,
    farmed_fields,
    group_fields,
    points_a_city,
)
from engine.carcassonne.features import AROUND
from engine.carcassonne.state import State, large_supply
from engine.counts import add_counts, most
from engine.players.carcassonne.chances import FREE, DrawChances, Promise, surroundings
from engine.players.carcassonne.fields import FarmedField, farmed_field, share_complete
from engine.players.tiles import leaders_of, stack
from engine.tiles.board import Board
from engine.tiles.feature import Feature, Follower, weigh_followers
from engine.tiles.grid import NOWHERE, bits
from engine.tiles.tile import PORTS

# The further cities that a field with many open spots promises per tile to come.
GROWTH = 0.018
# With this many open spots, a field promises half as many.
HALF_OPEN = 3.0


def prospects(state: State) -> Sequence[float]:
    """Estimate the points that each seat ends with. The tile in hand is still to be laid."""
    if state.drawn is None:
        return state.scores
    return Appraisal(state, Counter((state.drawn, *stack(state)))).points()


def cells_near(board: Board, cell: int) -> list[int]:
    """List the cells around a cell, `NOWHERE` for those around an empty one without a number."""
    (x, y) = board.grid.cells[cell]
    numbers = board.grid.numbers
    return [numbers.get((x + dx, y + dy), NOWHERE) for dx, dy in AROUND]


def empty_near(board: Board, cell: int) -> list[int]:
    return [near for near in cells_near(board, cell) if near not in board.laid]


class JoiningFields(NamedTuple):
    """Two fields with farmers that may join."""

    fields: tuple[int, int]
    """Their first segments."""
    cells: Set[int]
    """The empty cells that both face."""
    points: list[float]
    """The points that each seat can expect to gain or lose by it."""


class Appraisal:
    """A position in which these tiles are still to be laid, with or without the one in hand. A
    player may only use how many there are of each type, never their order."""

    def __init__(self, state: State, tiles: Counter[str]) -> None:
        self.state = state
        self.features = state.board.features()
        self.chances = DrawChances(state, tiles)
        self.around = surroundings(state.board)
        self.large_supply = large_supply(state)
        self.by_field = state.setup.options.farms == "by_field"
        self.a_city = self.chances.farmers_share * points_a_city(state.setup.options)
        """The points for a city that farmers can count on."""
        self._promises: dict[int, Promise] = {}
        """The promises computed so far, by the first segment of the feature."""
        self._cloisters: dict[int, Promise] = {}
        """The promises of cloisters computed so far, by cell."""
        self._complete: dict[int, float] = {}
        """The chances of cities, as farmers value them, computed so far."""
        self._touched: dict[int, tuple[int, ...]] = {}
        """The cities at fields computed so far, by the first segment of the field."""

    def points(self) -> list[float]:
        state = self.state
        chances = self.chances
        points = [
            score + chances.supply_worth(supply) + chances.large_worth(large)
            for score, supply, large in zip(
                state.scores, state.supply, self.large_supply, strict=True
            )
        ]
        for feature in self.features:
            if feature.followers and feature.kind in ("road", "city"):
                self.credit(points, self.promise(feature), feature.followers)
        for cell in self.monks:
            self.credit(points, self.cloister_promise(cell), self.monk_at(cell))
        for seat, farmers in enumerate(self.farmers):
            points[seat] -= chances.farmers_cost(farmers)
        complete = {city: self.complete(city) for city in self.served_cities}
        farmed = self.farm_points(self.farms.values(), complete)
        expected = [pair.points for pair in self.joining]
        return [sum(each) for each in zip(points, farmed, *expected, strict=True)]

    def credit(
        self,
        points: list[float],
        promise: Promise,
        followers: tuple[Follower, ...],
        sign: int = 1,
    ) -> None:
        """Add what a feature promises to those with the most followers on it."""
        returned = sign * self.chances.returned_worth(promise)
        for follower in followers:
            points[follower.seat] += returned
        for seat in leaders_of(followers, len(points)):
            points[seat] += sign * promise.points

    def around_cell(self, cell: int) -> int:
        return self.around.get(cell, FREE)

    def promise(self, feature: Feature) -> Promise:
        """Estimate what a road or city as it is now promises."""
        key = feature.first
        if key not in self._promises:
            self._promises[key] = self.chances.promise(feature, self.around.__getitem__)
        return self._promises[key]

    def cloister_promise(self, cell: int) -> Promise:
        """Estimate what the cloister of a monk as it is now promises."""
        if cell not in self._cloisters:
            around = list(map(self.around_cell, self.monks[cell]))
            self._cloisters[cell] = self.chances.cloister_promise(around)
        return self._cloisters[cell]

    def monk_at(self, cell: int) -> tuple[Follower, ...]:
        monk = self.state.followers[cell]
        return (Follower(monk.seat, cell * PORTS, monk.weight),)

    @cached_property
    def monks(self) -> dict[int, list[int]]:
        """Cells where monks stand, each with the empty cells around it."""
        state = self.state
        return {
            cell: empty_near(state.board, cell)
            for cell in bits(state.cloisters)
            if cell in state.followers
            and state.board.laid[cell].segments[state.followers[cell].segment].kind == "cloister"
        }

    @cached_property
    def cities(self) -> dict[int, Feature]:
        """Cities, by the number of each of their segments."""
        return cities_among(self.features)

    def cities_at(self, field: Feature) -> tuple[int, ...]:
        """List the first segments of the cities that a field touches."""
        key = field.first
        if key not in self._touched:
            self._touched[key] = cities_at(field, self.cities)
        return self._touched[key]

    @cached_property
    def farms(self) -> dict[int, FarmedField]:
        """Fields with farmers, by their first segments, in the order of laying."""
        board = self.state.board
        seats = self.state.setup.seats
        return {
            field.first: farmed_field(
                weigh_followers(field.followers, seats),
                self.cities_at(field),
                field.open,
                board,
                self.complete,
            )
            for field in farmed_fields(self.features)
        }

    @cached_property
    def farmers(self) -> list[int]:
        """The number of farmers of each seat."""
        seats = range(self.state.setup.seats)
        return [sum([farm.farmers[seat] for farm in self.farms.values()]) for seat in seats]

    @cached_property
    def joining(self) -> list[JoiningFields]:
        joining = []
        for fields in combinations(self.farms, 2):
            field, other = map(self.farms.__getitem__, fields)
            points = self.joining_points(field, other, self.complete, self.around_cell)
            if points:
                cells = field.faces.keys() & other.faces.keys()
                joining.append(JoiningFields(fields, cells, points))
        return joining

    @cached_property
    def served_cities(self) -> set[int]:
        return {city for farm in self.farms.values() for city in farm.cities}

    def complete(self, city: int) -> float:
        """Chance that a city is complete at the end, as farmers value it."""
        if city not in self._complete:
            feature = self.cities[city]
            self._complete[city] = share_complete(feature, self.promise)
        return self._complete[city]

    def farm_points(
        self, fields: Collection[FarmedField], complete: Mapping[int, float]
    ) -> list[float]:
        """Count the points for each seat. Only these cities are counted, each weighted by how
        likely it is to be complete at the end."""
        points = [0.0] * self.state.setup.seats
        for field in fields:
            grown = self.a_city * self._grown_cities(field.open)
            for seat in field.leaders:
                points[seat] += grown
        serving = [
            (number, field.farmers, [city for city in field.cities if city in complete])
            for number, field in enumerate(fields)
        ]
        for farm in group_fields(self.state.setup.options, serving):
            worth = self.a_city * sum(map(complete.__getitem__, farm.cities))
            for seat in most(farm.farmers):
                points[seat] += worth
        return points

    def joining_chance(
        self, field: FarmedField, other: FarmedField, around: Callable[[int], int]
    ) -> float:
        """Chance that a tile in a cell that both fields face joins them in time, if the cells have
        these surroundings."""
        apart = 1.0
        for cell in field.faces.keys() & other.faces.keys():
            apart *= self.chances.apart(around(cell), field.faces[cell], other.faces[cell])
        return 1 - apart

    def joining_points(
        self,
        field: FarmedField,
        other: FarmedField,
        complete: Callable[[int], float],
        around: Callable[[int], int],
    ) -> list[float]:
        """Estimate the points that each seat can expect to gain or lose because two fields join;
        empty if no tile joins them, or the same seats have most farmers on both."""
        if field.leaders == other.leaders:
            return []
        likely = self.joining_chance(field, other, around)
        if not likely:
            return []
        shared = sum([complete(city) for city in field.cities if city in other.cities])
        # By city, the farmers around these are already counted together.
        counted = 0.0 if self.by_field else shared
        points = [0.0] * len(field.farmers)
        grown = self._grown_cities(field.open + other.open)
        for seats, share, number in (
            (field.leaders, -likely, self._grown_cities(field.open) + field.fed - counted),
            (other.leaders, -likely, self._grown_cities(other.open) + other.fed - counted),
            (
                most(add_counts(field.farmers, other.farmers)),
                likely,
                grown + field.fed + other.fed - shared - counted,
            ),
        ):
            for seat in seats:
                points[seat] += share * self.a_city * number
        return points

    def _grown_cities(self, spots: int) -> float:
        """Estimate how many further cities a field with so many open spots will feed."""
        return GROWTH * self.chances.tiles * spots / (spots + HALF_OPEN)
