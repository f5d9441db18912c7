"""What a lead is worth, and how that is fitted."""

from collections.abc import Sequence
from math import log
from random import Random
from statistics import fmean

import pytest

from engine.players.expert import Curve, lead
from engine.players.reviewer import Estimate
from tools.measuring import Sample, fit_curve

TRUE = Curve(turn=1.5, spread=1.2, bend=0.5)


def test_the_curve_that_the_games_followed_is_found() -> None:
    chance = Random(1)
    samples = []
    for _ in range(300):
        points = (chance.uniform(-20, 20), chance.uniform(-20, 20))
        estimate = Estimate(points, chance.randrange(2), chance.randrange(60))
        samples.append(Sample(estimate, estimate.chances(TRUE)))
    assert fit_curve(samples) == pytest.approx(TRUE, abs=0.1)


def test_a_game_in_which_the_leader_always_won_still_has_a_curve() -> None:
    samples = [Sample(Estimate((lead, 0.0), 0, 20), (1.0, 0.0)) for lead in (5.0, 9.0, 30.0)]
    curve = fit_curve(samples)
    assert curve.chances((5.0, 0.0), 0, 20)[0] > 0.99


def test_between_two_a_lead_is_the_difference() -> None:
    assert lead((7.3, 2.1), 0, spread=5.0) == lead((7.3, 2.1), 0) == 7.3 - 2.1


@pytest.mark.parametrize(
    "points", [(9.0, 9.0, 9.0), (20.0, 18.0, 3.0), (5.0, 40.0, 1.0, 38.0, 2.0)]
)
def test_a_lead_among_several_decides_the_chance_of_winning(points: Sequence[float]) -> None:
    curve = Curve(turn=0.0, spread=1.2, bend=0.5)
    others = len(points) - 1
    spread = curve.spread_at(20)
    for seat, chance in enumerate(curve.chances(points, 0, 20)):
        odds = others * chance / (1 - chance)
        assert lead(points, seat, spread) == pytest.approx(spread * log(odds))


def test_a_lead_is_over_all_at_the_start_and_the_best_at_the_end() -> None:
    points = (10.0, 12.0, 8.0, 4.0)
    assert lead(points, 0, spread=0.01) == pytest.approx(lead(points, 0), abs=0.02)
    assert lead(points, 0, spread=1e4) == pytest.approx(10.0 - fmean(points[1:]), abs=0.01)
