"""The worth of features: completed ones (R12 to R14), and in the end the keep, the courts and
wall tiles 4 to 7 and 9 (R23 to R28)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.castle.events import Event, FinalKind, FinalScored, GameEnded
from engine.castle.state import State
from engine.counts import Pair, add_to_pair
from engine.tiles.board import Closed, Region
from engine.tiles.grid import Grid, bit_set, bits, connected_part

MARKET = 3
KEEP_ENLARGED = 2
WALL_TILE_9 = 5
INCOMPLETE: dict[int, tuple[FinalKind, str]] = {
    4: ("wall4", "path"),
    5: ("wall5", "tower"),
    6: ("wall6", "house"),
}


class Completed(NamedTuple):
    region: Region
    spot: int
    """The spot that names the feature."""
    winner: int | None


def completed_features(closed: Sequence[Closed], grid: Grid) -> list[Completed]:
    """R12: the features among closed regions, ranked. Courts are never complete, and start spaces
    alone make no feature."""
    features = [
        Completed(region, spot, majority(region))
        for region, spot in closed
        if region.kind != "court" and region.cells & grid.inside
    ]
    return sorted(features, key=rank) if len(features) > 1 else features


def majority(region: Region) -> int | None:
    """R13: the seat with strictly more followers."""
    lead = 0
    for follower in region.followers:
        lead += 1 if follower.seat else -1
    return None if lead == 0 else int(lead > 0)


def followers_of(region: Region) -> Pair:
    second = sum(follower.seat for follower in region.followers)
    return len(region.followers) - second, second


def points_for(region: Region, wall_tiles: int = 0) -> int:
    """R14, R21: each wall tile 2 or 3 adds the plain points of the feature once more."""
    return plain_points(region.kind, region.size, region.marks) * (1 + wall_tiles)


def plain_points(kind: str, tiles: int, marks: int) -> int:
    """R14: the points for a path, tower or house of this many tiles; `marks` are fountains on a
    path."""
    return tiles * points_a_tile(kind, marks)


def points_a_tile(kind: str, marks: int) -> int:
    doubled = bool(marks) if kind == "path" else kind == "tower"
    return 2 if doubled else 1


def first_cell(cells: int) -> int:
    """The first of a set of cells in reading order."""
    return (cells & -cells).bit_length() - 1


def rank(feature: Completed) -> tuple[int, int, int]:
    """R29: the order of features: the larger first, then in reading order."""
    return -feature.region.size, first_cell(feature.region.cells), feature.spot


# The end


def finish(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Add all final points to the scores of an ended game."""
    points = [*_keep_points(state), *_court_points(state)]
    for seat in (0, 1):
        points += _wall_tile_points(state, seat)
    for entry in points:
        state = state._replace(scores=add_to_pair(state.scores, entry.seat, entry.points))
    first, second = state.scores
    winner = None if first == second else int(second > first)
    return state, (*events, *points, GameEnded(state.scores, winner))


def end_now(state: State) -> State:
    """The end of a game that is broken off here, with all final points."""
    over, _ = finish(state._replace(phase="over"), [])
    return over


def winners(state: State) -> tuple[int, ...]:
    """R28: both, when they share the win; nobody while the game is running."""
    return leaders(state) if state.phase == "over" else ()


def leaders(state: State) -> tuple[int, ...]:
    most = max(state.scores)
    return tuple(seat for seat, score in enumerate(state.scores) if score == most)


def keep_sizes(state: State) -> tuple[int, int]:
    """R16, R25: the tiles of each keep, 0 without one; wall tile 8 enlarges it."""
    first, second = (
        0 if keep is None else keep.tiles + KEEP_ENLARGED * held.count(8)
        for keep, held in zip(state.keeps, state.held, strict=True)
    )
    return first, second


def keep_leader(state: State) -> int | None:
    """R27: whose keep is the larger one, and scores the empty region."""
    first, second = keep_sizes(state)
    return None if first == second else int(second > first)


