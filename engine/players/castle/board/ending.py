"""The final scoring of a position (R23 to R28)."""

from collections.abc import Sequence

from engine.castle.play.completed import first_cell
from engine.castle.play.final import KEEP_ENLARGED, MARKET, WALL_TILE_9
from engine.players.castle.board.ground import COURT, HOUSE, PATH, TOWER, plain
from engine.players.castle.board.position import Area, Position
from engine.tiles.grid import connected

INCOMPLETE = ((4, PATH), (5, TOWER), (6, HOUSE))


def finish(position: Position) -> None:
    """Add all final points to the scores of an ended game."""
    position.scores = list(final_scores(position))


def final_scores(position: Position) -> tuple[int, int]:
    """The scores if the game ended now."""
    areas = position.areas()
    scores = list(position.scores)
    keeper = keep_leader(position)
    if keeper is not None:
        scores[keeper] += largest_empty(position)
    courts = [*position.courts, *(area for area in areas if area.kind == COURT)]
    for seat in (0, 1):
        mine = [court.marks for court in courts if leader(court) == seat]
        scores[seat] += MARKET * sum(mine) + _by_wall_tiles(position, seat, areas, mine)
    return scores[0], scores[1]


def leader(area: Area) -> int | None:
    return None if area.first == area.second else int(area.second > area.first)


def keep_leader(position: Position) -> int | None:
    first, second = (
        keep and keep + KEEP_ENLARGED * held.count(8)
        for keep, held in zip(position.keeps, position.held, strict=True)
    )
    return None if first == second else int(second > first)


def largest_empty(position: Position) -> int:
    grid = position.ground.grid
    empty = grid.inside & ~position.laid
    starts = [grid.numbers[start.cell] for start in position.ground.catalogue.start_spaces]
    counted = starts if position.options.empty_starts_count == "on" else []
    best = 0
    while empty:
        region = connected(empty, first_cell(empty), grid)
        empty &= ~region
        best = max(best, region.bit_count() + sum(region >> cell & 1 for cell in counted))
    return best


def _by_wall_tiles(
    position: Position, seat: int, areas: Sequence[Area], markets: Sequence[int]
) -> int:
    held, total = position.held[seat], 0
    for wall_tile, kind in INCOMPLETE:
        copies = held.count(wall_tile)
        if copies:
            mine = [area for area in areas if area.kind == kind and leader(area) == seat]
            total += copies * max((_incomplete(position, area) for area in mine), default=0)
    copies = held.count(7)
    if copies and markets:
        a_market = 4 if copies == 1 else 8 if position.options.double_market == "eight" else 5
        total += (a_market - MARKET) * max(markets)
    return total + WALL_TILE_9 * held.count(9)


def _incomplete(position: Position, area: Area) -> int:
    tiles = area.cells.bit_count()
    if area.kind == PATH and position.options.incomplete_path_fountain == "off":
        return tiles
    return plain(area.kind, tiles, area.marks)
