"""Weighs what can be done with the drawn tile, without doing it.

The worth of a sight is what it changes in the lead of the player to act (see `standing.lead`).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.players.castle.board.around import NOTHING_JOINED, Around, united
from engine.players.castle.board.ground import COURT, Part
from engine.players.castle.board.position import NOBODY, Position, Sight
from engine.players.castle.board.settling import Closing, settled
from engine.players.castle.worth import keep_lead, open_worth, season
from engine.tiles.grid import bits


def sights(position: Position) -> list[Sight]:
    """Every placement of the drawn tile, alone and with every follower."""
    assert position.drawn is not None
    weighing = Weighing(position)
    turned = position.ground.catalogue.turned[position.drawn]
    for rotation, parts in enumerate(position.ground.parts[position.drawn]):
        for cell in bits(position.room_for(turned[rotation].edges)):
            weighing.weigh(cell, rotation, parts)
    return weighing.found


class Weighing:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.now = season(position.left)
        self.sign = 1 if position.seat == 0 else -1
        supply = position.supply[position.seat]
        self.alone = (1, 0) if position.seat == 0 else (0, 1)
        """The followers by seat on a feature with a single one, of the player to act."""
        self.can_post = supply > 0
        self.posting = self.now.supply[supply - 1] - self.now.supply[supply]
        """How much placing a follower that stays changes the worth."""
        self.spots: dict[int, _Spot] = {}
        """The spots weighed so far, by cell."""
        self.found: list[Sight] = []

    def weigh(self, cell: int, rotation: int, parts: Sequence[Part]) -> None:
        """Weigh laying a tile with these parts on the cell, with no follower and with one on each
        of them."""
        spot = self.spots.get(cell) or self._spot(cell)
        now, around, total, used = self.now, spot.around, spot.base, 0
        closings: list[Closing] = []
        staying: list[tuple[int, float]] = []
        coming_home: list[tuple[int, Closing]] = []
        for number, (kind, _, marks, sides), join in _groups(around, parts):
            cells, faces, more, first, second = around.joined(join) if join else NOTHING_JOINED
            cells, faces, more = cells | around.bit, faces | spot.beyond[sides], more + marks
            if not (first or second):
                if faces or kind == COURT:
                    staying.append((number, open_worth(now, kind, cells, more, faces)))
                else:
                    mine = Closing(kind, cells.bit_count(), more, *self.alone)
                    coming_home.append((number, mine))
                continue
            used |= join
            total -= sum(worth for at, worth in spot.prior if join & at)
            if not faces and kind != COURT:
                closings.append(Closing(kind, cells.bit_count(), more, first, second))
            elif first != second:
                worth = open_worth(now, kind, cells, more, faces)
                total += worth if first > second else -worth
        closings += [closing for at, closing in spot.closing if not used & at]
        lead, placement = total * self.sign, (cell, rotation)
        self.found.append((lead + self._settled(closings, 0), *placement, NOBODY))
        if self.can_post:
            posted = lead + self._settled(closings, 1)
            self.found += [(posted + worth, *placement, number) for number, worth in staying]
            for number, mine in coming_home:
                worth = lead + self._settled([*closings, mine], 1)
                self.found.append((worth, *placement, number))

    def _settled(self, closings: list[Closing], posted: int) -> float:
        """What the player to act gains from the payout, after placing this many followers."""
        if not closings:
            return self.posting if posted else 0.0
        now, position = self.now, self.position
        seat, supply = position.seat, position.supply
        points, towers, keeps, home, played = settled(position, closings)
        lead = points[0] - points[1] + now.wall_tile * (len(towers[0]) - len(towers[1]))
        lead += keep_lead(now, *keeps) - keep_lead(now, *position.keeps)
        after = [supply[0] + home[0], supply[1] + home[1]]
        after[seat] -= posted
        lead += now.supply[after[0]] - now.supply[supply[0]]
        lead -= now.supply[after[1]] - now.supply[supply[1]]
        return self.sign * lead - now.wall_tile * len(played)

    def _spot(self, cell: int) -> "_Spot":
        position, now = self.position, self.now
        around = Around.of(position, cell)
        base, prior, closing = 0.0, [], []
        for number, area in enumerate(around.touched):
            kind, cells, faces, marks, first, second, _ = area
            if not first and not second:
                continue
            left = faces & ~around.bit
            sign = (first > second) - (first < second)
            if sign:
                base -= sign * open_worth(now, kind, cells, marks, faces)
            if not left and kind != COURT:
                ended = Closing(kind, cells.bit_count(), marks, first, second)
                closing.append((1 << number, ended))
            elif sign:
                worth = sign * open_worth(now, kind, cells, marks, left)
                base += worth
                prior.append((1 << number, worth))
        empty = ~position.laid
        beyond = [cells & empty for cells in position.ground.beyond[cell]]
        spot = self.spots[cell] = _Spot(around, base, prior, closing, beyond)
        return spot


def _groups(around: Around, parts: Sequence[Part]) -> Iterable[tuple[int, Part, int]]:
    joins, used, common = [], 0, 0
    for kind, ports, _, _ in parts:
        join, row = 0, around.rows[kind]
        for port in ports:
            join |= row[port]
        common |= used & join
        used |= join
        joins.append(join)
    return united(parts, joins) if common else zip(range(len(parts)), parts, joins, strict=True)


class _Spot(NamedTuple):
    """An empty cell with everything that does not depend on which tile is laid there."""

    around: Around
    base: float
    """What changes for the areas around it if it is taken without joining any of them."""
    prior: list[tuple[int, float]]
    """By the bit of a touched area, its worth once the cell is taken."""
    closing: list[tuple[int, Closing]]
    """By the bit of a touched area, what is completed there if the area is not joined."""
    beyond: list[int]
    """For each bit set of sides the empty cells beyond them."""
