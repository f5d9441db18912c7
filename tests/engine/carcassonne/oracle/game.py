"""A game played on the naive table: what is legal, who scores what, and the end."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.engine.carcassonne.oracle.pictures import PICTURES
from tests.engine.carcassonne.oracle.table import Cell, Feature, Table, segments_of

ROLES = {"city": "knight", "road": "highwayman", "cloister": "monk", "field": "farmer"}
# Kind, sorted cells, followers by seat, who scores, points.
Scored = tuple[str, tuple[Cell, ...], tuple[int, ...], tuple[int, ...], int]


class NaiveGame:
    def __init__(self, start: str, seats: int, small_city: str, farms: str) -> None:
        self.table = Table()
        self.table.lay((0, 0), start, 0)
        self.seats = seats
        self.small_city = small_city
        self.farms = farms
        self.scores = [0] * seats
        self.supply = [7] * seats

    def legal_moves(self, tile: str, seat: int) -> set[str]:
        """Every turn in text form."""
        moves = set()
        for (x, y), rotation in self.table.placements(tile):
            placed = f"{x},{y} r{rotation}"
            moves.add(placed)
            if self.supply[seat]:
                moves |= {f"{placed} {name}" for name in self._deployments((x, y), tile, rotation)}
        return moves

    def _deployments(self, cell: Cell, tile: str, rotation: int) -> list[str]:
        """C6: followers on the segments that are free once the tile is laid."""
        self.table.lay(cell, tile, rotation)
        free = []
        for port, (_, row, column) in segments_of(PICTURES[tile][rotation]).items():
            feature = self.table.feature((cell, row, column))
            if not feature.seats:
                role = ROLES[feature.kind]
                free.append(role if port is None else f"{role}@{port}")
        del self.table.pictures[cell]
        return free

    def play(self, seat: int, tile: str, text: str) -> list[Scored]:
        """Lay the tile, score what is complete now, and return the followers."""
        place, rotation, *follower = text.split()
        x, y = map(int, place.split(","))
        self.table.lay((x, y), tile, int(rotation[1]))
        if follower:
            _, _, port = follower[0].partition("@")
            named = segments_of(PICTURES[tile][int(rotation[1])])
            _, row, column = named[port or None]
            self.table.followers[(x, y), row, column] = seat
            self.supply[seat] -= 1
        return [self._settle(feature) for feature in self._completed_at((x, y))]

    def _completed_at(self, cell: Cell) -> list[Feature]:
        """Among the features on the tile and the cloisters around it."""
        squares = [
            (cell, row, column)
            for _, row, column in segments_of(self.table.pictures[cell]).values()
        ]
        squares += [square for square in self.table.cloisters() if square[0] != cell]
        features: list[Feature] = []
        for square in squares:
            if not any(square in feature.squares for feature in features):
                features.append(self.table.feature(square))
        x, y = cell
        return [
            feature
            for feature in features
            if feature.complete
            and feature.kind != "field"
            and (
                feature.kind != "cloister"
                or all(abs(x - a) < 2 and abs(y - b) < 2 for a, b in feature.cells)
            )
        ]

    def _settle(self, feature: Feature) -> Scored:
        scored = self._score(feature.kind, feature.cells, feature.seats, self._worth(feature))
        for square in feature.squares & self.table.followers.keys():
            self.supply[self.table.followers.pop(square)] += 1
        return scored

    def _worth(self, feature: Feature) -> int:
        tiles = len(feature.cells)
        if feature.kind == "cloister":
            [cell] = feature.cells
            return 1 + self.table.filled_around(cell)
        if feature.kind == "city" and feature.complete:
            if tiles == 2 and self.small_city == "two":
                return 2
            return 2 * tiles + 2 * feature.pennants
        return tiles + feature.pennants

    def _score(
        self, kind: str, cells: Iterable[Cell], followers: Sequence[int], points: int
    ) -> Scored:
        counts = Counter(followers)
        most = max(counts.values(), default=0)
        seats = tuple(sorted(seat for seat, count in counts.items() if count == most))
        for seat in seats:
            self.scores[seat] += points
        by_seat = tuple(counts[seat] for seat in range(self.seats))
        return kind, tuple(sorted(cells)), by_seat, seats, points if seats else 0

    def finish(self) -> list[Scored]:
        """C17 to C19. A fed city is identified by its cells, a field by its own."""
        features = self.table.features()
        entries = [
            self._score(feature.kind, feature.cells, feature.seats, self._worth(feature))
            for feature in features
            if feature.kind != "field" and feature.seats and not feature.complete
        ]
        fields = [feature for feature in features if feature.kind == "field"]
        cities = [feature for feature in features if feature.kind == "city" and feature.complete]
        if self.farms == "by_city":
            for city in cities:
                farmers = [
                    seat
                    for field in fields
                    if field.seats and self.table.touches(field, city)
                    for seat in field.seats
                ]
                if farmers:
                    entries.append(self._score("field", city.cells, farmers, 4))
        else:
            for field in fields:
                fed = sum(self.table.touches(field, city) for city in cities) if field.seats else 0
                if fed:
                    entries.append(self._score("field", field.cells, field.seats, 3 * fed))
        return entries
