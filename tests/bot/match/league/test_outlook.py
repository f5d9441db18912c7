"""The places that can still be reached, compared with every way in which a season can end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

import pytest

from bot.match.league.outlook import Reachable, outlook
from bot.match.league.pairings import round_robin, tables
from bot.match.league.standings import DecidedGame, standings


def decide(game: tuple[int, ...], rng: Random) -> DecidedGame:
    scores = tuple(rng.choice((30, 40, 40, 55)) for _ in game)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return DecidedGame(game, places, scores)


def season(players: int, seats: int, rng: Random) -> list[DecidedGame]:
    """Its games in the order in which they end."""
    games = round_robin(range(players)) if seats == 2 else tables(range(players), seats)
    decided = [decide(game, rng) for game in games]
    rng.shuffle(decided)
    return decided


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(40))
def test_ranges_narrow_down_to_the_final_place(seats: int, seed: int) -> None:
    rng = Random(seed)
    players = range(rng.randint(4, 7))
    games = season(len(players), seats, rng)
    before: Mapping[int, Reachable] = {player: Reachable(1, len(players)) for player in players}
    for ended in range(len(games) + 1):
        open_games = [game.players for game in games[ended:]]
        now = outlook(players, games[:ended], open_games)
        for player in players:
            assert before[player].first <= now[player].first
            assert now[player].last <= before[player].last
        before = now
    final = {standing.player: standing.place for standing in standings(players, games)}
    assert before == {player: Reachable(place, place) for player, place in final.items()}


def every_end(
    players: Sequence[int], decided: Sequence[DecidedGame], left: Sequence[tuple[int, ...]]
) -> Iterator[Mapping[int, int]]:
    """What everybody has at each possible end."""
    for results in product(((2, 0), (1, 1), (0, 2)), repeat=len(left)):
        points = dict.fromkeys(players, 0)
        for game in decided:
            for player, won in zip(game.players, game.points, strict=True):
                points[player] += int(won)
        for pair, result in zip(left, results, strict=True):
            for player, more in zip(pair, result, strict=True):
                points[player] += more
        yield points


@pytest.mark.parametrize("seed", range(30))
def test_a_range_is_exact_in_points(seed: int) -> None:
    rng = Random(seed)
    players = range(rng.randint(4, 6))
    games = season(len(players), 2, rng)
    ended = max(0, len(games) - rng.randint(1, 6))
    left = [game.players for game in games[ended:]]
    ends = list(every_end(players, games[:ended], left))
    for player, reachable in outlook(players, games[:ended], left).items():
        assert reachable == (
            min(1 + sum(points > end[player] for points in end.values()) for end in ends),
            max(sum(points >= end[player] for points in end.values()) for end in ends),
        )
