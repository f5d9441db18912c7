"""Fitting the value of a lead."""

from random import Random

import pytest

from engine.players.expert import Curve
from engine.players.reviewer import Estimate
from engine.selfplay.curves import Sample, fit_curve

TRUE = Curve(turn=1.5, spread=1.2, bend=0.5)


def test_the_curve_that_the_games_followed_is_found() -> None:
    chance = Random(1)
    samples = []
    for _ in range(300):
        points = (chance.uniform(-20, 20), chance.uniform(-20, 20))
        here = Estimate(points, chance.randrange(2), chance.randrange(60))
        samples.append(Sample(here, here.chances(TRUE)))
    assert fit_curve(samples) == pytest.approx(TRUE, abs=0.1)


def test_a_game_in_which_the_leader_always_won_still_has_a_curve() -> None:
    samples = [Sample(Estimate((lead, 0.0), 0, 20), (1.0, 0.0)) for lead in (5.0, 9.0, 30.0)]
    curve = fit_curve(samples)
    assert curve.chances((5.0, 0.0), 0, 20)[0] > 0.99
