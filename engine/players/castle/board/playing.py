"""Playing a turn on a position, with everything that follows until the next tile is drawn."""

from engine.castle.play.wall_tiles import EXTRA_TURN
from engine.players.castle.board.changes import changes
from engine.players.castle.board.ending import finish
from engine.players.castle.board.ground import COURT
from engine.players.castle.board.position import NOBODY, Area, Position, Sight
from engine.players.castle.board.settling import Closing, settled
from engine.tiles.grid import NOWHERE
from engine.tiles.ports import opposite


def play(position: Position, sight: Sight) -> None:
    """Play the turn, until the next tile is drawn. Another turn is taken whenever there is one."""
    lay(position, sight)
    begin_next_turn(position)


def begin_next_turn(position: Position) -> None:
    """Begin the next turn, after the last one has been paid out."""
    held = position.held[position.seat]
    if EXTRA_TURN in held and position.left:
        _drop(position, position.seat, EXTRA_TURN)
    else:
        position.seat = 1 - position.seat
    draw(position)


def draw(position: Position) -> None:
    """R7: draw until a tile fits; if none does, the game is over."""
    turned, deck = position.ground.catalogue.turned, position.deck
    while position.dealt < len(deck):
        position.drawn = deck[position.dealt]
        position.dealt += 1
        if any(position.room_for(tile.edges) for tile in turned[position.drawn]):
            return
    position.drawn = None
    finish(position)


def lay(position: Position, sight: Sight) -> None:
    """Lay the tile on its cell, and pay out what it completes."""
    changed = [change.after for change in changes(position, sight)]
    _, cell, rotation, posted = sight
    _take(position, cell, rotation)
    if posted != NOBODY:
        position.supply[position.seat] -= 1
    closings = _change(position, changed)
    if closings:
        _settle(position, closings)


def _change(position: Position, changed: list[Area]) -> list[Closing]:
    closings, owners = [], position.owners
    for area in changed:
        for spot in area.spots:
            owners[spot] = area
        if not area.faces and (area.first or area.second):
            if area.kind == COURT:
                position.courts.append(area)
            else:
                kind, cells, _, marks, first, second, _ = area
                closings.append(Closing(kind, cells.bit_count(), marks, first, second))
    return closings


def _take(position: Position, cell: int, rotation: int) -> None:
    """Take the cell, as the engine's board does."""
    edges = position.ground.catalogue.turned[position.drawn][rotation].edges  # type: ignore[index]
    position.laid |= 1 << cell
    position.frontier &= ~(1 << cell)
    for side, near in enumerate(position.ground.grid.neighbours[cell]):
        if near != NOWHERE and not position.laid >> near & 1:
            position.frontier |= 1 << near
            position.barred[2 * opposite(side) + 1 - edges[side]] |= 1 << near


def _settle(position: Position, closings: list[Closing]) -> None:
    points, towers, keeps, home, played = settled(position, closings)
    for kind in played:
        _drop(position, position.seat, kind)
    for seat in (0, 1):
        position.scores[seat] += points[seat]
        position.supply[seat] += home[seat]
        position.keeps[seat] = keeps[seat]
        kinds = [position.wall.pop(tower) for tower in towers[seat]]
        position.held[seat] += tuple(kinds)


def _drop(position: Position, seat: int, kind: int) -> None:
    held = list(position.held[seat])
    held.remove(kind)
    position.held[seat] = tuple(held)
