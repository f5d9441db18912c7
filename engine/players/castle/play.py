"""Plays turns on a position, with everything that follows until the next tile is drawn, without
events and without refusing anything: points, wall tiles, keeps, followers, the final scoring."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import permutations
from typing import NamedTuple

from engine.castle.catalogue import SPACES
from engine.castle.moves import Options
from engine.castle.scoring import KEEP_ENLARGED, MARKET, WALL_TILE_9, first_cell
from engine.castle.track import EXTRA_TURN
from engine.players.castle.position import (
    COURT,
    HOUSE,
    NOBODY,
    PATH,
    TOWER,
    Area,
    CastlePosition,
    WeighedTurn,
    area_changes,
)
from engine.tiles.grid import NOWHERE, connected_part
from engine.tiles.tile import opposite

# The wall tile that doubles a feature of each kind.
RAISED_BY = {TOWER: 2, HOUSE: 3}
# A wall tile must add at least this many points to be played while many tiles are to come.
RAISED_FROM = 4
LATE = 12
# The wall tiles that score the largest incomplete feature of a kind.
INCOMPLETE = ((4, PATH), (5, TOWER), (6, HOUSE))


def play(position: CastlePosition, turn: WeighedTurn) -> None:
    """Play the turn, until the next tile is drawn. Another turn is taken whenever there is one."""
    lay(position, turn)
    begin_next_turn(position)


def lay(position: CastlePosition, turn: WeighedTurn) -> None:
    """Lay the tile on its cell, and pay out what it completes."""
    changed = [change.after for change in area_changes(position, turn)]
    _, cell, rotation, deployed = turn
    edges = position.tables.catalogue.turned[position.drawn][rotation].edges  # type: ignore[index]
    position.laid |= 1 << cell
    position.frontier &= ~(1 << cell)
    for side, near in enumerate(position.tables.grid.neighbours[cell]):
        if near != NOWHERE and not position.laid >> near & 1:
            position.frontier |= 1 << near
            position.barred[2 * opposite(side) + 1 - edges[side]] |= 1 << near
    if deployed != NOBODY:
        position.supply[position.seat] -= 1
    completed = []
    owners = position.owners
    for area in changed:
        for spot in area.spots:
            owners[spot] = area
        if not area.faces and (area.first or area.second):
            if area.kind == COURT:
                position.courts.append(area)
            else:
                kind, cells, _, marks, first, second, _ = area
                completed.append(CompletedArea(kind, cells.bit_count(), marks, first, second))
    if completed:
        points, towers, keeps, home, played = pay_out(position, completed)
        for kind in played:
            _drop(position, kind)
        for seat in (0, 1):
            position.scores[seat] += points[seat]
            position.supply[seat] += home[seat]
            position.keeps[seat] = keeps[seat]
            position.held[seat] += tuple(position.wall.pop(tower) for tower in towers[seat])


def begin_next_turn(position: CastlePosition) -> None:
    """Begin the next turn, after the last one has been paid out. R7: draw until a tile fits; if
    none does, the game is over."""
    if EXTRA_TURN in position.held[position.seat] and position.left:
        _drop(position, EXTRA_TURN)
    else:
        position.seat = 1 - position.seat
    turned = position.tables.catalogue.turned
    deck = position.deck
    while position.dealt < len(deck):
        position.drawn = deck[position.dealt]
        position.dealt += 1
        if any(position.room_for(tile.edges) for tile in turned[position.drawn]):
            return
    position.drawn = None
    position.scores = list(final_scores(position))


def _drop(position: CastlePosition, wall_tile: int) -> None:
    """Take a used wall tile from the player to act."""
    held = list(position.held[position.seat])
    held.remove(wall_tile)
    position.held[position.seat] = tuple(held)


class CompletedArea(NamedTuple):
    """A path, tower or house that a tile completes, with followers on it."""

    kind: int
    tiles: int
    marks: int
    first: int
    second: int


class Payout(NamedTuple):
    points: tuple[int, int]
    towers: tuple[Sequence[int], Sequence[int]]
    """The corner towers at which each marker stopped and found a wall tile."""
    keeps: tuple[int, int]
    home: tuple[int, int]
    """The number of followers of each seat that come home."""
    played: Sequence[int]
    """The wall tiles that the player to act plays on the features they score."""


NOTHING_PAID = Payout((0, 0), ((), ()), (0, 0), (0, 0), ())


def pay_out(position: CastlePosition, completed: Iterable[CompletedArea]) -> Payout:
    seat = position.seat
    scored: tuple[list[int], list[int]] = ([], [])
    keeps = position.keeps.copy()
    home = [0, 0]
    played = []
    for kind, tiles, marks, first, second in completed:
        home[0] += first
        home[1] += second
        if first == second:
            continue
        winner = int(second > first)
        gained = points_for(kind, tiles, marks)
        raised = RAISED_BY.get(kind)
        if (
            winner == seat
            and raised in position.held[seat]
            and raised not in played
            and (gained >= RAISED_FROM or position.left < LATE)
        ):
            played.append(raised)
            gained *= 2
        scored[winner].append(gained)
        if kind == HOUSE:
            keeps[winner] = max(keeps[winner], tiles)
    points = sum(scored[0]), sum(scored[1])
    towers = _order_stops(position, scored)
    return Payout(points, towers, (keeps[0], keeps[1]), (home[0], home[1]), played)


def points_for(kind: int, tiles: int, marks: int) -> int:
    """Count the points for a completed path, tower or house, without wall tiles."""
    return 2 * tiles if kind == TOWER or (kind == PATH and marks) else tiles


def _order_stops(
    position: CastlePosition, scored: tuple[list[int], list[int]]
) -> tuple[Sequence[int], Sequence[int]]:
    """R17, R29: the stops in the order that gives the player to act the most wall tiles, and the
    opponent the fewest."""
    wall = dict.fromkeys(position.wall)
    tower_at = position.tables.catalogue.wall.tower_at
    every_stop = position.options.wall_tile_pickup == "every_stop"

    def stops(seat: int, order: Sequence[int]) -> Sequence[int]:
        score = position.scores[seat]
        emptied = []
        for number, points in enumerate(order, 1):
            score += points
            tower = tower_at[score % SPACES]
            if tower in wall and tower not in emptied and (every_stop or number == len(order)):
                emptied.append(tower)
        return emptied

    towers: list[Sequence[int]] = [(), ()]
    for seat, better in ((position.seat, max), (1 - position.seat, min)):
        if scored[seat]:
            orders = permutations(scored[seat]) if len(scored[seat]) > 1 else [scored[seat]]
            towers[seat] = better((stops(seat, order) for order in orders), key=len)
            for tower in towers[seat]:
                del wall[tower]
    return towers[0], towers[1]


def final_scores(position: CastlePosition) -> tuple[int, int]:
    """R23 to R28: the scores if the game ended now."""
    areas = [*position.courts, *position.areas()]
    empty = partial(largest_empty, position, position.laid)
    options = position.options
    return score_end(options, position.scores, position.keeps, position.held, areas, empty=empty)


def score_end(
    options: Options,
    scores: Sequence[int],
    keeps: Sequence[int],
    held: Sequence[Sequence[int]],
    areas: Sequence[Area],
    *,
    empty: Callable[[], int],
) -> tuple[int, int]:
    """Add the final scoring to these scores, with these keeps and wall tiles, and with these courts
    and open areas. `empty` says what the largest empty space counts."""
    final = list(scores)
    first, second = (
        keep and keep + KEEP_ENLARGED * wall_tiles.count(8)
        for keep, wall_tiles in zip(keeps, held, strict=True)
    )
    if first != second:
        final[second > first] += empty()
    for seat in (0, 1):
        own = [area for area in areas if area.leader == seat]
        markets = [area.marks for area in own if area.kind == COURT]
        final[seat] += MARKET * sum(markets)
        final[seat] += _by_wall_tiles(options, held[seat], own, markets)
    return final[0], final[1]


def largest_empty(position: CastlePosition, laid: int) -> int:
    """Count the cells of the largest empty space, if there are tiles on these."""
    grid = position.tables.grid
    empty = grid.inside & ~laid
    starts = [grid.numbers[start.cell] for start in position.tables.catalogue.start_spaces]
    counted = starts if position.options.empty_starts_count == "on" else []
    best = 0
    while empty:
        region = connected_part(empty, first_cell(empty), grid)
        empty &= ~region
        best = max(best, region.bit_count() + sum(region >> cell & 1 for cell in counted))
    return best


def _by_wall_tiles(
    options: Options, held: Sequence[int], areas: Sequence[Area], markets: Sequence[int]
) -> int:
    total = 0
    for wall_tile, kind in INCOMPLETE:
        copies = held.count(wall_tile)
        if copies:
            plain = kind == PATH and options.incomplete_path_fountain == "off"
            points = [
                points_for(kind, area.cells.bit_count(), 0 if plain else area.marks)
                for area in areas
                if area.kind == kind
            ]
            total += copies * max(points, default=0)
    copies = held.count(7)
    if copies and markets:
        a_market = 4 if copies == 1 else 8 if options.double_market == "eight" else 5
        total += (a_market - MARKET) * max(markets)
    return total + WALL_TILE_9 * held.count(9)
