"""Honours of a season that is over: its best game, its biggest upset, and who was luckiest."""

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
    """Entrant whose draws were the luckiest, in the games that were reviewed."""

    entrant: int
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class Honours:
    best: Fixture | None
    upset: Upset | None
    luckiest: Luckiest | None = None


def find_best_game(season: Season) -> Fixture | None:
    """Find, of those that were played to the end, the one whose runner-up has the most points; if
    there are several, the one with the most points altogether."""
    fixtures = (fixture for fixture in season.fixtures if fixture.reason is Reason.PLAYED)
    return max(
        fixtures,
        key=lambda fixture: (_points_of_runner_up(fixture), sum(fixture.scores)),
        default=None,
    )


def _points_of_runner_up(fixture: Fixture) -> int:
    order = sorted(zip(fixture.places, (-score for score in fixture.scores), strict=True))
    return -order[1][1]


def find_biggest_upset(season: Season, before: Mapping[int, Mapping[int, float]]) -> Upset | None:
    """Find, of those that were played to the end and won by one player, the game before which the
    loser was ahead by the most; None if nobody won against a higher rating. `before` are the
    ratings by game and person."""
    upsets = []
    for fixture in season.fixtures:
        ratings = before.get(fixture.game_id or 0, {})
        if fixture.reason is not Reason.PLAYED or fixture.places.count(1) != 1:
            continue
        known_ratings = dict[int, float]()
        for player in fixture.players:
            user_id = season.entrants[player].user_id
            if user_id is not None and user_id in ratings:
                known_ratings[player] = ratings[user_id]
        winner = fixture.players[fixture.places.index(1)]
        losers = [player for player in known_ratings if player != winner]
        if winner in known_ratings and losers:
            loser = max(losers, key=lambda player: known_ratings[player])
            upsets.append(
                Upset(fixture, winner, loser, (known_ratings[winner], known_ratings[loser]))
            )
    upset = max(upsets, key=lambda upset: upset.ratings[1] - upset.ratings[0], default=None)
    return None if upset is None or upset.ratings[1] <= upset.ratings[0] else upset


def find_luckiest(season: Season, luck: Mapping[int, Sequence[float]]) -> Luckiest | None:
    """Find the one whose draws were worth the most more than what could have been drawn, over all
    their games that count and were reviewed; None if nobody's were worth a point more. `luck` is
    that of each seat, by game."""
    points = defaultdict[int, float](float)
    games = Counter[int]()
    for fixture in season.fixtures:
        lucks = luck.get(fixture.game_id or 0)
        if lucks is None or fixture.decided is None:
            continue
        for player, luck_points in zip(fixture.players, lucks, strict=True):
            points[player] += luck_points
            games[player] += 1
    luckiest = [
        Luckiest(player, round(luck_points), games[player])
        for player, luck_points in points.items()
        if round(luck_points) > 0
    ]
    return max(
        luckiest,
        key=lambda luckiest_player: (points[luckiest_player.entrant], -luckiest_player.entrant),
        default=None,
    )
