"""Fitting the value of a lead."""

import json
from random import Random

import pytest

from engine.players.expert import Curve
from engine.players.reviewer import Estimate
from engine.selfplay.curves import Sample, fit_curve, main

TRUE = Curve(turn=1.5, spread=1.2, bend=0.5)


def test_the_curve_that_the_games_followed_is_found() -> None:
    chance = Random(1)
    samples = []
    for _ in range(300):
        points = (chance.uniform(-20, 20), chance.uniform(-20, 20))
        here = Estimate(points, chance.randrange(2), chance.randrange(60))
        samples.append(Sample(here, here.chances(TRUE)))
    assert fit_curve(samples) == pytest.approx(TRUE, abs=0.1)


def test_its_numbers_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "castle", "--games", "1"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {*Curve._fields, "loss", "games"}
