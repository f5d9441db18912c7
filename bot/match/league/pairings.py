"""Who plays whom in a season: its divisions, and a single round robin in each of them."""

from collections.abc import Sequence
from typing import TypeVar

P = TypeVar("P")

# The number of players in a division.
FEWEST = 4
MOST = 7
# With so many games at the same time nobody waits for one.
MOST_RUNNING = MOST - 1


def divide(ranked: Sequence[P], preferred: int) -> list[Sequence[P]]:
    """The divisions, the best players first: of about the preferred size, none smaller than four or
    larger than seven, and the smaller ones on top."""
    players = len(ranked)
    if players <= MOST:
        return [ranked]
    counts = range(-(-players // MOST), players // FEWEST + 1)
    count = min(counts, key=lambda one: abs(players / one - preferred))
    size, larger = divmod(players, count)
    divisions = []
    start = 0
    for number in range(count):
        end = start + size + (number >= count - larger)
        divisions.append(ranked[start:end])
        start = end
    return divisions


def round_robin(players: Sequence[P]) -> list[tuple[P, P]]:
    """Every pair once, round by round, whoever begins first: everybody in half of their games, or
    in one more or less."""
    circle = list(range(len(players) + len(players) % 2))
    odd = len(circle) - 1
    games = []
    for _ in range(odd):
        for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if max(one, other) < len(players):
                begins = (other - one) % (len(players) | 1) <= len(players) // 2
                first, second = (one, other) if begins else (other, one)
                games.append((players[first], players[second]))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return games


def tables(players: Sequence[P], seats: int) -> list[tuple[P, ...]]:
    """As many tables as there are players, who sit once on every seat; every pair meets equally
    often, or once more."""
    apart = len(players) >= 6
    first = (*range(seats - 1), seats - 1 + apart)  # at distances spread as evenly as can be
    return [
        tuple(players[(at + number) % len(players)] for at in first)
        for number in range(len(players))
    ]
