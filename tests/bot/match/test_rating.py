"""Ratings: what a game does to them."""

import pytest

from bot.match.results import NEWCOMER, Skill, rate_game, shown_rating


def test_a_newcomer_has_a_thousand() -> None:
    assert shown_rating(NEWCOMER) == 1000


def test_who_wins_gains_and_who_loses_loses() -> None:
    won, lost = rate_game([NEWCOMER, NEWCOMER], [1, 2])
    assert shown_rating(won) > 1000 > shown_rating(lost)


def test_to_beat_a_stronger_player_is_worth_more() -> None:
    strong = Skill(32.0, 3.0)
    weak = Skill(18.0, 3.0)
    me = Skill(25.0, 3.0)
    upset, _ = rate_game([me, strong], [1, 2])
    expected, _ = rate_game([me, weak], [1, 2])
    assert upset.mu > expected.mu > me.mu


def test_a_shared_win_brings_two_ratings_closer() -> None:
    strong = Skill(30.0, 3.0)
    weak = Skill(20.0, 3.0)
    first, second = rate_game([strong, weak], [1, 1])
    assert strong.mu > first.mu > second.mu > weak.mu


@pytest.mark.parametrize("places", [[1, 2], [2, 1], [1, 1]])
def test_every_game_makes_surer(places: list[int]) -> None:
    assert all(skill.sigma < NEWCOMER.sigma for skill in rate_game([NEWCOMER, NEWCOMER], places))


def test_rating_of_several_follows_places_and_ties_gain_alike() -> None:
    first, second, third, last = rate_game([NEWCOMER] * 4, [1, 2, 2, 4])
    assert first.mu > second.mu == third.mu > last.mu
