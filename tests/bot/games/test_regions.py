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


@pytest.mark.parametrize("kind", ["carcassonne", "castle"])
def test_regions_hold_all_cells_and_then_the_few_of_interest(kind: str) -> None:
    """Those around the newest tile, and those at the player's own features."""
    choices: Any = FACES[kind].choices
    seen = set[str]()
    for view, tokens in crowded(kind):
        found = choices.regions(ENGLISH, view, "cell", tokens)
        places = [one for one in found if one.is_marked]
        assert [one.label for one in places] == [*"ABCDE"[: len(places)]]
        assert sorted(token for one in places for token in one.tokens) == sorted(tokens)
        for one in found[len(places) :]:
            seen.add(one.label)
            cells = [choices.parse_cell(token) for token in one.tokens]
            if one.label == "Around the newest tile":
                assert all(dist(cell, view.laid[-1].cell) < 2 for cell in cells)
            else:
                held = {cell for f in view.features if f.counts[view.seat] for cell in f.cells}
                assert all(min(dist(cell, own) for own in held) < 2 for cell in cells)
    assert seen == {"Around the newest tile", "At my features"}


def test_nobody_watching_has_features_of_their_own() -> None:
    for state, tokens in positions("carcassonne"):
        if len(tokens) > MOST:
            view = GAMES["carcassonne"].view(state, None)
            found = FACES["carcassonne"].choices.regions(ENGLISH, view, "cell", tokens)
            assert "At my features" not in {one.label for one in found}


def crowded(kind: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Views of the player to act, with more cells than one page offers."""
    for state, tokens in positions(kind):
        if len(tokens) > MOST:
            yield GAMES[kind].view(state, state.seat), tokens


def positions(kind: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Those of a game played by chance, with the cells that can be chosen."""
    game, chance = GAMES[kind], Random(1)
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
