"""Measuring what luck is worth in the end."""

import json
from random import Random

import pytest

from engine.selfplay.luck import LuckyGame, main, measure


def test_the_share_of_luck_that_is_left_is_found() -> None:
    chance = Random(1)
    games = []
    for _ in range(2000):
        luck = ([chance.gauss(0, 3)] * 4, [chance.gauss(0, 3)] * 4)
        ahead = sum(luck[0]) - sum(luck[1])
        games.append(LuckyGame(round(0.7 * ahead + chance.gauss(2, 8)), luck))
    found = measure(games)
    assert found["slope"] == pytest.approx(0.7, abs=3 * found["slope_error"])
    assert found["slope_error"] < 0.02
    assert found["mean"] == pytest.approx(0, abs=3 * found["mean_error"])
    assert found["spread_without_luck_left"] == pytest.approx(8, abs=0.5)
    assert found["spread"] > found["spread_without_luck"] > found["spread_without_luck_left"]


def test_its_numbers_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "castellan", "--games", "3"]) == 0
    assert {"slope", "mean", "spread", "games"} <= json.loads(capsys.readouterr().out).keys()
