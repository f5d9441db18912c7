"""Who plays whom: every pair, and every seat, equally often."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from bot.match.league.pairings import divide, round_robin, tables


@pytest.mark.parametrize("count", range(2, 12))
def test_every_pair_meets_once(count: int) -> None:
    games = round_robin(range(count))
    assert sorted(tuple(sorted(game)) for game in games) == [*combinations(range(count), 2)]


@pytest.mark.parametrize("count", range(2, 12))
def test_everybody_begins_half_of_their_games(count: int) -> None:
    begun = Counter(first for first, _ in round_robin(range(count)))
    assert all(abs(2 * begun[player] - (count - 1)) <= 1 for player in range(count))


@pytest.mark.parametrize("count", range(3, 12))
def test_a_round_has_nobody_twice(count: int) -> None:
    games = round_robin(range(count))
    size = count // 2
    for start in range(0, len(games), size):
        players = [player for game in games[start : start + size] for player in game]
        assert len(players) == len({*players})


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("count", range(4, 8))
def test_everybody_sits_once_on_every_seat(count: int, seats: int) -> None:
    for seat in range(seats):
        assert sorted(table[seat] for table in tables(range(count), seats)) == [*range(count)]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("count", range(4, 8))
def test_pairs_meet_equally_often_at_tables(count: int, seats: int) -> None:
    met = Counter(
        pair for table in tables(range(count), seats) for pair in combinations(sorted(table), 2)
    )
    often = [met[pair] for pair in combinations(range(count), 2)]
    assert max(often) - min(often) <= 1


@pytest.mark.parametrize("count", range(4, 31))
@pytest.mark.parametrize("preferred", range(4, 8))
def test_divisions_have_four_to_seven_players(count: int, preferred: int) -> None:
    divisions = divide(range(count), preferred)
    assert [player for division in divisions for player in division] == [*range(count)]
    sizes = [len(division) for division in divisions]
    assert all(4 <= size <= 7 for size in sizes)
    assert all(0 <= below - above <= 1 for above, below in pairwise(sizes))


@pytest.mark.parametrize(
    ("count", "sizes"), [(7, [7]), (8, [4, 4]), (9, [4, 5]), (13, [4, 4, 5]), (15, [5, 5, 5])]
)
def test_sizes_of_divisions(count: int, sizes: list[int]) -> None:
    assert [len(division) for division in divide(range(count), 5)] == sizes
