"""Measuring what luck and errors are worth in the end."""

import json
from random import Random

import pytest

from engine.games import GAMES
from engine.players import reviewer
from engine.players.players import EXPERTS
from tools import measuring
from tools.measuring import MEASUREMENTS, LuckyGame, Mistake, costs_of, main


def test_the_share_of_luck_that_is_left_is_found() -> None:
    chance = Random(1)
    games = []
    for _ in range(2000):
        drawn = ([chance.gauss(0, 3)] * 4, [chance.gauss(0, 3)] * 4)
        ahead = sum(drawn[0]) - sum(drawn[1])
        games.append(LuckyGame(round(0.7 * ahead + chance.gauss(2, 8)), drawn))
    left = measuring.luck_left(games)
    assert left["slope"] == pytest.approx(0.7, abs=3 * left["slope_error"])
    assert left["slope_error"] < 0.02
    assert left["mean"] == pytest.approx(0, abs=3 * left["mean_error"])
    assert left["spread_without_luck_left"] == pytest.approx(8, abs=0.5)
    assert left["spread"] > left["spread_without_luck"] > left["spread_without_luck_left"]


def test_the_share_of_errors_that_is_left_is_found() -> None:
    chance = Random(1)
    mistakes = []
    for _ in range(1000):
        lost = chance.uniform(1, 9)
        mistakes.append(Mistake(lost, 0.6 * lost + chance.gauss(0, 4)))
    left = measuring.errors_left(mistakes)
    assert left["slope"] == pytest.approx(0.6, abs=3 * left["slope_error"])
    assert left["slope_error"] < 0.05


def test_a_worse_move_costs_points_in_games_played_on_from_it() -> None:
    game = GAMES["castle"]
    state, _ = game.begin("cost", game.settle_options({}), 0)
    for _ in range(30):
        move = EXPERTS["castle"].candidates(state)[0].move
        state, _ = game.apply(state, state.seat, move)
    weighed = EXPERTS["castle"].candidates(state)
    best = weighed[0].move
    worst = weighed[-1].move
    assert sum(costs_of("castle", state, worst, best, seed="cost")) > 0
    assert not any(costs_of("castle", state, best, best, seed="cost"))


@pytest.mark.parametrize(
    ("measurement", "games", "printed"),
    [
        (
            "accounts",
            "3",
            {"slope", "spread", "spread_unexplained", "errors_together", "accuracy_easy", "games"},
        ),
        ("accuracy", "1", {"left_random", "accuracy_random", "accuracy_hard", "games"}),
        ("curves", "1", {"turn", "spread", "bend", "loss", "games"}),
        ("errors", "2", {"slope", "lost", "cost", "mistakes", "games"}),
        ("marks", "1", {"marks", "better", "standard_errors", "games"}),
        ("luck", "3", {"slope", "mean", "spread", "games"}),
    ],
)
def test_the_figures_are_printed(
    measurement: str,
    games: str,
    printed: set[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewer, "SECONDS", 0.01)
    monkeypatch.setattr(measuring, "SHARE_OF_TIME", 0.01)
    monkeypatch.setattr(measuring, "MANY_CONTINUATIONS", 2)
    assert main([measurement, "--game", "castellan", "--games", games]) == 0
    assert printed <= json.loads(capsys.readouterr().out).keys()


@pytest.mark.parametrize("measurement", MEASUREMENTS)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--game", "chess"], "--game"),
        (["--game", "castle", "--games", "0"], "--games"),
        (["--game", "castle", "--options", "house"], "--options"),
    ],
)
def test_a_wrong_argument_is_named(
    measurement: str, arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([measurement, *arguments])
    assert stopped.value.code == 2
    assert named in capsys.readouterr().err.splitlines()[-1]
