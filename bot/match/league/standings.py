"""Standings of a division: points by place, and for a tie the games among those tied, the strength
of those one won against, and the score differences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Literal, NamedTuple, get_args

# The points for each place, by the seats of a game; places that are shared share theirs.
POINTS: Mapping[int, Sequence[int]] = {
    2: (2, 0),
    3: (4, 2, 1),
    4: (5, 3, 2, 1),
    5: (6, 4, 3, 2, 1),
}
# The score difference of a game counts up to here, and never against who came out ahead: a game
# can be lost by leaving it with more points.
MOST_DIFFERENCE = 20
# Shared places can split a point.
Points = Fraction
NONE = Points(0)
# The reason why a player is ahead of the next, in the order in which it is looked at.
Criterion = Literal["points", "among_tied", "strength", "difference"]


class DecidedGame(NamedTuple):
    """A game of the league that is over."""

    players: tuple[int, ...]
    places: tuple[int, ...]
    """From 1, equal for those who share it."""
    scores: tuple[int, ...]

    @property
    def points(self) -> tuple[Points, ...]:
        """Points of each player; those who share a place share the points of the places they
        take."""
        worth = POINTS[len(self.players)]
        points_by_place = dict[int, Points]()
        for place in set(self.places):
            count = self.places.count(place)
            points_by_place[place] = Points(sum(worth[place - 1 : place - 1 + count]), count)
        return tuple(points_by_place[place] for place in self.places)

    def duels(self) -> Iterator["Duel"]:
        """Pair everybody with everybody else at the table."""
        all_seats = range(len(self.players))
        for seat, opponent in permutations(all_seats, 2):
            places_ahead = self.places[opponent] - self.places[seat]
            difference = self.scores[seat] - self.scores[opponent]
            least = -MOST_DIFFERENCE if places_ahead <= 0 else 0
            most = MOST_DIFFERENCE if places_ahead >= 0 else 0
            yield Duel(
                self.players[seat],
                self.players[opponent],
                1 + (places_ahead > 0) - (places_ahead < 0),
                max(least, min(most, difference)),
            )


class Duel(NamedTuple):
    """A game as one of its players sees one of the others."""

    player: int
    opponent: int
    outcome: int
    """2 for a win, 1 for a draw."""
    difference: int


@dataclass(slots=True)
class Performance:
    played: int = 0
    won: int = 0
    drawn: int = 0
    points: Points = NONE
    among_tied: int = 0
    """The duels won against those with the same points, each 2, or 1 for a draw."""
    strength: Points = NONE
    """Sonneborn-Berger: the points of everybody one won against, and half of those one drew
    with."""
    difference: int = 0

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn

    @property
    def rank(self) -> tuple[Points, int, Points, int]:
        return self.points, self.among_tied, self.strength, self.difference


@dataclass(frozen=True, slots=True)
class Standing:
    player: int
    place: int
    """Equal for those whom nothing sets apart."""
    performance: Performance = field(repr=False)
    set_apart: Criterion | None
    """The difference to the next one below; None for a shared place, and the last."""


def standings(players: Iterable[int], games: Sequence[DecidedGame]) -> list[Standing]:
    """List everybody in order."""
    performances = {player: Performance() for player in players}
    for game in games:
        is_shared = game.places.count(1) > 1
        for player, place, points in zip(game.players, game.places, game.points, strict=True):
            performance = performances[player]
            performance.played += 1
            performance.points += points
            performance.won += place == 1 and not is_shared
            performance.drawn += place == 1 and is_shared
    duels = [duel for game in games for duel in game.duels()]
    for duel in duels:
        performance = performances[duel.player]
        opponent = performances[duel.opponent]
        performance.strength += Points(duel.outcome, 2) * opponent.points
        performance.difference += duel.difference
        if performance.points == opponent.points:
            performance.among_tied += duel.outcome
    order = sorted(performances, key=lambda player: performances[player].rank, reverse=True)
    return list(_place_players(order, performances))


def _place_players(
    order: Sequence[int], performances: Mapping[int, Performance]
) -> Iterator[Standing]:
    place = 0
    ranks = [performances[player].rank for player in order]
    for number, (player, rank) in enumerate(zip(order, ranks, strict=True)):
        if not number or rank != ranks[number - 1]:
            place = number + 1
        apart = _set_apart(rank, ranks[number + 1]) if number + 1 < len(order) else None
        yield Standing(player, place, performances[player], apart)


def _set_apart(rank: Sequence[Points | int], below: Sequence[Points | int]) -> Criterion | None:
    criteria: Sequence[Criterion] = get_args(Criterion)
    for criterion, value, value_below in zip(criteria, rank, below, strict=True):
        if value != value_below:
            return criterion
    return None
