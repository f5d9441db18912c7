"""What is shown about the empty cells, compared with the oracle over whole games."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.castle.choices import legal_moves
from engine.castle.moves import OPTIONS
from engine.castle.rules import castle
from engine.castle.scoring import empty_region
from engine.castle.state import State
from engine.castle.view import dead_cells, tiles_to_come
from tests.engine.castle.kit.boards import game
from tests.engine.castle.oracle import final
from tests.engine.castle.oracle.bridge import Table, engine_at, oracle_at
from tests.engine.castle.oracle.choices import can_place, touched_sides
from tests.engine.castle.oracle.features import Board
from tests.engine.conformance.playing import by_chance, play

SEED = "empty cells"
TABLE = Table(SEED, {"empty_starts_count": "on"})


@cache
def states() -> list[State]:
    """Every fourth position of a whole game."""
    played = play(castle, engine_at(TABLE), by_chance(Random(SEED)), legal_moves)
    return played.states[::4]


def boards() -> Iterator[tuple[State, Board]]:
    """Each position with its board as the oracle has it."""
    empty = oracle_at(TABLE, states()[0]).board
    for state in states():
        laid = {tile.cell: (tile.tile, tile.rotation) for tile in castle.view(state, None).laid}
        yield state, replace(empty, placed=laid)


def test_dead_cells_touch_tiles_and_fit_no_remaining_tile() -> None:
    dead_count = 0
    for state, board in boards():
        left = [*tiles_to_come(state), *([state.drawn] if state.drawn else [])]
        dead = {
            cell
            for cell in board.inside
            if left and board.is_empty(cell) and touched_sides(board, cell)
            if not any(can_place(board, tile, cell, turn) for tile in left for turn in range(4))
        }
        assert set(dead_cells(state)) == dead
        dead_count += len(dead)
    assert dead_count


@pytest.mark.parametrize("counted", ["off", "on"])
def test_the_largest_empty_region_is_the_one_a_keep_would_score(counted: str) -> None:
    options = OPTIONS.parse({"empty_starts_count": counted})
    for state, board in boards():
        largest = empty_region(state._replace(setup=replace(state.setup, options=options)))
        rules = {"empty_starts_count": counted}
        regions = final.empty_regions(board)
        best = max(regions, key=lambda region: final.region_size(board, rules, region))
        assert largest.cells == tuple(best)
        assert largest.counted == final.region_size(board, rules, best)


def test_the_empty_region_is_nobodys_while_the_keeps_are_equal() -> None:
    assert empty_region(game()).seat is None
    state = game(
        """
             E
           hhhhh
           hhhhh
         5 hhhhh
           hhhhh
           hhhhh
        """,
        keeps=((2, "E5"), (2, "E5")),
        held=((), (8,)),
    )
    assert empty_region(state).seat == 1


def test_with_an_unknown_deck_any_unplaced_tile_may_come() -> None:
    state = states()[5]
    to_come = set(tiles_to_come(state))
    taken_over = state._replace(
        setup=replace(state.setup, deck=state.setup.deck[: state.dealt], unknown=len(to_come) - 1)
    )
    assert set(tiles_to_come(taken_over)) == to_come
