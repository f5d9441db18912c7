"""A table without edges: a board on it is the same as on a grid that is large enough."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.grid import NOWHERE, Cell, ClosedGrid, Grid, OpenGrid, bits
from engine.tiles.tile import PORTS, Segment, Tile, TurnedTile, turn_tile

LABELS = {"field": 0, "road": 1, "city": 2}
TILES = (
    ("field", tuple(range(PORTS))),
    ("road", (4, 10)),
    ("road", (7, 10)),
    ("city", (0, 1, 2)),
    ("city", (0, 1, 2, 3, 4, 5)),
)


def tile(kind: str, ports: tuple[int, ...], rotation: int = 0) -> TurnedTile:
    """One segment of this kind, and a single field all around it."""
    rest = tuple(sorted(set(range(PORTS)) - set(ports)))
    segments = [Segment(kind, ports)] + ([Segment("field", rest)] if rest else [])
    made = Tile("tile", tuple(segments))
    return turn_tile(made, rotation, lambda kinds: LABELS[str(kinds[1])])


STREET = tile("road", (4, 10))


def wandering(grid: Grid, start: Cell, turns: Random, length: int) -> Iterator[Board]:
    """Tiles laid at random, always on one of the cells farthest from the start that fit."""
    board = Board.empty(grid, len(LABELS))
    board = board.lay(board.meet(board.grid.numbers[start], tile("field", tuple(range(PORTS)))))
    yield board
    for _ in range(length):
        kind, ports = turns.choice(TILES)
        turned = tile(kind, ports, turns.randrange(4))
        fits = sorted(board.grid.cells[number] for number in bits(board.room_for(turned)))
        if fits:
            x, y = start
            far = max(abs(cell[0] - x) + abs(cell[1] - y) for cell in fits)
            cell = turns.choice(
                [cell for cell in fits if abs(cell[0] - x) + abs(cell[1] - y) == far]
            )
            board = board.lay(board.meet(board.grid.numbers[cell], turned))
            yield board


def contents_of(board: Board) -> tuple[object, ...]:
    """A board without its numbers."""
    cells = board.grid.cells

    def spot(number: int) -> tuple[Cell, int]:
        return cells[number // PORTS], number % PORTS

    def feature(feature: Feature) -> tuple[object, ...]:
        return (
            feature.kind,
            sorted(cells[number] for number in bits(feature.cells)),
            sorted(map(spot, feature.open)),
            feature.marks,
        )

    return (
        {cells[number]: laid for number, laid in board.laid.items()},
        {spot(number): feature(facing) for number, facing in board.facing.items()},
        sorted(cells[number] for number in bits(board.frontier)),
    )


@pytest.mark.parametrize("seed", range(6))
def test_an_open_board_grows_as_on_a_sufficiently_large_grid(seed: int) -> None:
    large = ClosedGrid(tuple((x, y) for y in range(81) for x in range(81)))
    on_a_table = wandering(OpenGrid.start((40, 40)), (40, 40), Random(seed), 36)
    on_a_grid = wandering(large, (40, 40), Random(seed), 36)
    boards = list(zip(on_a_table, on_a_grid, strict=True))
    assert len(boards) > 20
    for ours, theirs in boards:
        assert contents_of(ours) == contents_of(theirs)


@pytest.mark.parametrize("step", [(1, 0), (-1, 0)])
def test_a_street_of_72_tiles_runs_as_far_as_it_likes(step: tuple[int, int]) -> None:
    """
    → → → … →   the 72nd tile lies 71 cells from the first
    """
    board = Board.empty(OpenGrid.start(), len(LABELS))
    for turn in range(72):
        cell = board.grid.numbers[turn * step[0], 0]
        board = board.lay(board.meet(cell, STREET))
    (road,) = [feature for feature in board.open_features() if feature.kind == "road"]
    assert road.size == 72
    assert len(road.open) == 2


def test_cell_numbers_stay_as_small_as_the_board() -> None:
    *_, board = wandering(OpenGrid.start(), (0, 0), Random(1), 200)
    assert max(abs(x) + abs(y) for x, y in board.grid.cells) > 50
    assert len(board.grid.cells) <= 5 * len(board.laid) + 8
    assert board.frontier < 1 << len(board.grid.cells)


def test_every_cell_beside_a_tile_knows_its_four_neighbours() -> None:
    for board in wandering(OpenGrid.start(), (0, 0), Random(2), 40):
        for number in bits(board.frontier):
            assert NOWHERE not in board.grid.neighbours[number]


def test_what_lies_beside_a_cell_looks_back() -> None:
    """Except for the cells where no tile can be laid yet, which know none of their neighbours."""
    *_, board = wandering(OpenGrid.start(), (0, 0), Random(3), 40)
    grid = board.grid
    beside = {*board.laid, *bits(board.frontier)}
    for cell, number in grid.numbers.items():
        assert grid.cells[number] == cell
        if number not in beside:
            assert {*grid.neighbours[number], *grid.across[number]} == {NOWHERE}
        for port, spot in enumerate(grid.across[number]):
            if spot // PORTS in beside:
                assert grid.across[spot // PORTS][spot % PORTS] == number * PORTS + port
        assert grid.touching[number] == set(grid.across[number]) - {NOWHERE}


def test_equal_tiles_in_equal_order_give_equal_numbers() -> None:
    *_, board = wandering(OpenGrid.start((3, -4)), (3, -4), Random(4), 40)
    laid: Sequence[Cell] = [board.grid.cells[number] for number in board.laid]
    assert OpenGrid.with_tiles_on(laid) == board.grid


def test_a_grid_is_a_value_and_growing_makes_another() -> None:
    grid = OpenGrid.start()
    before = (grid.cells, dict(grid.numbers), grid.neighbours)
    assert len(grid.around(0).cells) == 13
    assert (grid.cells, dict(grid.numbers), grid.neighbours) == before


def test_an_already_surrounded_cell_creates_no_new_grid() -> None:
    grid = OpenGrid.start().around(0)
    assert grid.around(0) is grid
