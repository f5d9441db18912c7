"""What the last turn of a game brings by the final scoring, without making it. What is not known is
which wall tiles it finds."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.players.castle.play import (
    INCOMPLETE,
    NOTHING_PAID,
    CompletedArea,
    largest_empty,
    pay_out,
    score_end,
)
from engine.players.castle.position import (
    COURT,
    NOTHING_MERGED,
    Area,
    CastlePosition,
    CellSurroundings,
    WeighedTurn,
)
from engine.players.expert import lead

# Wall tiles of lower kinds bring nothing at the end.
COUNTING = 4
# The wall tiles of each seat.
Held = tuple[tuple[int, ...], tuple[int, ...]]


class LastCell(NamedTuple):
    """A cell for the last tile."""

    around: CellSurroundings
    elsewhere: Sequence[Area]
    """The areas that count at the end and that the cell does not touch."""


class LastTurn:
    """Weighs the last turns in one position."""

    def __init__(self, position: CastlePosition, unseen: Sequence[int]) -> None:
        """`unseen` are the kinds of the wall tiles that nobody has seen."""
        self.position = position
        self.unseen = unseen
        held = {*position.held[0], *position.held[1], *(unseen if position.wall else ())}
        counted = {COURT, *(kind for wall_tile, kind in INCOMPLETE if wall_tile in held)}
        self.areas = [
            area
            for area in (*position.courts, *position.areas())
            if area.kind in counted and area.leader is not None
        ]
        """The areas that count at the end, if the last turn changes nothing."""
        self.cells: dict[int, LastCell] = {}
        self.empty: dict[int, int] = {}
        """What the largest empty space counts, by the cell of the last tile."""

    def lead(self, turn: WeighedTurn) -> float:
        """The lead that the player to act ends with, averaged over the wall tiles that they may
        find."""
        position = self.position
        _, cell, _, _ = turn
        if cell not in self.cells:
            self.cells[cell] = self._look_at(cell)
        counted = list(self.cells[cell].elsewhere)
        completed = []
        for area in self._changed(turn):
            if area.faces or area.kind == COURT:
                counted.append(area)
            elif area.first or area.second:
                tiles = area.cells.bit_count()
                completed.append(
                    CompletedArea(area.kind, tiles, area.marks, area.first, area.second)
                )
        paid = pay_out(position, completed) if completed else NOTHING_PAID
        scores = [position.scores[seat] + paid.points[seat] for seat in (0, 1)]
        keeps = paid.keeps if completed else position.keeps
        empty = partial(self._largest_empty, cell)
        stops = (len(paid.towers[0]), len(paid.towers[1]))
        total = 0.0
        for chance, held in possible_finds(position.held, tuple(self.unseen), stops):
            final = score_end(position.options, scores, keeps, held, counted, empty=empty)
            total += chance * lead(final, position.seat)
        return total

    def _look_at(self, cell: int) -> LastCell:
        around = CellSurroundings.of(self.position, cell)
        touched = {area.spots[0] for area in around.touched}
        elsewhere = [area for area in self.areas if not area.spots or area.spots[0] not in touched]
        return LastCell(around, elsewhere)

    def _changed(self, turn: WeighedTurn) -> Iterator[Area]:
        """The areas at the cell, with the tile and the follower."""
        _, cell, rotation, deployed = turn
        position = self.position
        tables = position.tables
        around = self.cells[cell].around
        used = 0
        assert position.drawn is not None
        for number, (kind, _, marks, sides), join in around.join(
            tables.parts[position.drawn][rotation]
        ):
            cells, faces, more, first, second = around.merge(join) if join else NOTHING_MERGED
            used |= join
            yield Area(
                kind,
                cells | around.bit,
                faces | tables.beyond[cell][sides] & ~position.laid,
                marks + more,
                first + (number == deployed and position.seat == 0),
                second + (number == deployed and position.seat == 1),
                (),
            )
        for at, area in enumerate(around.touched):
            if not used >> at & 1:
                yield area._replace(faces=area.faces & ~around.bit)

    def _largest_empty(self, cell: int) -> int:
        if cell not in self.empty:
            self.empty[cell] = largest_empty(self.position, self.position.laid | 1 << cell)
        return self.empty[cell]


def possible_finds(
    held: Sequence[tuple[int, ...]], unseen: tuple[int, ...], stops: tuple[int, int]
) -> Iterator[tuple[float, Held]]:
    """List the wall tiles that the seats may hold after so many stops of each, with the chances."""
    for (first, second), chance in _finds(unseen, stops).items():
        yield chance, (held[0] + first, held[1] + second)


@lru_cache(1024)
def _finds(unseen: tuple[int, ...], stops: tuple[int, int]) -> dict[Held, float]:
    """Map what each seat may find at so many stops to its chance. Kinds that bring nothing count as
    one."""
    kinds = Counter(kind if kind >= COUNTING else 0 for kind in unseen)
    finds: dict[Held, float] = {((), ()): 1.0}
    for seat in (0,) * stops[0] + (1,) * stops[1]:
        longer = defaultdict[Held, float](float)
        for found, chance in finds.items():
            left = kinds - Counter(found[0]) - Counter(found[1])
            for kind, count in left.items():
                first, second = found
                if seat == 0:
                    first = tuple(sorted((*first, kind)))
                else:
                    second = tuple(sorted((*second, kind)))
                longer[first, second] += chance * count / left.total()
        finds = longer
    return finds
