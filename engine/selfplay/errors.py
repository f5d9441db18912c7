"""Measure how many of the points that a review calls lost are missing at the end of the game.

    python -m engine.selfplay.errors --game castle --games 100

A beginner and a medium player play. At some of their mistakes the game is played on at first sight
many times, from the move they chose and from the better one, in the same positions that look like
theirs. Prints the slope of what the mistake cost on what it seems to lose, with its standard error:
`errors_left` of the game's expert. Run it again whenever the judgement or the search changes.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, linear_regression
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import EXPERTS, positions_in, think
from engine.players.reviewer import SECONDS, compare_with_best
from engine.players.search import rollout_by_rules
from engine.selfplay.measuring import read_command_line

LEAST = 1.0
"""A move that seems to lose at least this many points is a mistake."""
CONTINUATIONS = 40
SKIPPED = 3
"""One move in so many is looked at, so that the mistakes come from many games."""
TO_THE_END = 1_000
"""More moves than any game has left."""


class Mistake(NamedTuple):
    lost: float
    """The points that it seems to lose."""
    cost: float
    """The points by which the games played on from it ended worse."""


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = read_command_line(
        arguments,
        module="engine.selfplay.errors",
        purpose="Measure what mistakes cost. --games is the number of mistakes.",
        least=2,
        usual=100,
    )
    found = list[Mistake]()
    games = 0
    while len(found) < wanted.number:
        games += 1
        found += find_mistakes(wanted.kind, f"errors/{wanted.seed}/{games}", wanted.options)
    print(json.dumps({**measure(found), "mistakes": len(found), "games": games}))
    return 0


def find_mistakes(kind: str, seed: str, options: Mapping[str, str]) -> Iterator[Mistake]:
    """The mistakes of a game."""
    game, rng = GAMES[kind], Random(seed)
    state, _ = game.begin(seed, options)
    ply, looked_at = 0, rng.randrange(SKIPPED)
    levels = ["easy", "medium"]
    rng.shuffle(levels)
    while (seat := game.to_act(state)) is not None:
        move = think(kind, state, levels[seat % 2], rng).best.move
        if ply % SKIPPED == looked_at:
            positions = positions_in(kind, SECONDS)
            best, best_lead, played_lead = compare_with_best(kind, state, move, rng, positions)
            lost = (best_lead - played_lead) / EXPERTS[kind].errors_left
            if lost >= LEAST:
                yield Mistake(lost, cost_of(kind, state, move, best, seed=f"{seed}/{ply}"))
        state, _ = game.apply(state, seat, move)
        ply += 1


def cost_of(kind: str, state: Any, played: Any, best: Any, *, seed: str) -> float:
    """The lead at the end after the better move less that after the played one, on average."""
    game, expert = GAMES[kind], EXPERTS[kind]
    seat = game.to_act(state)
    assert seat is not None
    play_on = expert.rollout or rollout_by_rules(game, expert)

    def lead_after(world: Any, move: Any) -> float:
        after, _ = game.apply(world, seat, move)
        return lead(play_on(after, TO_THE_END)[0], seat)

    costs = []
    for number in range(CONTINUATIONS):
        world = game.resample(state, seat, f"{seed}/{number}")
        costs.append(lead_after(world, best) - lead_after(world, played))
    return fmean(costs)


def measure(mistakes: Sequence[Mistake]) -> dict[str, float]:
    lost, cost = zip(*mistakes, strict=True)
    slope = linear_regression(lost, cost, proportional=True).slope
    left = [real - slope * seeming for seeming, real in mistakes]
    error = sqrt(sum(one * one for one in left) / (len(left) - 1) / sum(one * one for one in lost))
    return {
        "slope": round(slope, 2),
        "slope_error": round(error, 2),
        "lost": round(fmean(lost), 1),
        "cost": round(fmean(cost), 1),
    }


if __name__ == "__main__":
    sys.exit(main())
