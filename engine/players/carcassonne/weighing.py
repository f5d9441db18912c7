"""What a turn would change in an appraisal, found without playing the turn."""

from collections.abc import Iterable, Iterator

from engine.carcassonne.play.cloisters import AROUND
from engine.carcassonne.play.completed import SCORING_KINDS
from engine.carcassonne.vocabulary.moves import Placement, Turn
from engine.carcassonne.vocabulary.players import most
from engine.players.carcassonne.appraisal import Appraisal
from engine.players.carcassonne.chances import surroundings_after
from engine.players.carcassonne.features import (
    Promise,
    cloister_promise,
    follower_worth,
    promise_of,
    returned_worth,
    supply_worth,
)
from engine.players.carcassonne.field_changes import FieldChanges, more
from engine.tiles.grid import NOWHERE, Cell
from engine.tiles.ports import CHANNELS, PORTS
from engine.tiles.region import Follower, Region


class Weighing:
    """One placement of the drawn tile, weighed with each follower that may be placed on it."""

    def __init__(self, appraisal: Appraisal, points: list[float], placement: Placement) -> None:
        state = appraisal.state
        assert state.drawn is not None
        self.appraisal, self.state, self.seat = appraisal, state, state.seat
        self.chances = appraisal.chances
        self.placement = placement
        self.cell = state.board.grid.numbers[placement.cell]
        self.tile = state.setup.catalogue.turned[state.drawn][placement.rotation]
        self.meeting = state.board.meet(self.cell, self.tile)
        self.around = surroundings_after(state.board, appraisal.around, self.cell, self.tile.edges)
        self.points = list(points)
        self.supply = list(state.supply)
        self._promises: dict[int, Promise] = {}
        self.extended = self._extended()
        """The regions that the tile touches, as they were before, by identity."""
        self.faced = self._faced()
        """The other roads and cities that need one of the cells next to the tile, by identity."""
        self.fields = FieldChanges(appraisal, self.meeting, self.faced, self.promise_after)
        self._weigh_features()
        self._weigh_cloisters()
        self._weigh_supply()
        self.cost = follower_worth(self.supply[self.seat], self.chances)
        """The cost of placing a follower."""

    def turns(self) -> Iterator[tuple[Turn, list[float]]]:
        """Each turn with the points that each seat is then expected to end with."""
        yield Turn(self.placement), more(self.points, self.fields.gained)
        catalogue, tile = self.state.setup.catalogue, self.tile
        if self.state.supply[self.seat]:
            every = catalogue.postings[tile.tile.id][tile.rotation]
            for segment, region in enumerate(self.meeting.joined):
                if not region.followers:
                    yield Turn(self.placement, every[segment]), self._posted(segment)

    def _posted(self, segment: int) -> list[float]:
        """The points with a follower on a segment that nobody has claimed."""
        points, seat = list(self.points), self.seat
        if self.meeting.joined[segment].kind == "field":
            points[seat] -= self.cost
            return more(points, self.fields.with_farmer(seat, segment))
        promise, done = self.claimed(segment)
        points[seat] += promise.points
        if not done:
            points[seat] += returned_worth(promise, self.chances) - self.cost
        return more(points, self.fields.gained)

    def claimed(self, segment: int) -> tuple[Promise, bool]:
        """What a road, city or cloister of the tile promises, and whether it is complete."""
        region = self.meeting.joined[segment]
        if region.kind == "cloister":
            near = self._laid_around(self.placement.cell)
            return cloister_promise(near, self.chances), near == len(AROUND)
        return self.promise_after(region), not region.open

    def _weigh_features(self) -> None:
        """Weigh the roads and cities that the tile extends, closes, or makes easier or harder to
        close."""
        appraisal, points = self.appraisal, self.points
        for region in self.extended.values():
            if region.followers and region.kind in SCORING_KINDS:
                appraisal.credit(points, appraisal.promise(region), region.followers, -1)
        for region in distinct(self.meeting.joined):
            if region.followers and region.kind in SCORING_KINDS:
                self._credit(self.promise_after(region), region.followers, done=not region.open)
        for region in self.faced.values():
            if region.followers:
                appraisal.credit(points, appraisal.promise(region), region.followers, -1)
                self._credit(self.promise_after(region), region.followers)

    def _weigh_cloisters(self) -> None:
        for cell, near in self.monks_near():
            monk = (Follower(self.state.standing[cell].seat, cell * PORTS),)
            before = cloister_promise(near, self.chances)
            after = cloister_promise(near + 1, self.chances)
            self.appraisal.credit(self.points, before, monk, -1)
            self._credit(after, monk, done=near + 1 == len(AROUND))

    def monks_near(self) -> Iterator[tuple[int, int]]:
        """The cells next to or diagonal to the tile where monks stand, and how many tiles were
        around each."""
        x, y = self.placement.cell
        for cell in self.appraisal.monks:
            at = self.state.board.grid.cells[cell]
            if max(abs(at[0] - x), abs(at[1] - y)) == 1:
                yield cell, self._laid_around(at)

    def _weigh_supply(self) -> None:
        """Weigh the followers that come back."""
        for seat, before in enumerate(self.state.supply):
            if self.supply[seat] != before:
                self.points[seat] += supply_worth(self.supply[seat], self.chances)
                self.points[seat] -= supply_worth(before, self.chances)

    def _credit(
        self, promise: Promise, followers: tuple[Follower, ...], *, done: bool = False
    ) -> None:
        if not done:
            self.appraisal.credit(self.points, promise, followers)
            return
        counts = [0] * len(self.points)
        for follower in followers:
            counts[follower.seat] += 1
            self.supply[follower.seat] += 1
        for seat in most(tuple(counts)):
            self.points[seat] += promise.points

    def _extended(self) -> dict[int, Region]:
        regions = self.state.board.regions
        spots = self.state.board.grid.touching[self.cell]
        return {id(regions[spot]): regions[spot] for spot in spots if spot in regions}

    def _faced(self) -> dict[int, Region]:
        board, extended, found = self.state.board, self.extended, dict[int, Region]()
        for cell in self.around:
            across = board.grid.across[cell]
            for port in CHANNELS:
                region = board.regions.get(across[port])
                if region is not None and region.kind != "field" and id(region) not in extended:
                    found[id(region)] = region
        return found

    def promise_after(self, region: Region) -> Promise:
        key = id(region)
        if key not in self._promises:
            appraisal = self.appraisal
            self._promises[key] = promise_of(
                region, self.state.board.grid, self._around, self.chances, appraisal.options
            )
        return self._promises[key]

    def _around(self, cell: int) -> int:
        return self.around[cell] if cell in self.around else self.appraisal.around[cell]

    def _laid_around(self, cell: Cell) -> int:
        """How many tiles surround a cell before this one is laid."""
        (x, y), board = cell, self.state.board
        near = [board.grid.numbers.get((x + dx, y + dy), NOWHERE) for dx, dy in AROUND]
        return sum(one in board.laid for one in near)


def distinct(regions: Iterable[Region]) -> list[Region]:
    return list({id(region): region for region in regions}.values())
