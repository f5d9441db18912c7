"""What laying a tile does to the areas around its cell."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.players.castle.board.around import Around, united
from engine.players.castle.board.ground import Part
from engine.players.castle.board.position import NOBODY, Area, Position, Sight
from engine.tiles.ports import PORTS


class Change(NamedTuple):
    before: Sequence[Area]
    """The areas that are joined; empty for a segment that joins nothing."""
    after: Area
    posted: bool
    """Whether the follower of this turn stands on it."""


def changes(position: Position, sight: Sight) -> Iterator[Change]:
    _, cell, rotation, posted = sight
    around = Around.of(position, cell)
    parts = position.ground.parts[position.drawn][rotation]  # type: ignore[index]
    joins = [around.join(part.kind, part.ports) for part in parts]
    port = NOBODY if posted == NOBODY else parts[posted].ports[0]
    used = 0
    for _, part, join in united(parts, joins):
        used |= join
        yield _joining(position, around, part, join, port in part.ports)
    touching = position.ground.grid.touching[cell]
    for number, area in enumerate(around.touched):
        if not used >> number & 1:
            spots = tuple(spot for spot in area.spots if spot not in touching)
            yield Change([area], area._replace(faces=area.faces & ~around.bit, spots=spots), False)


def _joining(position: Position, around: Around, part: Part, join: int, posted: bool) -> Change:
    cell = around.cell
    touching, laid = position.ground.grid.touching[cell], position.laid
    beyond = position.ground.beyond[cell]
    before = [area for number, area in enumerate(around.touched) if join >> number & 1]
    cells, faces, marks, first, second = around.joined(join)
    spots = [cell * PORTS + port for port in part.ports if beyond[1 << port // 3] & ~laid]
    spots += [spot for area in before for spot in area.spots if spot not in touching]
    after = Area(
        part.kind,
        cells | around.bit,
        faces | beyond[part.sides] & ~laid,
        marks + part.marks,
        first + (posted and position.seat == 0),
        second + (posted and position.seat == 1),
        tuple(spots),
    )
    return Change(before, after, posted)
