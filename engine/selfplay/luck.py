"""Measure how much of the luck at first sight is left at the end of games between players that
play at first sight.

    python -m engine.selfplay.luck --game castle

Prints the slope of the final margin on the luck by which one player was ahead, with its standard
error; the mean luck of a draw, with its own; and the spread of the margin, as it is, with the luck
taken off as it seems, and with it taken off by that slope. Run it again whenever a game's
candidates or prospects change: the slope is `luck_left` of its expert.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.reviewer import luck_of_draw
from engine.selfplay.measuring import draw_line, read_command_line


@dataclass(frozen=True, slots=True)
class LuckyGame:
    """A game of two, by the first seat's lead at the end, and the luck of every draw by seat."""

    margin: int
    luck: tuple[Sequence[float], Sequence[float]]

    @property
    def ahead(self) -> float:
        """The luck of the first seat beyond that of the other."""
        return sum(self.luck[0]) - sum(self.luck[1])


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = read_command_line(
        arguments,
        module="engine.selfplay.luck",
        purpose="Measure what luck is worth in the end.",
        least=3,
        usual=120,
    )
    games = [play_game(wanted.kind, seed, wanted.options) for seed in wanted.seeds()]
    print(json.dumps({**measure(games), "games": wanted.number}))
    return 0


def play_game(kind: str, seed: str, options: Mapping[str, str]) -> LuckyGame:
    game, expert = GAMES[kind], EXPERTS[kind]
    state, _ = game.begin(seed, options)
    luck: tuple[list[float], list[float]] = ([], [])
    moved: dict[int, Any] = {}
    while (seat := game.to_act(state)) is not None:
        luck[seat].append(luck_of_draw(kind, state, expert.draws(state, moved.get(seat))))
        moved[seat] = state
        world = game.resample(state, seat, f"{seed}/{sum(map(len, luck))}")
        state, _ = game.apply(state, seat, expert.candidates(world)[0].move)
    one, other = game.scores(state)
    return LuckyGame(one - other, luck)


def measure(games: Sequence[LuckyGame]) -> dict[str, float]:
    ahead = [one.ahead for one in games]
    margins = [float(one.margin) for one in games]
    line = draw_line(ahead, margins)
    draws = [luck for one in games for of_seat in one.luck for luck in of_seat]
    return {
        "slope": round(line.slope, 2),
        "slope_error": round(line.error, 2),
        "mean": round(fmean(draws), 3),
        "mean_error": round(pstdev(draws) / sqrt(len(draws)), 3),
        "spread": round(pstdev(margins), 1),
        "spread_without_luck": round(
            pstdev([margin - luck for luck, margin in zip(ahead, margins, strict=True)]), 1
        ),
        "spread_without_luck_left": round(pstdev(line.left), 1),
    }


if __name__ == "__main__":
    sys.exit(main())
