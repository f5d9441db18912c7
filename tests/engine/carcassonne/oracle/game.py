"""A game played on the naive table: what is legal, who scores what, and the end."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.engine.carcassonne.oracle.pictures import ACROSS, PICTURES
from tests.engine.carcassonne.oracle.table import Cell, Feature, Table, beyond, segments_of
from tests.engine.pictures import SIDES, Picture

ROLES = {"city": "knight", "road": "highwayman", "cloister": "monk", "field": "farmer"}
# Kind, sorted cells, followers by seat, the large ones among them, who scores, points.
Scored = tuple[str, tuple[Cell, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


class NaiveGame:
    def __init__(
        self,
        seats: int,
        small_city: str,
        farms: str,
        *,
        river: str = "off",
        inns: str = "off",
    ) -> None:
        self.table = Table()
        start = "D" if river == "off" else "river-1"
        self.table.lay((0, 0), start, 0)
        self.seats = seats
        self.small_city = small_city
        self.farms = farms
        self.scores = [0] * seats
        self.supply = [7] * seats
        self.large_supply = [1 if inns == "on" else 0] * seats
        # Where the river leaves the last of its tiles, and how it turned there.
        self.mouth: tuple[Cell, str] = (0, 0), "E"
        self.turned = 0

    def legal_moves(self, tile: str, seat: int) -> set[str]:
        """Every turn in text form."""
        moves = set()
        for (x, y), rotation in self.placements(tile):
            placed = f"{x},{y} r{rotation}"
            moves.add(placed)
            names = self._deployments((x, y), tile, rotation)
            if self.supply[seat]:
                moves |= {f"{placed} {name}" for name in names}
            if self.large_supply[seat]:
                for name in names:
                    role, at, port = name.partition("@")
                    moves.add(f"{placed} {role}!{at}{port}")
        return moves

    def placements(self, tile: str) -> list[tuple[Cell, int]]:
        """RV3, RV4: a tile of the river continues it, and does not turn as the one before."""
        placements = self.table.placements(tile)
        if not river_sides(PICTURES[tile][0]):
            return placements
        cell, side = self.mouth
        return [
            (at, rotation)
            for at, rotation in placements
            if at == beyond(cell, side)
            and not (self.turned and self._turn(PICTURES[tile][rotation]) == self.turned)
        ]

    def _turn(self, picture: Picture) -> int:
        """Quarter turns clockwise that the river makes on a tile laid at its mouth."""
        _, heading = self.mouth
        ways = [side for side in river_sides(picture) if side != ACROSS[heading]]
        return ("NESW".index(ways[0]) - "NESW".index(heading)) % 4 if ways else 0

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
        picture = PICTURES[tile][int(rotation[1])]
        if river_sides(picture):
            self.turned = self._turn(picture)
            _, heading = self.mouth
            self.mouth = (x, y), "NESW"[("NESW".index(heading) + self.turned) % 4]
        self.table.lay((x, y), tile, int(rotation[1]))
        if follower:
            role, _, port = follower[0].partition("@")
            named = segments_of(picture)
            _, row, column = named[port or None]
            self.table.followers[(x, y), row, column] = seat
            if role.endswith("!"):
                self.table.large.add(((x, y), row, column))
                self.large_supply[seat] -= 1
            else:
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
        scored = self._score(
            feature.kind, feature.cells, feature.seats, feature.large, self._worth(feature)
        )
        for square in feature.squares & self.table.followers.keys():
            seat = self.table.followers.pop(square)
            if square in self.table.large:
                self.table.large.remove(square)
                self.large_supply[seat] += 1
            else:
                self.supply[seat] += 1
        return scored

    def _worth(self, feature: Feature) -> int:
        tiles = len(feature.cells)
        if feature.kind == "cloister":
            [cell] = feature.cells
            return 1 + self.table.filled_around(cell)
        if feature.things and not feature.complete:
            return 0
        if "inn" in feature.things:
            return 2 * tiles
        if "cathedral" in feature.things:
            return 3 * tiles + 3 * feature.pennants
        if feature.kind == "city" and feature.complete:
            if tiles == 2 and self.small_city == "two":
                return 2
            return 2 * tiles + 2 * feature.pennants
        return tiles + feature.pennants

    def _score(
        self,
        kind: str,
        cells: Iterable[Cell],
        followers: Sequence[int],
        large: Sequence[int],
        points: int,
    ) -> Scored:
        """Score for those with the most followers, of whom a large one is counted again."""
        counts = Counter([*followers, *large])
        most = max(counts.values(), default=0)
        seats = tuple(sorted(seat for seat, count in counts.items() if count == most))
        for seat in seats:
            self.scores[seat] += points
        by_seat = tuple(followers.count(seat) for seat in range(self.seats))
        large_by_seat = tuple(large.count(seat) for seat in range(self.seats)) if large else ()
        points = points if seats else 0
        return kind, tuple(sorted(cells)), by_seat, large_by_seat, seats, points

    def finish(self) -> list[Scored]:
        """C17 to C19. A fed city is identified by its cells, a field by its own."""
        features = self.table.features()
        entries = [
            self._score(
                feature.kind, feature.cells, feature.seats, feature.large, self._worth(feature)
            )
            for feature in features
            if feature.kind != "field" and feature.seats and not feature.complete
        ]
        fields = [feature for feature in features if feature.kind == "field"]
        cities = [feature for feature in features if feature.kind == "city" and feature.complete]
        if self.farms == "by_city":
            for city in cities:
                around = [
                    field for field in fields if field.seats and self.table.touches(field, city)
                ]
                farmers = [seat for field in around for seat in field.seats]
                large = [seat for field in around for seat in field.large]
                if farmers:
                    entries.append(self._score("field", city.cells, farmers, large, 4))
        else:
            for field in fields:
                fed = sum(self.table.touches(field, city) for city in cities) if field.seats else 0
                if fed:
                    entries.append(
                        self._score("field", field.cells, field.seats, field.large, 3 * fed)
                    )
        return entries


def river_sides(picture: Picture) -> list[str]:
    """The sides at which a river enters or leaves."""
    middles = {side: squares[1] for side, squares in SIDES.items()}
    return [side for side, (row, column) in middles.items() if picture[row][column] == "w"]
