"""Grouping many cells by place."""

from random import Random

import pytest

from bot.games.regions import MOST, group_by_place, in_reading_order
from engine.tiles.grid import Cell

ROW = [(x, 0) for x in range(20)]


def scattered(seed: int) -> list[Cell]:
    chance = Random(seed)
    cells = [(x, y) for x in range(-8, 9) for y in range(-6, 7)]
    return chance.sample(cells, chance.randint(16, 80))


def test_reading_goes_down_line_by_line() -> None:
    assert in_reading_order([(2, 1), (1, 2), (1, 1)]) == [(1, 1), (2, 1), (1, 2)]


def test_few_cells_are_one_group() -> None:
    assert group_by_place(ROW[:MOST]) == [ROW[:MOST]]


def test_a_long_row_is_halved() -> None:
    assert group_by_place(ROW) == [ROW[:10], ROW[10:]]


def test_cells_that_are_far_apart_are_not_grouped() -> None:
    far = [(x + 5, 0) for x in range(4, 16)]
    assert group_by_place([*ROW[:4], *far]) == [ROW[:4], far]


def test_groups_are_in_reading_order() -> None:
    column = [(0, y) for y in range(20)]
    assert group_by_place(reversed(column)) == [column[:10], column[10:]]


@pytest.mark.parametrize("seed", range(20))
def test_groups_are_small_few_and_always_the_same(seed: int) -> None:
    cells = scattered(seed)
    groups = group_by_place(cells)
    assert sorted(cell for group in groups for cell in group) == sorted(cells)
    assert len(groups) == -(-len(cells) // MOST)
    assert max(map(len, groups)) <= MOST
    assert groups == group_by_place(reversed(cells))
