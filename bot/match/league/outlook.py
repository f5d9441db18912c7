"""The places that each player of a division can still reach.

A range is exact in points: its first place is that of the player who wins all their games while the
others' are distributed in the best way for it, its last that of losing them all. Players with equal
points count as behind for the first and as ahead for the last, since what sets them apart may still
change. So a range only narrows as games end, and the final place is always within it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from bot.match.league.standings import POINTS, Decided, Points, standings

Players = tuple[int, ...]


class Reachable(NamedTuple):
    """The first and the last place."""

    first: int
    last: int


def outlook(
    players: Sequence[int], decided: Sequence[Decided], undecided: Sequence[Players]
) -> Mapping[int, Reachable]:
    """For each player, while these games are still to be decided."""
    table = standings(players, decided)
    if not undecided:
        return {one.player: Reachable(one.place, one.place) for one in table}
    points = {one.player: one.performance.points for one in table}
    if len(undecided[0]) > 2:
        return {player: _bounds_at_tables(player, points, undecided) for player in players}
    whole = {one: int(each) for one, each in points.items()}  # many times as fast
    return {player: _bounds_in_duels(player, whole, undecided) for player in players}


def _bounds_at_tables(
    player: int, points: Mapping[int, Points], undecided: Sequence[Players]
) -> Reachable:
    """As if each player's games could end without regard to the others'."""
    worth = POINTS[len(undecided[0])]
    left = Counter(chain.from_iterable(undecided))
    least = {one: points[one] + left[one] * worth[-1] for one in points}
    most = {one: points[one] + left[one] * worth[0] for one in points}
    ahead = sum(least[one] > most[player] for one in points)
    behind = sum(most[one] < least[player] for one in points)
    return Reachable(1 + ahead, len(points) - behind)


def _bounds_in_duels(
    player: int, points: Mapping[int, int], undecided: Sequence[Players]
) -> Reachable:
    win = POINTS[2][0]
    others = [one for one in points if one != player]
    theirs = [game for game in undecided if player not in game]
    own = [game for game in undecided if player in game]
    most = points[player] + win * len(own)

    def stay_behind(some: Collection[int]) -> bool:
        """These players may still gain all that is at stake among them without having more points
        than the player, who wins all games."""
        at_stake = win * sum(a in some and b in some for a, b in theirs)
        return at_stake <= sum(most - points[one] for one in some)

    lost = [*theirs, *((one,) for game in own for one in game if one != player)]

    def catch_up(some: Collection[int]) -> bool:
        """There is enough at stake in the games of these players for all of them to have as many
        points as the player, who loses all games."""
        needed = sum(max(points[player] - points[one], 0) for one in some)
        return needed <= win * sum(any(one in some for one in game) for game in lost)

    behind = _largest(others, stay_behind)
    level = _largest(others, catch_up)
    return Reachable(len(points) - behind, 1 + level)


def _largest(players: Sequence[int], fits: Callable[[Collection[int]], bool]) -> int:
    """The size of the largest group of these players of which every part fits."""
    size = len(players)
    largest = 0
    good = [True] * (1 << size)
    for group in range(1, 1 << size):
        bits = [bit for bit in range(size) if group >> bit & 1]
        good[group] = all(good[group ^ 1 << bit] for bit in bits) and fits(
            [players[bit] for bit in bits]
        )
        if good[group]:
            largest = max(largest, len(bits))
    return largest
