"""Worth of features: completed ones (R12 to R14), and in the end the keep, the courts and wall
tiles 4 to 7 and 9 (R23 to R28)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.castle.events import Event, FinalKind, FinalScored, GameEnded
from engine.castle.state import State
from engine.counts import Counts, Pair, add_to_pair
from engine.seats import rank_seats
from engine.tiles.board import Closed
from engine.tiles.feature import Feature
from engine.tiles.grid import Cell, Grid, bit_set, bits, connected_part

MARKET = 3
KEEP_ENLARGED = 2
WALL_TILE_9 = 5
INCOMPLETE: dict[int, tuple[FinalKind, str]] = {
    4: ("wall4", "path"),
    5: ("wall5", "tower"),
    6: ("wall6", "house"),
}


class Completed(NamedTuple):
    feature: Feature
    spot: int
    """The spot that names the feature."""
    winner: int | None


def completed_features(closed: Sequence[Closed], grid: Grid) -> list[Completed]:
    """R12: those among closed features, ranked. Courts are never complete, and start spaces alone
    make no feature."""
    features = [
        Completed(feature, spot, majority(feature))
        for feature, spot in closed
        if feature.kind != "court" and feature.cells & grid.inside
    ]
    return sorted(features, key=rank) if len(features) > 1 else features


def majority(feature: Feature) -> int | None:
    """R13: the seat with strictly more followers."""
    lead = 0
    for follower in feature.followers:
        lead += 1 if follower.seat else -1
    return None if lead == 0 else int(lead > 0)


def followers_of(feature: Feature) -> Pair:
    second = sum(follower.seat for follower in feature.followers)
    return len(feature.followers) - second, second


def points_for(feature: Feature, wall_tiles: int = 0) -> int:
    """R14, R21: each wall tile 2 or 3 adds the plain points of the feature once more."""
    return plain_points(feature.kind, feature.size, feature.marks) * (1 + wall_tiles)


def plain_points(kind: str, tiles: int, marks: int) -> int:
    """R14: the points for a path, tower or house of this many tiles; `marks` are fountains on a
    path."""
    return tiles * points_a_tile(kind, marks)


def points_a_tile(kind: str, marks: int) -> int:
    doubled = bool(marks) if kind == "path" else kind == "tower"
    return 2 if doubled else 1


def first_cell(cells: int) -> int:
    """Find the first of a bit set of cells in reading order."""
    return (cells & -cells).bit_length() - 1


def rank(completed: Completed) -> tuple[int, int, int]:
    """R29: the order of features: the larger first, then in reading order."""
    feature, spot, _ = completed
    return -feature.size, first_cell(feature.cells), spot


# The end


def finish(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Add all final points to the scores of an ended game."""
    points = list(_final_points(state))
    for entry in points:
        state = state._replace(scores=add_to_pair(state.scores, entry.seat, entry.points))
    first, second = state.scores
    winner = None if first == second else int(second > first)
    return state, (*events, *points, GameEnded(state.scores, winner))


def places(state: State) -> Counts:
    """R28: the most points win."""
    return rank_seats(state, state.scores)


def leaders(state: State) -> tuple[int, ...]:
    """Those in the first place: as nobody leaves a game for two, their points say so. Asked twice a
    turn, which takes a twentieth less time than to rank everybody."""
    most = max(state.scores)
    return tuple([seat for seat, points in enumerate(state.scores) if points == most])


def keep_sizes(state: State) -> tuple[int, int]:
    """R16, R25: the tiles of each keep, 0 without one; wall tile 8 enlarges it."""
    first, second = (
        0 if keep is None else keep.tiles + KEEP_ENLARGED * held.count(8)
        for keep, held in zip(state.keeps, state.held, strict=True)
    )
    return first, second


@dataclass(frozen=True, slots=True)
class EmptyRegion:
    """Largest region of empty cells."""

    cells: tuple[Cell, ...]
    counted: int
    """Its score; with the option `empty_starts_count`, more than its cells (R27)."""
    seat: int | None
    """Whose keep is the larger one, and would score it now."""


