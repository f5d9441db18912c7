"""All turns, weighed by what each would change in an appraisal, without playing it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from typing import NamedTuple

from engine.carcassonne.moves import Deployment, Turn
from engine.carcassonne.placing import deployments, placements
from engine.carcassonne.scoring import SCORING_KINDS
from engine.carcassonne.state import State
from engine.counts import Counts, add_counts, add_to
from engine.players.carcassonne.appraisal import Appraisal, empty_near
from engine.players.carcassonne.chances import FREE, Promise, surroundings_after
from engine.players.carcassonne.fields import FarmedField, farmed_field, share_complete
from engine.players.endgame import FARTHEST
from engine.players.expert import Candidate, Curve, Worth, lead, own_points
from engine.players.tiles import leaders_of, stack
from engine.tiles.board import Meeting
from engine.tiles.feature import Feature, Follower, distinct
from engine.tiles.grid import Placement
from engine.tiles.tile import CHANNELS

CURVE = Curve(turn=0.94, spread=1.23, bend=0.55)


def spread(state: State) -> float:
    """Spread of leads; 0 near the end, which is searched through by the best of the others."""
    left = len(stack(state))
    return CURVE.spread_at(left) if left > FARTHEST else 0.0


def candidates(state: State) -> Sequence[Candidate[Turn]]:
    """All turns, the best at first sight first."""
    return _weigh_turns(state, partial(lead, spread=spread(state)))


def beginner(state: State) -> Sequence[Candidate[Turn]]:
    """Weigh the turns as a beginner does, who has not understood farmers yet."""
    turns = _weigh_turns(state, own_points)
    return [candidate for candidate in turns if not _places_farmer(candidate.move)]


def _places_farmer(turn: Turn) -> bool:
    return turn.follower is not None and turn.follower.role == "farmer"


def _weigh_turns(state: State, worth: Worth) -> Sequence[Candidate[Turn]]:
    appraisal = Appraisal(state, Counter(stack(state)))
    points = appraisal.points()
    weighed = [
        Candidate(turn, worth(after, state.seat))
        for placement in placements(state)
        for turn, after in WeighedPlacement(appraisal, points, placement).turns()
    ]
    weighed.sort(key=lambda candidate: -candidate.worth)
    return weighed


class SurroundedMonk(NamedTuple):
    """A monk whose prospects a tile changes."""

    cell: int
    nearer: bool
    """The tile lies around the cloister."""
    empty: Sequence[int]
    """The cells around it that are still empty afterwards."""
    promise: Promise


class WeighedPlacement:
    """One placement of the drawn tile, weighed with each follower that may be placed on it."""

    def __init__(self, appraisal: Appraisal, points: list[float], placement: Placement) -> None:
        state = appraisal.state
        assert state.drawn is not None
        self.appraisal = appraisal
        self.state = state
        self.seat = state.seat
        self.chances = appraisal.chances
        self.placement = placement
        board = state.board
        self.cell = board.grid.numbers[placement.cell]
        self.tile = state.setup.catalogue.turned[state.drawn][placement.rotation]
        self.meeting = board.meet(self.cell, self.tile)
        self.around = surroundings_after(board, appraisal.around, self.cell, self.tile.edges)
        self.points = list(points)
        self.supply = list(state.supply)
        self.large_supply = list(appraisal.large_supply)
        self._promises: dict[int, Promise] = {}
        facing = board.facing
        spots = board.grid.touching[self.cell]
        extended = [facing[spot] for spot in spots if spot in facing]
        self.extended = {feature.first: feature for feature in extended}
        """The features that the tile touches, as they were before, by their first segments."""
        self.faced = dict[int, Feature]()
        """The other roads and cities that need one of the cells next to the tile, likewise."""
        for cell in self.around:
            across = board.grid.across[cell]
            for port in CHANNELS:
                feature = facing.get(across[port])
                if feature is None or feature.kind not in SCORING_KINDS:
                    continue
                if feature.first not in self.extended:
                    self.faced[feature.first] = feature
        on_tile = distinct(self.meeting.joined)
        changed = (*on_tile, *self.faced.values())
        self.fields = FieldChanges(
            appraisal, self.meeting, changed, self.promise_after, self._around_after
        )
        for feature in self.extended.values():
            if feature.followers and feature.kind in SCORING_KINDS:
                appraisal.credit(self.points, appraisal.promise(feature), feature.followers, -1)
        for feature in on_tile:
            if feature.followers and feature.kind in SCORING_KINDS:
                self._credit(self.promise_after(feature), feature.followers, done=not feature.open)
        for feature in self.faced.values():
            if feature.followers:
                appraisal.credit(self.points, appraisal.promise(feature), feature.followers, -1)
                appraisal.credit(self.points, self.promise_after(feature), feature.followers)
        for monk in self.monks_near():
            follower = appraisal.monk_at(monk.cell)
            appraisal.credit(self.points, appraisal.cloister_promise(monk.cell), follower, -1)
            self._credit(monk.promise, follower, done=not monk.empty)
        for seat, before in enumerate(state.supply):
            if self.supply[seat] != before:
                self.points[seat] += self.chances.supply_worth(self.supply[seat])
                self.points[seat] -= self.chances.supply_worth(before)
        for seat, before in enumerate(appraisal.large_supply):
            if self.large_supply[seat] != before:
                self.points[seat] += self.chances.large_worth(self.large_supply[seat] - before)
        self.cost = self.chances.follower_worth(self.supply[self.seat])

    def turns(self) -> Iterator[tuple[Turn, list[float]]]:
        """Each turn with the points that each seat is then expected to end with. Where a follower
        returns at once, the large one is left out if a small one does the same."""
        yield Turn(self.placement), add_points(self.points, self.fields.gained)
        seat = self.seat
        for segment, deployment in deployments(self.state, self.meeting):
            feature = self.meeting.joined[segment]
            cost = self.cost_of(deployment)
            points = list(self.points)
            gained = self.fields.gained
            if feature.kind == "field":
                points[seat] -= cost
                gained = self.fields.with_farmer(seat, segment, deployment.weight)
            else:
                promise, done = self.claim(segment)
                if done and deployment.large and self.state.supply[seat]:
                    continue
                points[seat] += promise.points
                if not done:
                    points[seat] += self.chances.returned_worth(promise) - cost
            yield Turn(self.placement, deployment), add_points(points, gained)

    def cost_of(self, deployment: Deployment) -> float:
        """Worth of the follower while it is in the supply."""
        return self.chances.large_worth(1) if deployment.large else self.cost

    def claim(self, segment: int) -> tuple[Promise, bool]:
        """Tell what a road, city or cloister of the tile promises, and whether it is complete."""
        feature = self.meeting.joined[segment]
        if feature.kind == "cloister":
            empty = empty_near(self.state.board, self.cell)
            return self._cloister_promise(empty), not empty
        return self.promise_after(feature), not feature.open

    def _credit(self, promise: Promise, followers: tuple[Follower, ...], *, done: bool) -> None:
        if not done:
            self.appraisal.credit(self.points, promise, followers)
            return
        for follower in followers:
            supply = self.supply if follower.weight == 1 else self.large_supply
            supply[follower.seat] += 1
        for seat in leaders_of(followers, len(self.points)):
            self.points[seat] += promise.points

    def monks_near(self) -> Iterator[SurroundedMonk]:
        """Find the monks that the tile brings nearer to home, or next to whose cells it lies."""
        for cell, before in self.appraisal.monks.items():
            nearer = self.cell in before
            if nearer or not self.around.keys().isdisjoint(before):
                empty = [near for near in before if near != self.cell]
                yield SurroundedMonk(cell, nearer, empty, self._cloister_promise(empty))

    def _cloister_promise(self, empty: Iterable[int]) -> Promise:
        return self.chances.cloister_promise([self._around_after(cell) for cell in empty])

    def promise_after(self, feature: Feature) -> Promise:
        key = feature.first
        if key not in self._promises:
            self._promises[key] = self.chances.promise(feature, self._around_after)
        return self._promises[key]

    def _around_after(self, cell: int) -> int:
        if cell in self.around:
            return self.around[cell]
        return self.appraisal.around.get(cell, FREE)


class GrownField(NamedTuple):
    """A field on the tile, and the earlier fields that it grew from, by their first segments."""

    field: Feature
    earlier: Mapping[int, Feature]


class FieldChanges:
    """Changes that a tile makes for the farmers: those already there, and one placed with the tile.
    Fields and cities go by their first segments: one that the tile extends keeps its number, and of
    several that it joins the oldest does."""

    def __init__(
        self,
        appraisal: Appraisal,
        meeting: Meeting,
        changed: Iterable[Feature],
        promise_after: Callable[[Feature], Promise],
        around_after: Callable[[int], int],
    ) -> None:
        """`changed` are the features on the tile, and the others whose chances it changes."""
        self.appraisal = appraisal
        self.meeting = meeting
        self.promise_after = promise_after
        self.around_after = around_after
        self._complete: dict[int, float] = {}
        """The chances of the cities that the tile changes, as farmers value them."""
        self._touched: dict[int, tuple[int, ...]] = {}
        """The cities at the fields on the tile, computed so far."""
        self._nobody: Counts = (0,) * appraisal.state.setup.seats
        self.became = {
            part.first: meeting.joined[segment].first
            for part, segment in meeting.joins
            if part.kind == "city"
        }
        """The number after the tile of each city that it extends."""
        self.fields: list[GrownField] = []
        self.cities: dict[int, Feature] = {}
        """The cities that the tile changes."""
        for feature in changed:
            if feature.kind == "field":
                earlier = {part.first: part for part in meeting.parts_of(feature)}
                self.fields.append(GrownField(feature, earlier))
            elif feature.kind == "city":
                self.cities[feature.first] = feature
        self.farms, self.gained = self._compare() if appraisal.farms else ([], [])
        """The fields with farmers after the tile, and what each seat gains from farmers by it;
        empty if nothing changes."""

    def with_farmer(self, seat: int, segment: int, weight: int) -> list[float]:
        """Each seat's gain from farmers if this seat places one with the tile, who never comes
        back."""
        new = self._farm(self._field_on(segment), add_to(self._nobody, seat, weight))
        cities = frozenset(new.cities)
        near = [farm for farm in self.farms if not cities.isdisjoint(farm.cities)]
        complete = {city: self.complete(city) for city in new.cities}
        gained = self.appraisal.farm_points([new, *near], complete)
        if near:
            gained = subtract_points(gained, self.appraisal.farm_points(near, complete))
        chances = self.appraisal.chances
        farmers = self.appraisal.farmers[seat]
        gained[seat] -= chances.farmers_cost(farmers + weight) - chances.farmers_cost(farmers)
        for farm in self.farms:
            joining = self.appraisal.joining_points(new, farm, self.complete, self.around_after)
            gained = add_points(gained, joining)
        return add_points(gained, self.gained)

    def cities_at(self, segment: int) -> Sequence[int]:
        """List the cities that the field on this segment touches."""
        return self._cities(self._field_on(segment))

    def _field_on(self, segment: int) -> GrownField:
        return next(grown for grown in self.fields if grown.field is self.meeting.joined[segment])

    def joined_fields(self) -> list[FarmedField]:
        """List the fields after the tile that farmers reach from more than one earlier field."""
        farms = self.appraisal.farms
        return [
            self._farm(field, self._farmers(field))
            for field in self.fields
            if len(field.earlier.keys() & farms.keys()) > 1
        ]

    def farmers_fed(self) -> list[Counts]:
        """Count the farmers around each city that the tile completes, as far as there are any."""
        fed: list[Counts] = []
        for number, city in self.cities.items():
            around = [farm.farmers for farm in self.farms if number in farm.cities]
            if around and not city.open:
                fed.append(tuple(map(sum, zip(*around, strict=True))))
        return fed

    def _compare(self) -> tuple[list[FarmedField], list[float]]:
        """Return the fields with farmers after the tile, and what farmers gain by it, if anything.
        Only what changes is counted."""
        appraisal = self.appraisal
        farms = self.appraisal.farms
        grown = [field for field in self.fields if not farms.keys().isdisjoint(field.earlier)]
        gone = {number: part for field in grown for number, part in field.earlier.items()}
        # Those that farmers serve and whose chances change, and those that the grown fields
        # touched, all by their numbers before the tile.
        cities = {city for city in (*self.became, *self.cities) if city in appraisal.served_cities}
        cities = cities.union(*map(appraisal.cities_at, gone.values()))
        # Where the tile changes which tiles fit, it changes how likely fields join.
        near = appraisal.state.board.grid.neighbours[self.meeting.cell]
        moved = [pair for pair in appraisal.joining if not pair.cells.isdisjoint(near)]
        if not grown and not cities and not moved:
            return list(farms.values()), []
        same = list[FarmedField]()
        old = dict[int, FarmedField]()
        new = [self._farm(field, self._farmers(field)) for field in grown]
        for number, farm in farms.items():
            if number in gone:
                old[number] = farm
            elif cities.isdisjoint(farm.cities):
                same.append(farm)
            else:
                old[number] = farm
                touched = tuple(sorted(self._after(farm.cities)))
                new.append(farm._replace(cities=touched, fed=sum(map(self.complete, touched))))
        before = appraisal.farm_points(
            old.values(), {city: appraisal.complete(city) for city in cities}
        )
        cities = self._after(cities).union(*map(self._cities, grown))
        after = appraisal.farm_points(new, {city: self.complete(city) for city in cities})
        gained = subtract_points(after, before)
        pairs = [*combinations(new, 2), *product(new, same)]
        for pair in appraisal.joining:
            if not old.keys().isdisjoint(pair.fields):
                gained = subtract_points(gained, pair.points)
        for pair in moved:
            if old.keys().isdisjoint(pair.fields):
                gained = subtract_points(gained, pair.points)
                first, second = pair.fields
                pairs.append((farms[first], farms[second]))
        for field, other in pairs:
            joining = appraisal.joining_points(field, other, self.complete, self.around_after)
            gained = add_points(gained, joining)
        return same + new, gained

    def _farmers(self, grown: GrownField) -> Counts:
        farmers = self._nobody
        farms = self.appraisal.farms
        for number in grown.earlier:
            if number in farms:
                farmers = add_counts(farmers, farms[number].farmers)
        return farmers

    def _farm(self, grown: GrownField, farmers: Counts) -> FarmedField:
        board = self.appraisal.state.board
        spots = grown.field.open
        return farmed_field(farmers, self._cities(grown), spots, board, self.complete)

    def _cities(self, grown: GrownField) -> tuple[int, ...]:
        """List the cities that a field touches after the tile."""
        key = grown.field.first
        if key not in self._touched:
            earlier = [
                city for part in grown.earlier.values() for city in self.appraisal.cities_at(part)
            ]
            beside = [city.first for city in self.meeting.features_beside(grown.field)]
            self._touched[key] = tuple(sorted({*self._after(earlier), *beside}))
        return self._touched[key]

    def _after(self, cities: Iterable[int]) -> set[int]:
        """These cities by their numbers after the tile."""
        return {self.became.get(city, city) for city in cities}

    def complete(self, city: int) -> float:
        """Chance that a city is complete at the end, as farmers value it."""
        changed = self.cities.get(city)
        if changed is None:
            return self.appraisal.complete(city)
        if city not in self._complete:
            self._complete[city] = share_complete(changed, self.promise_after)
        return self._complete[city]


def add_points(points: list[float], gained: list[float]) -> list[float]:
    """Both added up by seat; `points` unchanged if nothing is gained."""
    if not gained:
        return points
    return [own + more for own, more in zip(points, gained, strict=True)]


def subtract_points(points: list[float], other: list[float]) -> list[float]:
    return [own - less for own, less in zip(points, other, strict=True)]
