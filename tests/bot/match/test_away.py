"""While a player is away, nobody waits for them.

time:   0    10   20   30   40   50
away:        ████      ████
"""

import pytest

from bot.match.absences import back_at, end_of_wait, limit_absences, time_waited
from bot.match.preferences import Away

AWAYS = (Away(10, 20), Away(30, 40))


@pytest.mark.parametrize(("at", "back"), [(9, None), (10, 20), (19, 20), (20, None), (35, 40)])
def test_who_is_away_comes_back_at_the_end(at: int, back: int | None) -> None:
    assert back_at(AWAYS, at) == back


@pytest.mark.parametrize(
    ("since", "until", "time"),
    [(0, 10, 10), (0, 15, 10), (0, 20, 10), (0, 25, 15), (12, 18, 0), (12, 35, 10), (0, 50, 30)],
)
def test_time_away_does_not_count_as_waiting(since: int, until: int, time: int) -> None:
    assert time_waited(AWAYS, since, until) == time


@pytest.mark.parametrize("since", range(50))
@pytest.mark.parametrize("time", [1, 5, 10, 25])
def test_waiting_so_long_ends_at_that_moment(since: int, time: int) -> None:
    until = end_of_wait(AWAYS, since, time)
    assert time_waited(AWAYS, since, until) == time
    assert time_waited(AWAYS, since, until - 1) == time - 1


@pytest.mark.parametrize(
    ("aways", "counted"),
    [
        ([(0, 5)], [(2, 5)]),
        ([(3, 20)], [(3, 13)]),
        ([(0, 4), (6, 10), (12, 20)], [(2, 4), (6, 10), (12, 16)]),
        ([(0, 1)], []),
    ],
)
def test_absences_count_up_to_a_limit_from_a_moment_on(
    aways: list[tuple[int, int]], counted: list[tuple[int, int]]
) -> None:
    limited = limit_absences([Away(*away) for away in aways], 2, 10)
    assert limited == tuple(Away(*away) for away in counted)
