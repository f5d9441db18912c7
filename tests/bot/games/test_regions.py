"""Grouping many cells by place."""

from collections.abc import Iterator
from math import dist
from random import Random
from typing import Any

import pytest

from bot.games.faces import FACES
from bot.games.regions import MOST, group_by_place, in_reading_order
from bot.locale import words_of
from engine.games import GAMES
from engine.questions import Part
from engine.tiles.grid import Cell

ENGLISH = words_of("en")
ROW = [(x, 0) for x in range(20)]


def random_cells(seed: int) -> list[Cell]:
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
    cells = random_cells(seed)
    groups = group_by_place(cells)
    assert sorted(cell for group in groups for cell in group) == sorted(cells)
    assert len(groups) == -(-len(cells) // MOST)
    assert max(map(len, groups)) <= MOST
    assert groups == group_by_place(reversed(cells))


@pytest.mark.parametrize("kind", ["carcassonne", "castle"])
def test_the_nearest_cells_and_the_regions_hold_all(kind: str) -> None:
    """Those around the newest tile, and those at the player's own features, come first."""
    choices: Any = FACES[kind].choices
    for view, tokens in crowded_views(kind):
        *places, nearest = choices.regions(view, "cell", tokens)
        assert [region.name for region in places] == [*"ABCDE"[: len(places)]]
        assert nearest.name == ""
        assert len(nearest.tokens) >= MOST
        assert all(1 < len(region.tokens) <= MOST for region in places)
        every = [token for region in (*places, nearest) for token in region.tokens]
        assert sorted(every) == sorted(tokens)
        last = view.laid[-1].cell
        own = choices.own_cells(view)
        of_interest = [
            token
            for token in tokens
            if dist(cell := choices.parse_cell(token), last) < 2 or cell in own
        ]
        if len(of_interest) <= MOST:
            assert {*of_interest} <= {*nearest.tokens}


def crowded_views(kind: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Views of the player to act, with more cells than one page offers."""
    for state, tokens in positions(kind):
        if len(tokens) > MOST:
            yield GAMES[kind].view(state, state.seat), tokens


def positions(kind: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Those of a game played by chance, with the cells that can be chosen."""
    game = GAMES[kind]
    chance = Random(1)
    state, _ = game.begin("regions", game.settle_options({}, None), None, 2)
    while (seat := game.to_act(state)) is not None:
        first = game.question(state, ())
        assert first is not None
        if first.step == "cell":
            yield state, first.choices
        parts = list[Part]()
        while (asked := game.question(state, parts)) is not None:
            parts.append((asked.step, chance.choice(asked.choices)))
        state, _ = game.apply(state, seat, game.assemble(parts))
