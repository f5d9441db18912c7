"""Going up and down between two seasons, and who is placed where in the next one."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from bot.match.league.season import Entrant, Season

Change = Literal["up", "down"]
# From so many players in both divisions on, two go up and down.
MANY = 6


def exchanged(above: int, below: int) -> int:
    """The number of players that two divisions of these sizes exchange."""
    return 2 if min(above, below) >= MANY else 1


def final_order(season: Season) -> list[list[Entrant]]:
    """By division, in the order of their places; whoever withdrew is last, and goes down."""
    return [
        sorted(
            (one for one in season.entrants if one.division == division),
            key=lambda one: (one.entry, one.place is None, one.place or 0, one.number),
        )
        for division in season.divisions
    ]


def find_changes(season: Season) -> Mapping[int, Change]:
    """Who goes up and who down, by entrant."""
    changes: dict[int, Change] = {}
    for above, below in pairwise(final_order(season)):
        count = exchanged(len(above), len(below))
        changes |= {one.number: "down" for one in above[-count:]}
        changes |= {one.number: "up" for one in below[:count]}
    return changes


def promote(season: Season) -> Sequence[Entrant]:
    """Everybody in the order in which they are placed in the next season, the best first."""
    changes = find_changes(season)
    order = final_order(season)

    def level(division: int, entrant: Entrant) -> tuple[int, int]:
        match changes.get(entrant.number):
            case "up":
                return division - 1, 2
            case "down":
                return division + 1, 0
            case _:
                return division, 1

    ranked = [(level(number, one), one) for number, each in enumerate(order) for one in each]
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]


def seed(season: Season, previous: Season | None, ratings: Mapping[int, float]) -> Sequence[int]:
    """The entrants of a season, the best first: by the last season, then by rating, then those who
    have neither, in the order in which they signed up."""
    order = () if previous is None else promote(previous)
    rank = {one.user_id: number for number, one in enumerate(order)}

    def key(entrant: Entrant) -> tuple[int, float, int]:
        rating = ratings.get(entrant.user_id or 0, float("-inf"))
        return rank.get(entrant.user_id, len(rank)), -rating, entrant.number

    return [one.number for one in sorted(season.taking_part, key=key)]
