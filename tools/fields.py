"""Measures what fields are worth in Carcassonne, in games between players who farm.

    python -m tools.fields --options current --games 200
    python -m tools.fields --options classic --players 5 --games 200

Every player chooses what is best at first sight, but puts down farmers more or less gladly, by a
number of points drawn for each of them, so that the games have early farmers and late ones, many
and few. One position of each quarter of a game is looked at.

For each quarter it prints by how many points the first player ended ahead of the average of the
others for each point by which the judgement had them ahead: by what fields are sure or likely to
feed, by the cities that are still to come to them, by fields that may join, and by all the rest;
and for each farmer more, and for the square of their number, in points of the start of a game. Each
figure has its standard error.

It also compares the chance that two fields with farmers join with how often they did: for each
fifth of the chances the number of pairs, the mean chance and the share that joined; and the mean
surprise, beside that of one chance for all pairs of the quarter.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine.carcassonne.moves import Turn
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.players.carcassonne.appraisal import Appraisal
from engine.players.carcassonne.candidates import candidates
from engine.players.expert import Candidate
from engine.players.tiles import stack

# The points by which a player prefers to put down a farmer, early in the game, at least and most.
GLADNESS = (-4.0, 8.0)
QUARTERS = 4
TILES = 72
# No chance is taken to be nearer to 0 or 1 than this.
LEAST_CHANCE = 0.01
PARTS = ("rest", "fed", "growing", "joining", "farmers", "farmers_squared")


class Pair(NamedTuple):
    """Two fields with farmers that face the same cell, by their first segments."""

    fields: tuple[int, int]
    chance: float


class Sample(NamedTuple):
    """A position, and how its game ended."""

    quarter: int
    parts: Sequence[float]
    """The worth of each part to the first player, beyond the average of the others."""
    pairs: Sequence[tuple[float, bool]]
    """The chance of two fields to join, and whether they did."""
    lead: float


def ahead(points: Sequence[float]) -> float:
    return points[0] - fmean(points[1:])


def find_parts(appraisal: Appraisal) -> Sequence[float]:
    chances = appraisal.chances
    farms = appraisal.farms.values()
    growing = appraisal.farm_points(farms, {})
    complete = {city: appraisal.complete(city) for city in appraisal.served_cities}
    farmed = appraisal.farm_points(farms, complete)
    nothing = [0.0] * len(growing)
    joining = [
        sum(each)
        for each in zip(nothing, *[pair.points for pair in appraisal.joining], strict=True)
    ]
    farmers = [float(number) for number in appraisal.farmers]
    cost = [chances.farmers_cost(number) for number in appraisal.farmers]
    parts = {
        "fed": ahead(farmed) - ahead(growing),
        "growing": ahead(growing),
        "joining": ahead(joining),
        "farmers": chances.farmers_late * ahead(farmers),
        "farmers_squared": chances.farmers_late * ahead([number**2 for number in farmers]),
    }
    rest = ahead(appraisal.points()) - ahead(farmed) - ahead(joining) + ahead(cost)
    return [{"rest": rest, **parts}[name] for name in PARTS]


def find_pairs(appraisal: Appraisal) -> Sequence[Pair]:
    pairs = []
    for fields in combinations(appraisal.farms, 2):
        field, other = map(appraisal.farms.__getitem__, fields)
        if not field.faces.keys().isdisjoint(other.faces):
            chance = appraisal.joining_chance(field, other, appraisal.around_cell)
            pairs.append(Pair(fields, chance))
    return pairs


def choose(state: State, rng: Random, gladness: float) -> Turn:
    """The best turn at first sight, if farmers are worth so many points more."""
    left = len(stack(state)) / TILES

    def worth(candidate: Candidate[Turn]) -> float:
        follower = candidate.move.follower
        farms = follower is not None and follower.role == "farmer"
        return candidate.worth + farms * gladness * left

    imagined = carcassonne.resample(state, state.seat, str(rng.getrandbits(64)))
    return max(candidates(imagined), key=worth).move


def play(preset: str, players: int, seed: str) -> list[Sample]:
    rng = Random(seed)
    gladness = [rng.uniform(*GLADNESS) for _ in range(players)]
    state, _ = carcassonne.begin(seed, carcassonne.settle_options({}, preset), 0, players)
    # A ply of each quarter, with the quarter.
    length = TILES // QUARTERS
    plies = {quarter * length + rng.randrange(1, length): quarter for quarter in range(QUARTERS)}
    looked_at: list[tuple[int, Sequence[float], Sequence[Pair]]] = []
    ply = 0
    while (seat := carcassonne.to_act(state)) is not None:
        if ply in plies:
            assert state.drawn is not None
            appraisal = Appraisal(state, Counter((state.drawn, *stack(state))))
            looked_at.append((plies[ply], find_parts(appraisal), find_pairs(appraisal)))
        state, _ = carcassonne.apply(state, seat, choose(state, rng, gladness[seat]))
        ply += 1
    lead = ahead(carcassonne.scores(state))
    ends = [feature.segments for feature in state.board.features() if feature.kind == "field"]

    def joined(pair: Pair) -> bool:
        return any(all(end >> first & 1 for first in pair.fields) for end in ends)

    return [
        Sample(quarter, parts, [(pair.chance, joined(pair)) for pair in pairs], lead)
        for quarter, parts, pairs in looked_at
    ]


def solve(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination, the largest pivot first."""
    table = [[*row, value] for row, value in zip(rows, values, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        divisor = table[column][column]
        table[column] = [value / divisor for value in table[column]]
        for row in range(size):
            if row != column:
                factor = table[row][column]
                pairs = zip(table[row], table[column], strict=True)
                table[row] = [value - factor * other for value, other in pairs]
    return [row[-1] for row in table]


def fit(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[tuple[float, float]]:
    """Find the factors by which each row adds up to its value, by least squares, each with its
    standard error."""
    columns = list(zip(*rows, strict=True))
    squares = [
        [sum(x * y for x, y in zip(column, other, strict=True)) for other in columns]
        for column in columns
    ]
    sums = [sum(x * y for x, y in zip(column, values, strict=True)) for column in columns]
    factors = solve(squares, sums)
    errors = [
        value - sum(x * factor for x, factor in zip(row, factors, strict=True))
        for row, value in zip(rows, values, strict=True)
    ]
    variance = sum(error**2 for error in errors) / (len(rows) - len(columns))
    spreads = []
    for number in range(len(columns)):
        unit = [float(at == number) for at in range(len(columns))]
        spreads.append(sqrt(variance * solve(squares, unit)[number]))
    return list(zip(factors, spreads, strict=True))


def surprise(pairs: Sequence[tuple[float, bool]]) -> float:
    limited = [
        (min(1 - LEAST_CHANCE, max(LEAST_CHANCE, chance)), joined) for chance, joined in pairs
    ]
    return fmean(-log(chance if joined else 1 - chance) for chance, joined in limited)


def compare_chances(pairs: Sequence[tuple[float, bool]]) -> Mapping[str, object]:
    if not pairs:
        return {}
    share = fmean(joined for _, joined in pairs)
    figures: dict[str, object] = {
        "surprise": round(surprise(pairs), 3),
        "surprise_by_share": round(surprise([(share, joined) for _, joined in pairs]), 3),
    }
    for fifth in range(5):
        within = [pair for pair in pairs if fifth == min(4, int(5 * pair[0]))]
        if within:
            chance = fmean(chance for chance, _ in within)
            joined = fmean(joined for _, joined in within)
            figures[f"fifth_{fifth + 1}"] = [len(within), round(chance, 2), round(joined, 2)]
    return figures


def figures(samples: Sequence[Sample]) -> Mapping[str, object]:
    shown: dict[str, object] = {}
    for quarter in range(QUARTERS):
        within = [sample for sample in samples if sample.quarter == quarter]
        factors = fit([sample.parts for sample in within], [sample.lead for sample in within])
        worth = {
            name: f"{factor:.2f} ± {error:.2f}"
            for name, (factor, error) in zip(PARTS, factors, strict=True)
        }
        pairs = [pair for sample in within for pair in sample.pairs]
        shown[f"quarter_{quarter + 1}"] = {**worth, "pairs": compare_chances(pairs)}
    return shown


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.fields", description=__doc__)
    parser.add_argument("--options", default="current", choices=list(carcassonne.presets))
    parser.add_argument("--players", type=int, default=2, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    chosen = parser.parse_args(arguments)
    samples: list[Sample] = []
    for number in range(chosen.games):
        samples += play(chosen.options, chosen.players, f"fields/{chosen.seed}/{number}")
    print(json.dumps(figures(samples), ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
