"""Check the accounts of reviews: how far luck and errors explain the margins of games.

    python -m engine.selfplay.accounts --game castle --games 40

A beginner and a medium player play, and every game is reviewed. Prints the slope of the margin on
the luck and the errors that the reviews count for one side beyond the other, with its standard
error; the spread of the margin as it is, and with both taken off; the share of the points lost by
single moves that is missing in the end, which is `errors_together` of the game's expert; and the
accuracy of each level.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from typing import Any

from engine.players.players import think
from engine.players.review import Review
from engine.players.reviewer import review_game
from engine.selfplay import match
from engine.selfplay.measuring import draw_line, read_command_line

LEVELS = ("easy", "medium")


@dataclass(frozen=True, slots=True)
class AccountedGame:
    """A reviewed game of two."""

    levels: Sequence[str]
    """By seat."""
    review: Review

    @property
    def margin(self) -> int:
        one, other = self.review.scores
        return one - other

    @property
    def luck(self) -> float:
        return self.review.luck(0) - self.review.luck(1)

    @property
    def errors(self) -> float:
        """The points gained by errors of the other side."""
        return self.review.errors(1) - self.review.errors(0)


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = read_command_line(
        arguments,
        module="engine.selfplay.accounts",
        purpose="Check how far luck and errors explain the margins of games.",
        least=3,
        usual=40,
    )
    games = [
        play_game(wanted.kind, seed, wanted.options, LEVELS[:: 1 if number % 2 else -1])
        for number, seed in enumerate(wanted.seeds())
    ]
    print(json.dumps({**measure(games), "games": wanted.number}))
    return 0


def play_game(
    kind: str, seed: str, options: Mapping[str, str], levels: Sequence[str]
) -> AccountedGame:
    rng = Random(seed)

    def choose(seat: int, state: Any) -> Any:
        return think(kind, state, levels[seat], rng).best.move

    played = match.play_game(kind, options, seed, levels, choose, first=0)
    states = [ply.state for ply in played.plies]
    return AccountedGame(levels, review_game(kind, played.moves, states, None))


def measure(games: Sequence[AccountedGame]) -> dict[str, float]:
    explained = [one.luck + one.errors for one in games]
    margins = [float(one.margin) for one in games]
    line = draw_line(explained, margins)
    without_luck = [one.margin - one.luck for one in games]
    single = [one.errors / one.review.errors_together for one in games]
    rest = [own - one for one, own in zip(explained, margins, strict=True)]
    accuracies = {
        f"accuracy_{level}": round(
            fmean(one.review.accuracy(one.levels.index(level)) or 0.0 for one in games), 1
        )
        for level in LEVELS
    }
    return {
        "slope": round(line.slope, 2),
        "slope_error": round(line.error, 2),
        "spread": round(pstdev(margins), 1),
        "spread_unexplained": round(pstdev(rest), 1),
        "errors_together": round(draw_line(single, without_luck).slope, 2),
        **accuracies,
    }


if __name__ == "__main__":
    sys.exit(main())
