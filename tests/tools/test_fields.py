"""The measurement of what fields are worth."""

import pytest

from engine.carcassonne.rules import carcassonne
from tools.fields import PARTS, QUARTERS, compare_chances, figures, fit, play


def test_least_squares_find_what_rows_add_up_to() -> None:
    rows = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]
    factors = fit(rows, [2 * x - 3 * y for x, y in rows])
    assert [factor for factor, _ in factors] == pytest.approx([2, -3])
    assert [error for _, error in factors] == pytest.approx([0, 0])


def test_a_factor_is_the_surer_the_more_rows_there_are() -> None:
    rows = [(float(number),) for number in range(1, 9)]
    values = [number + (-1) ** number for number in range(1, 9)]
    (_, few), *_ = fit(rows[:4], values[:4])
    (_, many), *_ = fit(rows, values)
    assert 0 < many < few


def test_chances_that_come_true_surprise_less() -> None:
    pairs = [(0.9, True)] * 9 + [(0.9, False)] + [(0.1, False)] * 9 + [(0.1, True)]
    shown = compare_chances(pairs)
    assert shown["surprise"] == 0.325
    assert shown["surprise_by_share"] == 0.693
    assert shown["fifth_1"] == [10, 0.1, 0.1]
    assert shown["fifth_5"] == [10, 0.9, 0.9]


@pytest.mark.parametrize("preset", carcassonne.presets)
def test_a_position_of_every_quarter_is_looked_at(preset: str) -> None:
    samples = play(preset, 3, "looked at")
    assert [sample.quarter for sample in samples] == list(range(QUARTERS))
    assert {len(sample.parts) for sample in samples} == {len(PARTS)}
    assert len({sample.lead for sample in samples}) == 1


def test_every_part_has_a_figure_for_every_quarter() -> None:
    samples = [sample for number in range(8) for sample in play("current", 2, f"game {number}")]
    for quarter in figures(samples).values():
        assert isinstance(quarter, dict)
        assert quarter.keys() == {*PARTS, "pairs"}