def empty_region(state: State) -> EmptyRegion:
    grid = state.board.grid
    starts = [grid.numbers[start.cell] for start in state.setup.catalogue.start_spaces]
    counted = starts if state.setup.options.empty_starts_count == "on" else []
    empty = grid.inside & ~bit_set(state.board.laid)
    best = 0
    most = 0
    while empty:
        region = connected_part(empty, first_cell(empty), grid)
        empty &= ~region
        size = region.bit_count() + sum(region >> cell & 1 for cell in counted)
        if size > most:
            best = region
            most = size
    first, second = keep_sizes(state)
    seat = None if first == second else int(second > first)
    return EmptyRegion(tuple(grid.cells[cell] for cell in bits(best)), most, seat)


def _final_points(state: State) -> Iterator[FinalScored]:
    """R23 to R27: the keep, the courts, and each player's wall tiles."""
    empty = empty_region(state)
    seat = empty.seat
    size = empty.counted
    if seat is not None and size:
        enlarged = state.held[seat].count(8)
        yield FinalScored("keep", seat, size, empty.cells, count=size, wall_tiles=enlarged)
    courts = [feature for feature in state.board.open_features() if feature.kind == "court"]
    courts += state.closed_courts
    courts.sort(key=lambda court: first_cell(court.cells))
    won = [(court, majority(court)) for court in courts if court.marks]
    for court, winner in won:
        if winner is not None:
            yield _entry(state, "court", court, winner, each=MARKET)
    for seat in (0, 1):
        own_courts = [court for court, winner in won if winner == seat]
        yield from _wall_tile_points(state, seat, own_courts)


def _wall_tile_points(state: State, seat: int, courts: Sequence[Feature]) -> Iterator[FinalScored]:
    """Score the wall tiles of a player who has won these courts."""
    held = Counter(state.held[seat])
    options = state.setup.options

    def a_tile(feature: Feature) -> int:
        plain = feature.kind == "path" and options.incomplete_path_fountain == "off"
        return 1 if plain else points_a_tile(feature.kind, feature.marks)

    def worst_last(feature: Feature) -> tuple[int, int, int, int]:
        worth = feature.size * a_tile(feature)
        return -worth, -feature.size, first_cell(feature.cells), min(feature.open)

    for number, (what, kind) in INCOMPLETE.items():
        # R23: wall tiles 4 to 6 score the most valuable incomplete feature.
        own = [
            feature
            for feature in state.board.open_features()
            if feature.kind == kind and majority(feature) == seat
        ]
        if held[number] and own:
            best = min(own, key=worst_last)
            yield _entry(state, what, best, seat, each=a_tile(best), held=held[number])
    if held[7] and courts:
        # R24: wall tile 7 adds points to the plain ones of the best court.
        best = max(courts, key=lambda court: court.marks)
        a_market = 4
        if held[7] == 2:
            a_market = 8 if options.double_market == "eight" else 5
        yield _entry(state, "wall7", best, seat, each=a_market - MARKET, held=held[7])
    if held[9]:
        points = WALL_TILE_9 * held[9]
        yield FinalScored("wall9", seat, points, wall_tiles=held[9], each=WALL_TILE_9)


def _entry(
    state: State, what: FinalKind, feature: Feature, seat: int, *, each: int, held: int = 0
) -> FinalScored:
    """Score each tile of a feature for each wall tile, or each market of a court."""
    grid = state.board.grid
    is_court = feature.kind == "court"
    count = feature.marks if is_court else feature.size
    fountain = feature.kind == "path" and feature.marks > 0
    return FinalScored(
        what=what,
        seat=seat,
        points=each * count * (1 if is_court else held),
        cells=tuple(grid.cells[cell] for cell in bits(feature.cells & grid.inside)),
        starts=tuple(cell - len(grid.cells) for cell in bits(feature.cells & ~grid.inside)),
        count=count,
        fountain=fountain,
        followers=followers_of(feature),
        wall_tiles=held,
        each=each,
        fountain_counts=fountain and each > 1,
    )
