"""Predictions of the next move by people who do not play: what one says, and what it is worth.

A prediction names what is chosen at the steps of a move that the rules call predictable. It is
compared with the move that was played only when somebody looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# Per position.
MOST_PREDICTIONS = 200
# Points for the first step, and for each after it as long as all before it are right.
FIRST = 3
MORE = 1

# A move as the steps in which it is chosen, each with the choice made there.
Parts = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Prediction:
    user_id: int
    name: str
    guess: tuple[str, ...]
    """The choice at each predictable step."""


@dataclass(frozen=True, slots=True)
class ScoredPrediction:
    prediction: Prediction
    points: int

    @property
    def right(self) -> bool:
        return self.points > 0


@dataclass(frozen=True, slots=True)
class Forecaster:
    user_id: int
    name: str
    """The name they last went by."""
    predicted: int
    right: int
    points: int


def guess_of(parts: Parts, steps: Sequence[str]) -> tuple[str, ...]:
    """The predictable part of a move: the first choice at each of the steps. Empty for a move
    without the first step."""
    chosen = dict(reversed(parts))
    return tuple(chosen[step] for step in steps if step in chosen and steps[0] in chosen)


def score_prediction(
    prediction: Prediction, parts: Parts, steps: Sequence[str]
) -> ScoredPrediction:
    """The prediction compared with the move that was played."""
    points = 0
    for said, played in zip(prediction.guess, guess_of(parts, steps), strict=False):
        if said != played:
            break
        points += MORE if points else FIRST
    return ScoredPrediction(prediction, points)


def rank_forecasters(results: Iterable[ScoredPrediction]) -> tuple[Forecaster, ...]:
    """The ranking of a game's forecasters from its predictions in order: the most points first."""
    found: dict[int, Forecaster] = {}
    for one in results:
        user_id = one.prediction.user_id
        before = found.get(user_id) or Forecaster(user_id, "", 0, 0, 0)
        found[user_id] = Forecaster(
            user_id,
            one.prediction.name,
            before.predicted + 1,
            before.right + one.right,
            before.points + one.points,
        )
    return tuple(sorted(found.values(), key=lambda one: (-one.points, one.predicted)))
