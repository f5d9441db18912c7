"""What a tile changes for the farmers: those already there, and one placed with the tile."""

from collections.abc import Callable, Iterable, Set

from engine.carcassonne.vocabulary.players import Counts, added, changed
from engine.players.carcassonne.appraisal import Appraisal
from engine.players.carcassonne.farming import Farm, likely
from engine.players.carcassonne.features import Promise
from engine.players.carcassonne.land import Group
from engine.tiles.board import Meeting
from engine.tiles.region import Region


class FieldChanges:
    """The fields and cities after a tile; those that it extends or begins have new names."""

    def __init__(
        self,
        appraisal: Appraisal,
        meeting: Meeting,
        faced: Iterable[int],
        promise_after: Callable[[Region], Promise],
    ) -> None:
        """`faced` are the other cities whose chances the tile changes, by identity."""
        self.appraisal, self.meeting, self.promise_after = appraisal, meeting, promise_after
        self._nobody: Counts = (0,) * appraisal.state.setup.seats
        self.fields: list[Group] = []
        """The fields of the tile."""
        self.name_of: dict[int, int] = {}
        """The new names of the tile's features, by segment."""
        self.renamed: dict[int, int] = {}
        """The new names of the features that the tile extends, by old name."""
        self.cities: dict[int, Region] = {}
        """The cities that the tile changes, by new name."""
        self._rename()
        for name in [appraisal.name_of_city.get(key) for key in faced]:
            if name is not None:
                self.cities[name] = appraisal.cities[name]
        self.farms, self.gained = self._changes() if appraisal.farms else ([], [])
        """The fields with farmers after the tile, and what each seat gains from farmers by it;
        empty if nothing changes."""

    def _rename(self) -> None:
        land, meeting = self.appraisal.land, self.meeting
        groups = land.met(self.appraisal.state.board, meeting.cell, meeting.tile)
        for number, group in enumerate(groups):
            name, region = -1 - number, meeting.joined[group.segments[0]]
            self.name_of.update(dict.fromkeys(group.segments, name))
            self.renamed.update(dict.fromkeys(group.earlier, name))
            if region.kind == "city":
                self.cities[name] = region
            else:
                self.fields.append(group)

    def with_farmer(self, seat: int, segment: int) -> list[float]:
        """What each seat gains from farmers if this seat places one with the tile."""
        group = next(group for group in self.fields if segment in group.segments)
        cities = self._cities(group)
        new = Farm(changed(self._nobody, seat, 1), cities, self._open(group))
        near = [farm for farm in self.farms if not farm.cities.isdisjoint(cities)]
        complete = {city: self._complete(city) for city in cities}
        gained = self.appraisal.farm_points([new, *near], complete)
        if near:
            gained = less(gained, self.appraisal.farm_points(near, complete))
        return more(gained, self.gained)

    def _changes(self) -> tuple[list[Farm], list[float]]:
        """The fields with farmers after the tile, and what farmers gain by it, if anything. Only
        what changes is counted."""
        appraisal = self.appraisal
        groups = [one for one in self.fields if not one.earlier.isdisjoint(appraisal.farms)]
        gone = {name for group in groups for name in group.earlier}
        grown = [self._grown(group) for group in groups]
        cities = self._cities_changed(groups)
        if not groups and not cities:
            return list(appraisal.farms.values()), []
        same, old, new = [], [], grown
        for name, farm in appraisal.farms.items():
            if name in gone:
                old.append(farm)
            elif farm.cities.isdisjoint(cities):
                same.append(farm)
            else:
                old.append(farm)
                new.append(self._renamed(farm))
        before = appraisal.farm_points(old, {city: appraisal.complete(city) for city in cities})
        named = {self.renamed.get(city, city) for city in cities}.union(*map(self._begun, groups))
        after = appraisal.farm_points(new, {city: self._complete(city) for city in named})
        return same + new, less(after, before)

    def cities_at(self, segment: int) -> Set[int]:
        """The cities that the field on this segment touches."""
        return next(self._cities(group) for group in self.fields if segment in group.segments)

    def _cities_changed(self, groups: Iterable[Group]) -> set[int]:
        """The cities served by farmers whose chances change, and those that the grown fields
        touched, all by old name."""
        land, served = self.appraisal.land, self.appraisal.served
        found = {name for name in (*self.renamed, *self.cities) if name in served}
        return found.union(*(land.touching[name] for group in groups for name in group.earlier))

    def _grown(self, group: Group) -> Farm:
        """A field of the tile with the farmers who are already there."""
        farmers = self._nobody
        for name in group.earlier:
            if name in self.appraisal.farms:
                farmers = added(farmers, self.appraisal.farms[name].farmers)
        return Farm(farmers, self._cities(group), self._open(group))

    def _open(self, group: Group) -> int:
        return len(self.meeting.joined[group.segments[0]].open)

    def _renamed(self, farm: Farm) -> Farm:
        return farm._replace(cities={self.renamed.get(city, city) for city in farm.cities})

    def _cities(self, group: Group) -> Set[int]:
        """The cities that a field of the tile touches."""
        touching = self.appraisal.land.touching
        known = {city for name in group.earlier for city in touching[name]}
        return self._begun(group) | {self.renamed.get(city, city) for city in known}

    def _begun(self, group: Group) -> Set[int]:
        """The cities that a field touches on the tile itself."""
        served = self.appraisal.land.catalogue.served[self.meeting.tile.tile.id]
        return {self.name_of[city] for segment in group.segments for city in served[segment]}

    def _complete(self, city: int) -> float:
        """How likely a city is to be complete at the end, as farmers value it."""
        region = self.cities.get(city)
        if region is None:
            return self.appraisal.complete(city)
        return likely(region, self.promise_after(region))


def more(points: list[float], gained: list[float]) -> list[float]:
    """Both added up by seat; `points` unchanged if nothing is gained."""
    return [one + other for one, other in zip(points, gained, strict=True)] if gained else points


def less(points: list[float], other: list[float]) -> list[float]:
    return [one - then for one, then in zip(points, other, strict=True)]
