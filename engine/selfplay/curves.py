"""Fit the worth of a lead to games between players that play at first sight.

    python -m engine.selfplay.curves --game castle

Prints the numbers of the game's `Curve`, with what they leave unexplained: 0.69
for a curve that knows nothing about two players. Run it again whenever a game's prospects change.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from statistics import fmean

from engine.games import GAMES
from engine.players.expert import Curve
from engine.players.players import think
from engine.players.reviewer import Estimate, estimate, winning_chances
from engine.selfplay.measuring import read_command_line

LEAST = 1e-6
"""The smallest chance that is taken at face value; smaller ones count as this."""
MOST_BENT, NARROWEST = 2.0, 0.05
"""Bounds for a curve fitted to so few games that the leader always won."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position, and how its game ended."""

    estimate: Estimate
    outcome: Sequence[float]


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = read_command_line(
        arguments,
        module="engine.selfplay.curves",
        purpose="Fit what a lead is worth.",
        least=1,
        usual=60,
    )
    samples = [
        sample
        for seed in wanted.seeds()
        for sample in play_samples(wanted.kind, seed, wanted.options)
    ]
    curve = fit_curve(samples)
    figures = {name: round(value, 2) for name, value in curve._asdict().items()}
    print(json.dumps({**figures, "loss": round(loss(curve, samples), 4), "games": wanted.number}))
    return 0


def play_samples(kind: str, seed: str, options: Mapping[str, str]) -> Iterator[Sample]:
    game, rng = GAMES[kind], Random(seed)
    state, _ = game.begin(seed, options)
    estimates = []
    while (seat := game.to_act(state)) is not None:
        estimates.append(estimate(kind, state, ()))
        state, _ = game.apply(state, seat, think(kind, state, "medium", rng).best.move)
    outcome = winning_chances(kind, state, ())
    return (Sample(one, outcome) for one in estimates)


def fit_curve(samples: Sequence[Sample]) -> Curve:
    """The curve that makes the outcomes of the games likeliest, found in ever smaller steps."""
    best, step = Curve(turn=0.0, spread=2.0, bend=0.5), 1.0
    while step > 0.01:
        around = [
            Curve(best.turn + turn, best.spread * 2**spread, best.bend + bend)
            for turn in (0.0, step, -step)
            for spread in (0.0, step, -step)
            for bend in (0.0, step / 4, -step / 4)
            if abs(best.bend + bend) <= MOST_BENT and best.spread * 2**spread >= NARROWEST
        ]
        better = min(around, key=lambda curve: loss(curve, samples))
        step = step / 2 if better == best else step
        best = better
    return best


def loss(curve: Curve, samples: Sequence[Sample]) -> float:
    """The surprise of the curve at the outcomes of the games, on average."""
    return fmean(
        -sum(
            came * log(max(LEAST, chance))
            for came, chance in zip(one.outcome, one.estimate.chances(curve), strict=True)
        )
        for one in samples
    )


if __name__ == "__main__":
    sys.exit(main())
