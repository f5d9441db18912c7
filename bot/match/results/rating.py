"""Ratings: how a game changes the estimate of its players' strength. Pure; knows no store.

The computation is openskill's, by the Plackett-Luce model: it handles draws and any number of
players, and for two it is the Bradley-Terry model.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

SHOWN_AT_FIRST = 1000
SHOWN_A_POINT = 40
SURE = 3.0
"""How many deviations below the mean counts as certain."""


class Skill(NamedTuple):
    """An estimate of strength: a mean, and how far off it may be."""

    mu: float
    sigma: float


NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)


def shown_rating(skill: Skill) -> int:
    """The rating that people see: the strength that is practically certain. A newcomer has 1000."""
    return round(SHOWN_AT_FIRST + SHOWN_A_POINT * (skill.mu - SURE * skill.sigma))


def rate_game(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The players' skills after a game in which they finished in these places."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    ranks = [float(place) for place in places]
    return tuple(Skill(rated.mu, rated.sigma) for (rated,) in _MODEL.rate(teams, ranks=ranks))
