"""Ratings: how a game moves what is thought of its players' strength. Pure; knows no store.

The reckoning is openskill's, by the model of Plackett and Luce: it knows draws and any number of
players, and for two it is that of Bradley and Terry.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

SHOWN_AT_FIRST = 1000
SHOWN_A_POINT = 40
SURE = 3.0
"""How many deviations below the mean is counted as certain."""


class Skill(NamedTuple):
    """A strength as far as it is known: a mean, and how far off it may be."""

    mu: float
    sigma: float


NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)


def shown(skill: Skill) -> int:
    """The rating that people see: the strength that is as good as certain. A newcomer has 1000."""
    return round(SHOWN_AT_FIRST + SHOWN_A_POINT * (skill.mu - SURE * skill.sigma))


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills of the players after a game in which they came to these places."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    ranks = [float(place) for place in places]
    return tuple(Skill(rated.mu, rated.sigma) for (rated,) in _MODEL.rate(teams, ranks=ranks))
