"""Going up and down between two seasons, and who is placed where in the next one."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from bot.match.league.season import Entrant, Season

Change = Literal["up", "down"]
# From so many players in both divisions on, two go up and down.
MANY = 6


def count_exchanged(above: int, below: int) -> int:
    """Count the players that two divisions of these sizes exchange."""
    return 2 if min(above, below) >= MANY else 1


def final_order(season: Season) -> list[list[Entrant]]:
    """List the entrants by division, in the order of their places; whoever withdrew is last, and
    goes down."""
    return [
        sorted(
            (entrant for entrant in season.entrants if entrant.division == division),
            key=lambda entrant: (
                entrant.entry,
                entrant.place is None,
                entrant.place or 0,
                entrant.number,
            ),
        )
        for division in season.divisions
    ]


def find_changes(season: Season) -> Mapping[int, Change]:
    """Find who goes up and who down, by entrant."""
    changes: dict[int, Change] = {}
    for above, below in pairwise(final_order(season)):
        count = count_exchanged(len(above), len(below))
        changes |= {entrant.number: "down" for entrant in above[-count:]}
        changes |= {entrant.number: "up" for entrant in below[:count]}
    return changes


def promote(season: Season) -> Sequence[Entrant]:
    """List everybody in the order in which they are placed in the next season, the best first."""
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

    levels = [
        (level(number, entrant), entrant)
        for number, entrants in enumerate(order)
        for entrant in entrants
    ]
    return [entrant for _, entrant in sorted(levels, key=lambda pair: pair[0])]


def seed(season: Season, previous: Season | None, ratings: Mapping[int, float]) -> Sequence[int]:
    """List the entrants of a season, the best first: by the last season, then by rating, then those
    who have neither, in the order in which they signed up."""
    order = () if previous is None else promote(previous)
    rank = {entrant.user_id: number for number, entrant in enumerate(order)}

    def key(entrant: Entrant) -> tuple[int, float, int]:
        rating = ratings.get(entrant.user_id or 0, float("-inf"))
        return rank.get(entrant.user_id, len(rank)), -rating, entrant.number

    return [entrant.number for entrant in sorted(season.taking_part, key=key)]
