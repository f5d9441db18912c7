"""Places that each player of a division can still reach.

In games for two a range is exact in points: its first place is that of the player who wins all
their games while the others' are distributed in the best way for it, its last that of losing them
all. At tables it may be wider, as each player's games are taken to end without regard to the
others'. Players with equal points count as behind for the first and as ahead for the last, since
what sets them apart may still change. So a range only narrows as games end, and the final place is
always within it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from bot.match.league.standings import POINTS, DecidedGame, Points, standings

Players = tuple[int, ...]


class Reachable(NamedTuple):
    """First and last place that somebody can still reach."""

    first: int
    last: int


def outlook(
    players: Sequence[int], decided: Sequence[DecidedGame], undecided: Sequence[Players]
) -> Mapping[int, Reachable]:
    """Find what each player can reach, while these games are still to be decided."""
    table = standings(players, decided)
    if not undecided:
        return {standing.player: Reachable(standing.place, standing.place) for standing in table}
    points = {standing.player: standing.performance.points for standing in table}
    if len(undecided[0]) > 2:
        return {player: _bounds_at_tables(player, points, undecided) for player in players}
    whole_points = {player: int(count) for player, count in points.items()}  # many times as fast
    return {player: _bounds_in_duels(player, whole_points, undecided) for player in players}


def _bounds_at_tables(
    player: int, points: Mapping[int, Points], undecided: Sequence[Players]
) -> Reachable:
    """Bound a player's place as if each player's games could end without regard to the others'."""
    worth = POINTS[len(undecided[0])]
    games_left = Counter(chain.from_iterable(undecided))
    least = {other: points[other] + games_left[other] * worth[-1] for other in points}
    most = {other: points[other] + games_left[other] * worth[0] for other in points}
    ahead_count = sum(least[other] > most[player] for other in points)
    behind_count = sum(most[other] < least[player] for other in points)
    return Reachable(1 + ahead_count, len(points) - behind_count)


def _bounds_in_duels(
    player: int, points: Mapping[int, int], undecided: Sequence[Players]
) -> Reachable:
    win = POINTS[2][0]
    opponents = [opponent for opponent in points if opponent != player]
    games_of_others = [game for game in undecided if player not in game]
    own_games = [game for game in undecided if player in game]
    most = points[player] + win * len(own_games)

    def stay_behind(group: Collection[int]) -> bool:
        """These players may still gain all that is at stake among them without having more points
        than the player, who wins all games."""
        at_stake = win * sum(
            first in group and second in group for first, second in games_of_others
        )
        return at_stake <= sum(most - points[member] for member in group)

    games_lost = [(opponent,) for game in own_games for opponent in game if opponent != player]
    games_for_others = [*games_of_others, *games_lost]

    def catch_up(group: Collection[int]) -> bool:
        """There is enough at stake in the games of these players for all of them to have as many
        points as the player, who loses all games."""
        points_needed = sum(max(points[player] - points[member], 0) for member in group)
        return points_needed <= win * sum(
            any(member in group for member in game) for game in games_for_others
        )

    behind_count = _largest(opponents, stay_behind)
    level_count = _largest(opponents, catch_up)
    return Reachable(len(points) - behind_count, 1 + level_count)


def _largest(players: Sequence[int], fits: Callable[[Collection[int]], bool]) -> int:
    """Find the size of the largest group of these players of which every part fits."""
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
