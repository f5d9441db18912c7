"""The measurements that a game's `Expert` takes its numbers from: their command line, and the line
through what they find."""

import argparse
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import linear_regression, pstdev
from typing import NamedTuple

from engine.games import GAMES


class Wanted(NamedTuple):
    """What is to be measured: this many games or positions of a game."""

    kind: str
    options: Mapping[str, str]
    number: int
    seed: int

    def seeds(self) -> Sequence[str]:
        return [f"measuring/{self.seed}/{number}" for number in range(self.number)]


class Line(NamedTuple):
    """A straight line through points."""

    slope: float
    error: float
    """The standard error of the slope."""
    left: Sequence[float]
    """What it leaves of each point."""


def draw_line(xs: Sequence[float], ys: Sequence[float]) -> Line:
    slope, base = linear_regression(xs, ys)
    left = [y - base - slope * x for x, y in zip(xs, ys, strict=True)]
    return Line(slope, pstdev(left) / (pstdev(xs) * sqrt(len(xs) - 2)), left)


def read_command_line(
    arguments: Sequence[str] | None, *, module: str, purpose: str, least: int, usual: int
) -> Wanted:
    """Ends the process with a message if the arguments make no sense."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=purpose)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--games", type=int, default=usual, help=f"how many (default {usual})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument("--options", help="a preset of the game's options (default its first)")
    chosen = parser.parse_args(arguments)
    if chosen.games < least:
        parser.error(f"argument --games: at least {least}, or there is nothing to measure")
    if chosen.options not in (None, *GAMES[chosen.game].presets):
        presets = ", ".join(GAMES[chosen.game].presets)
        parser.error(f"argument --options: choose one of {presets}")
    options = GAMES[chosen.game].settle_options({}, chosen.options)
    return Wanted(chosen.game, options, chosen.games, chosen.seed)
