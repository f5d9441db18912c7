"""Cells in sentences."""

import pytest

from render.locale import words_of
from render.tiles.telling import MOST_CELLS, cells_told

ENGLISH = words_of("en")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), ""),
        (("0,1",), "0,1"),
        (("E5", "D5", "C5"), "E5, D5 and C5"),
        (("0,1", "-1,1", "3,0"), "0,1; -1,1 and 3,0"),
    ],
)
def test_cells_whose_names_have_commas_are_set_apart_by_semicolons(
    names: tuple[str, ...], told: str
) -> None:
    assert cells_told(ENGLISH, names) == told


def test_of_many_cells_the_first_are_named_and_the_others_counted() -> None:
    told = cells_told(ENGLISH, [f"{x},0" for x in range(MOST_CELLS + 3)])
    assert told.startswith("0,0; 1,0; 2,0; ")
    assert told.endswith(f"; {MOST_CELLS - 1},0 and 3 more cells")