def largest_empty_region(state: State) -> tuple[int, int]:
    """The cells of the largest region of empty cells, and how many it counts as (R27)."""
    grid = state.board.grid
    starts = [grid.numbers[start.cell] for start in state.setup.catalogue.start_spaces]
    counted = starts if state.setup.options.empty_starts_count == "on" else []
    empty = grid.inside & ~bit_set(state.board.laid)
    best = (0, 0)
    while empty:
        region = connected_part(empty, first_cell(empty), grid)
        empty &= ~region
        size = region.bit_count() + sum(region >> cell & 1 for cell in counted)
        if size > best[1]:
            best = (region, size)
    return best


def _keep_points(state: State) -> list[FinalScored]:
    seat = keep_leader(state)
    if seat is None:
        return []
    cells, size = largest_empty_region(state)
    named = tuple(state.board.grid.cells[cell] for cell in bits(cells))
    enlarged = state.held[seat].count(8)
    return [FinalScored("keep", seat, size, named, count=size, wall_tiles=enlarged)] if size else []


def courts(state: State) -> list[Region]:
    """Every court, in reading order."""
    standing = [region for region in state.board.open_regions() if region.kind == "court"]
    return sorted([*standing, *state.closed_courts], key=lambda court: first_cell(court.cells))


def _court_points(state: State) -> list[FinalScored]:
    return [
        _entry(state, "court", court, seat, each=MARKET, count=court.marks)
        for court in courts(state)
        if (seat := majority(court)) is not None and court.marks
    ]


def _wall_tile_points(state: State, seat: int) -> list[FinalScored]:
    held = state.held[seat]
    entries = [
        *(_incomplete_points(state, seat, kind) for kind in INCOMPLETE),
        _market_points(state, seat),
    ]
    found = [entry for entry in entries if entry is not None]
    if 9 in held:
        nines = held.count(9)
        points = WALL_TILE_9 * nines
        found.append(FinalScored("wall9", seat, points, wall_tiles=nines, each=WALL_TILE_9))
    return found


def _incomplete_points(state: State, seat: int, wall_tile: int) -> FinalScored | None:
    """R23: wall tiles 4 to 6 score the most valuable incomplete feature."""
    what, kind = INCOMPLETE[wall_tile]
    held = state.held[seat].count(wall_tile)
    features = [
        region
        for region in state.board.open_regions()
        if region.kind == kind and majority(region) == seat
    ]
    if not held or not features:
        return None
    best = min(features, key=lambda region: _worst_last(state, region))
    return _entry(
        state, what, best, seat, each=_points_a_tile(state, best), count=best.size, held=held
    )


def _points_a_tile(state: State, region: Region) -> int:
    if region.kind == "path" and state.setup.options.incomplete_path_fountain == "off":
        return 1
    return points_a_tile(region.kind, region.marks)


def _worst_last(state: State, region: Region) -> tuple[int, int, int, int]:
    worth = region.size * _points_a_tile(state, region)
    return -worth, -region.size, first_cell(region.cells), min(region.open)


def _market_points(state: State, seat: int) -> FinalScored | None:
    """R24: the points that wall tile 7 adds to the plain points of the best court."""
    held = state.held[seat].count(7)
    won = [court for court in courts(state) if majority(court) == seat and court.marks]
    if not held or not won:
        return None
    best = max(won, key=lambda court: court.marks)
    a_market = 4
    if held == 2:
        a_market = 8 if state.setup.options.double_market == "eight" else 5
    more = a_market - MARKET
    return _entry(state, "wall7", best, seat, each=more, count=best.marks, held=held)


def _entry(
    state: State,
    what: FinalKind,
    region: Region,
    seat: int,
    *,
    each: int,
    count: int,
    held: int = 0,
) -> FinalScored:
    grid = state.board.grid
    times = held if what in ("wall4", "wall5", "wall6") else 1
    fountain = what == "wall4" and region.marks > 0
    return FinalScored(
        what=what,
        seat=seat,
        points=each * count * times,
        cells=tuple(grid.cells[cell] for cell in bits(region.cells & grid.inside)),
        starts=tuple(cell - len(grid.cells) for cell in bits(region.cells & ~grid.inside)),
        count=count,
        fountain=fountain,
        followers=followers_of(region),
        wall_tiles=held,
        each=each,
        fountain_counts=fountain and each > 1,
    )
