"""Texts that replace pictures: cells, scores, and what fits into a message."""

import pytest

from render.locale import words_of
from render.tables.alt_text import (
    LONGEST_BOARD,
    MOST_CELLS,
    describe_course,
    describe_scores,
    first_fitting,
    lead_changes,
    list_first_cells,
    sample_turns,
)
from render.tables.chart import Course

ENGLISH = words_of("en")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), ""),
        (("0,1",), "0,1"),
        (("E5", "D5", "C5"), "E5, D5 and C5"),
        (("0,1", "-1,1", "3,0"), "0,1; -1,1 and 3,0"),
    ],
)
def test_cell_names_with_commas_are_separated_by_semicolons(
    names: tuple[str, ...], expected: str
) -> None:
    assert list_first_cells(ENGLISH, names) == expected


def test_many_cells_are_named_up_to_a_limit_and_then_counted() -> None:
    cells = list_first_cells(ENGLISH, [f"{x},0" for x in range(MOST_CELLS + 3)])
    assert cells.startswith("0,0; 1,0; 2,0; ")
    assert cells.endswith(f"; {MOST_CELLS - 1},0 and 3 more cells")


def test_the_scores_are_told_with_their_names() -> None:
    assert (
        describe_scores(ENGLISH, ("Anna", "Ben", "Cleo"), (3, 0, 12)) == "Anna 3, Ben 0 and Cleo 12"
    )


def test_a_lead_changes_when_somebody_else_is_ahead_alone() -> None:
    course = Course([(0, 0), (3, 0), (3, 3), (5, 3), (5, 9)])
    assert list(lead_changes(course)) == [(1, 0), (4, 1)]
    text = describe_course(ENGLISH, ("Anna", "Ben"), course)
    assert text.endswith("Anna leads from turn 1. Ben leads from turn 4.")


@pytest.mark.parametrize(
    ("turns", "expected"), [(0, []), (1, [1]), (5, [1, 2, 3, 4, 5]), (14, [2, 4, 6, 8, 10, 12, 14])]
)
def test_of_a_game_a_few_turns_are_told(turns: int, expected: list[int]) -> None:
    assert list(sample_turns(turns)) == expected


def test_the_first_board_that_fits_into_a_message_is_sent() -> None:
    long = "x" * LONGEST_BOARD
    short = "y" * (LONGEST_BOARD - 1)
    assert first_fitting([long, short, "z"]) == short
    assert first_fitting([long, long]) == f"{long[:-2]}…"
