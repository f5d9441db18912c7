"""The games of a season that are told of when it is over: the best one, the biggest upset, and who
was luckiest."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.league.season import Fixture, Reason, Season


@dataclass(frozen=True, slots=True)
class Upset:
    """A game that was won against somebody with a higher rating."""

    fixture: Fixture
    winner: int
    """The entrant."""
    loser: int
    """The one with the highest rating, at a table of several."""
    ratings: tuple[float, float]
    """Of both, before the game."""


@dataclass(frozen=True, slots=True)
class Luckiest:
    """Whose draws were the luckiest, in the games that were reviewed."""

    entrant: int
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class Honours:
    best: Fixture | None
    upset: Upset | None
    luckiest: Luckiest | None = None


def find_best_game(season: Season) -> Fixture | None:
    """Of those that were played to the end, the one whose runner-up has the most points; if there
    are several, the one with the most points altogether."""
    played = (one for one in season.fixtures if one.reason is Reason.PLAYED)
    return max(played, key=lambda one: (_of_runner_up(one), sum(one.scores)), default=None)


def _of_runner_up(fixture: Fixture) -> int:
    order = sorted(zip(fixture.places, (-score for score in fixture.scores), strict=True))
    return -order[1][1]


def find_biggest_upset(season: Season, before: Mapping[int, Mapping[int, float]]) -> Upset | None:
    """Of those that were played to the end and won by one player, the game before which the loser
    was ahead by the most; None if nobody won against a higher rating. `before` are the ratings by
    game and person."""
    upsets = []
    for fixture in season.fixtures:
        ratings = before.get(fixture.game_id or 0, {})
        if fixture.reason is not Reason.PLAYED or fixture.places.count(1) != 1:
            continue
        known = {
            player: ratings[user]
            for player in fixture.players
            if (user := season.entrants[player].user_id) is not None and user in ratings
        }
        winner = fixture.players[fixture.places.index(1)]
        others = [player for player in known if player != winner]
        if winner in known and others:
            loser = max(others, key=lambda player: known[player])
            upsets.append(Upset(fixture, winner, loser, (known[winner], known[loser])))
    upset = max(upsets, key=lambda one: one.ratings[1] - one.ratings[0], default=None)
    return None if upset is None or upset.ratings[1] <= upset.ratings[0] else upset


def find_luckiest(season: Season, luck: Mapping[int, Sequence[float]]) -> Luckiest | None:
    """The one whose draws were worth the most more than what could have been drawn, over all their
    games that count and were reviewed; None if nobody's were worth a point more. `luck` is that of
    each seat, by game."""
    points = defaultdict[int, float](float)
    games = Counter[int]()
    for fixture in season.fixtures:
        found = luck.get(fixture.game_id or 0)
        if found is None or fixture.decided is None:
            continue
        for player, theirs in zip(fixture.players, found, strict=True):
            points[player] += theirs
            games[player] += 1
    luckiest = [
        Luckiest(player, round(theirs), games[player])
        for player, theirs in points.items()
        if round(theirs) > 0
    ]
    return max(luckiest, key=lambda one: (points[one.entrant], -one.entrant), default=None)
