"""Pairings of a season: its divisions, and a single round robin in each of them."""

from collections.abc import Sequence
from typing import TypeVar

P = TypeVar("P")

# The fewest players of a division.
FEWEST = 4
# The most players of a division.
MOST = 7
# With so many games at the same time nobody waits for one.
MOST_RUNNING = MOST - 1


def divide(ranking: Sequence[P], preferred_size: int) -> list[Sequence[P]]:
    """Make the divisions, the best players first: of about the preferred size, none smaller than
    four or larger than seven, and the smaller ones on top."""
    player_count = len(ranking)
    if player_count <= MOST:
        return [ranking]
    counts = range(-(-player_count // MOST), player_count // FEWEST + 1)
    count = min(counts, key=lambda number: abs(player_count / number - preferred_size))
    size, larger = divmod(player_count, count)
    divisions = []
    start = 0
    for number in range(count):
        end = start + size + (number >= count - larger)
        divisions.append(ranking[start:end])
        start = end
    return divisions


def round_robin(players: Sequence[P]) -> list[tuple[P, P]]:
    """Pair everybody with everybody once, round by round, whoever begins first: everybody in half
    of their games, or in one more or less."""
    circle = list(range(len(players) + len(players) % 2))
    odd = len(circle) - 1
    games = []
    for _ in range(odd):
        for left, right in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if max(left, right) < len(players):
                left_begins = (right - left) % (len(players) | 1) <= len(players) // 2
                first, second = (left, right) if left_begins else (right, left)
                games.append((players[first], players[second]))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return games


def tables(players: Sequence[P], seats: int) -> list[tuple[P, ...]]:
    """Make as many tables as there are players, who sit once on every seat; every pair meets
    equally often, or once more."""
    apart = len(players) >= 6
    offsets = (*range(seats - 1), seats - 1 + apart)  # at distances spread as evenly as can be
    return [
        tuple(players[(at + number) % len(players)] for at in offsets)
        for number in range(len(players))
    ]
