"""Predictions of the next move by people who do not play: what one says, and what it is worth.

A prediction names what is chosen at the steps of a move that the rules call predictable. It is
compared with the move that was played only when somebody looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# Per position.
MOST_PREDICTIONS = 200
# The points for the first step.
FIRST = 3
# The points for each step after it, as long as all before it are right.
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
    """Take the predictable part of a move: the first choice at each of the steps. Empty for a move
    without the first step."""
    choices = dict(reversed(parts))
    return tuple(choices[step] for step in steps if step in choices and steps[0] in choices)


def score_prediction(
    prediction: Prediction, parts: Parts, steps: Sequence[str]
) -> ScoredPrediction:
    """Compare the prediction with the move that was played."""
    points = 0
    for guess, choice in zip(prediction.guess, guess_of(parts, steps), strict=False):
        if guess != choice:
            break
        points += MORE if points else FIRST
    return ScoredPrediction(prediction, points)


def rank_forecasters(results: Iterable[ScoredPrediction]) -> tuple[Forecaster, ...]:
    """Rank the forecasters of games from the predictions in order: the most points first."""
    forecasters: dict[int, Forecaster] = {}
    for result in results:
        user_id = result.prediction.user_id
        before = forecasters.get(user_id) or Forecaster(user_id, "", 0, 0, 0)
        forecasters[user_id] = Forecaster(
            user_id,
            result.prediction.name,
            before.predicted + 1,
            before.right + result.right,
            before.points + result.points,
        )
    return tuple(
        sorted(
            forecasters.values(), key=lambda forecaster: (-forecaster.points, forecaster.predicted)
        )
    )
