"""The best game of a season, its biggest upset, and who was luckiest."""

from collections.abc import Mapping, Sequence

from bot.match.league import course
from bot.match.league.honours import Luckiest, find_best_game, find_biggest_upset, find_luckiest
from bot.match.league.season import Reason, Season, Terms
from bot.process.clock import DAY
from tests.bot.match.league.simulating import PERSON, begun


def over(
    *scores: Sequence[int], terms: Terms | None = None, reason: Reason = Reason.PLAYED
) -> Season:
    """A season whose first games ended with these points."""
    season = begun(4, terms or Terms())
    for number, points in enumerate(scores):
        season = course.call(season, [season.fixtures[number]])
        season = course.start_game(season, number, 100 + number)
        places = [1 + sum(other > own for other in points) for own in points]
        season = course.decide(season, number, reason, places, points)
    return season


def ratings_by_game(season: Season, *ratings: float) -> Mapping[int, Mapping[int, float]]:
    """Everybody's rating by entrant, the same before each game."""
    by_user = {PERSON + number: rating for number, rating in enumerate(ratings)}
    return {100 + fixture.number: by_user for fixture in season.fixtures}


def test_the_best_game_is_the_one_whose_runner_up_has_most() -> None:
    best = find_best_game(over((120, 60), (81, 80), (70, 79)))
    assert best is not None
    assert best.number == 1


def test_of_equals_the_best_game_has_most_points_altogether() -> None:
    best = find_best_game(over((81, 80), (80, 90), (50, 40)))
    assert best is not None
    assert best.number == 1


def test_at_a_table_the_second_place_counts() -> None:
    terms = Terms(seats=3, length=200 * DAY)
    best = find_best_game(over((90, 50, 49), (70, 20, 60), terms=terms))
    assert best is not None
    assert best.number == 1


def test_a_game_that_was_not_played_out_is_no_best_game() -> None:
    assert find_best_game(over((99, 98), reason=Reason.BY_SCORE)) is None


def test_the_biggest_upset_is_by_ratings_before_the_game() -> None:
    season = over((90, 50), (50, 90), (90, 50))
    upset = find_biggest_upset(season, ratings_by_game(season, 1000, 1100, 1300, 1250))
    assert upset is not None
    low, high = upset.ratings
    names = [season.entrants[player].user_id for player in (upset.winner, upset.loser)]
    ratings = {PERSON + at: rating for at, rating in enumerate((1000, 1100, 1300, 1250))}
    assert (low, high) == tuple(ratings[user_id or 0] for user_id in names)
    gaps = []
    for fixture in season.fixtures[:3]:
        winner = fixture.players[fixture.places.index(1)]
        loser = fixture.players[fixture.places.index(2)]
        gaps.append(ratings[PERSON + loser] - ratings[PERSON + winner])
    assert high - low == max(gaps) > 0


def test_a_win_of_the_favourite_is_no_upset() -> None:
    season = over((90, 50))
    first, second = season.fixtures[0].players
    ratings = [1000.0] * 4
    ratings[first] = 1500
    ratings[second] = 1200
    assert find_biggest_upset(season, ratings_by_game(season, *ratings)) is None


def test_without_a_rating_before_there_is_no_upset() -> None:
    assert find_biggest_upset(over((90, 50), (50, 90)), {}) is None


def test_a_draw_is_no_upset() -> None:
    season = over((60, 60))
    assert find_biggest_upset(season, ratings_by_game(season, 1000, 1100, 1300, 1250)) is None


def test_the_luckiest_had_the_best_draws_over_all_reviewed_games() -> None:
    season = over((80, 70), (60, 50), (40, 30))
    luck = {100: [9.0, -2.0], 101: [-8.0, 3.0], 102: [1.4, 5.0]}
    total = dict.fromkeys(range(4), 0.0)
    games = dict.fromkeys(range(4), 0)
    for fixture in season.fixtures[:3]:
        for player, points in zip(fixture.players, luck[fixture.game_id or 0], strict=True):
            total[player] += points
            games[player] += 1
    best = max(total, key=lambda player: total[player])
    assert find_luckiest(season, luck) == Luckiest(best, round(total[best]), games[best])


def test_games_without_a_review_tell_no_luck() -> None:
    season = over((80, 70), (60, 50))
    first, _ = season.fixtures[0].players
    assert find_luckiest(season, {}) is None
    assert find_luckiest(season, {100: [6.6, -6.6]}) == Luckiest(first, 7, 1)


def test_without_luck_nobody_is_the_luckiest() -> None:
    assert find_luckiest(over((80, 70)), {100: [0.4, -3.0]}) is None
