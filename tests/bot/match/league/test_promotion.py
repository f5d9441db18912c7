"""Going up and down, and the divisions of the next season."""

from dataclasses import replace

import pytest

from bot.match.league.course import begin
from bot.match.league.promotion import count_exchanged, find_changes, seed
from bot.match.league.season import Entry, Season
from bot.match.league.view import view_season
from tests.bot.match.league.simulating import Simulated, announced, begun, signed_up


def ended_season(people: int) -> Season:
    """A season that ended with everybody in the order of their numbers, in each division."""
    season = begun(people)
    entrants = []
    for number in season.divisions:
        for place, entrant in enumerate(season.division(number).values(), 1):
            entrants.append(replace(entrant, place=place))
    return replace(season, entrants=tuple(entrants))


@pytest.mark.parametrize(
    ("sizes", "count"), [((4, 5), 1), ((5, 6), 1), ((6, 6), 2), ((7, 6), 2), ((4, 4), 1)]
)
def test_small_divisions_exchange_one(sizes: tuple[int, int], count: int) -> None:
    assert count_exchanged(*sizes) == count


def test_equally_many_go_up_and_down() -> None:
    changes = find_changes(ended_season(13))
    assert changes == {3: "down", 4: "up", 7: "down", 8: "up"}


def test_whoever_withdrew_goes_down_first() -> None:
    season = ended_season(8)
    gone = replace(season.entrants[0], entry=Entry.WITHDRAWN)
    changes = find_changes(replace(season, entrants=(gone, *season.entrants[1:])))
    assert changes == {0: "down", 4: "up"}


def test_the_next_season_is_seeded_by_the_last_then_by_rating() -> None:
    previous = ended_season(8)
    season = signed_up(11)
    ratings = {1000 + 9: 1500.0, 1000 + 8: 1200.0}
    assert seed(season, previous, ratings) == [0, 1, 2, 4, 3, 5, 6, 7, 9, 8, 10]


def test_without_a_last_season_ratings_decide() -> None:
    assert seed(signed_up(4), None, {1003: 1900.0, 1001: 1100.0}) == [3, 1, 0, 2]


def test_a_new_season_has_nobody_who_left() -> None:
    season = announced()
    assert seed(season, ended_season(8), {}) == []


def test_the_standings_mark_who_goes_up_and_down() -> None:
    over = Simulated(signed_up(9), 4).run()
    marked = {
        row.entrant.number: row.change
        for division in view_season(over).divisions
        for row in division.rows
        if row.change
    }
    assert marked == find_changes(over)


def test_nobody_moves_in_a_cup_or_a_single_division() -> None:
    season = begin(signed_up(7), range(7), 0)
    assert find_changes(season) == {}
