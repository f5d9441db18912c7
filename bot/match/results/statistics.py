"""What is known about players from ended games: results, statistics, ratings. Values.

A tally is what a game counts in addition to points, under its own names, such as `points.castle`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.process.clock import Millis

Outcome = Literal["won", "shared", "lost", "nobody"]
"""For one player; `nobody` if a game ended without a winner."""
Tally = Mapping[str, int]
GREATEST = "most."
"""The prefix of counts for which the greatest value is shown, not the sum."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one player did in one game."""

    game_id: int
    seat: int
    user_id: int | None
    """None for a person whose data was erased."""
    guild_id: int
    kind: str
    outcome: Outcome
    place: int | None
    """From 1, equal for those who share it; None if nobody won, and in games counted before places
    existed."""
    points: int
    moves: int
    thought: Millis
    """How long the others waited for the player's moves altogether."""
    rated: bool
    change: float | None
    """What the game did to the player's rating."""
    tally: Tally
    ended_at: Millis


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How two players did against each other in the games both played, which had two players or
    more: in how many each of them finished ahead of the other."""

    games: int = 0
    first: int = 0
    second: int = 0
    level: int = 0
    """Both in the same place. Games without a winner are not included."""
    of_two: bool = True
    """Whether nobody else played in any of them."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's games in one server, all of them or those against one other player."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    points: int = 0
    most_points: int = 0
    moves: int = 0
    thought: Millis = 0
    tally: Tally = field(default_factory=dict)
    """The sums, except for names that begin with `most.`: for these the greatest value."""
    reviewed: int = 0
    """How many of the games were reviewed."""
    accuracy: float | None = None
    """How well the player played in these on average, in percent."""
    luck: float | None = None
    """How many points luck brought in these on average."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard."""

    place: int
    """Equal for players with the same rating."""
    user_id: int
    name: str
    rating: int
    played: int
    won: int
    shared: int


def sum_results(results: Iterable[Result]) -> Statistics:
    """The statistics of one player from their results."""
    told = list(results)
    outcomes = [result.outcome for result in told]
    return Statistics(
        games=len(told),
        won=outcomes.count("won"),
        shared=outcomes.count("shared"),
        lost=outcomes.count("lost"),
        points=sum(result.points for result in told),
        most_points=max((result.points for result in told), default=0),
        moves=sum(result.moves for result in told),
        thought=sum(result.thought for result in told),
        tally=_together(result.tally for result in told),
    )


def head_to_head(games: Iterable[Sequence[Result]], first_id: int, second_id: int) -> HeadToHead:
    """From the results of all seats of each game that both played."""
    told = list(games)
    people = [{result.user_id: result for result in results} for results in told]
    ahead = [_ahead(one[first_id], one[second_id]) for one in people]
    return HeadToHead(
        games=len(told),
        first=ahead.count(1),
        second=ahead.count(-1),
        level=ahead.count(0),
        of_two=all(len(one) == 2 for one in told),
    )


def _ahead(first: Result, second: Result) -> int | None:
    """1 when the first finished ahead of the second, -1 when behind, 0 when level; None for a game
    without a winner."""
    if first.outcome == second.outcome == "nobody":
        return None
    places = [_place(result) for result in (first, second)]
    return (places[1] > places[0]) - (places[1] < places[0])


def _place(result: Result) -> int:
    return result.place or (2 if result.outcome == "lost" else 1)


def _together(tallies: Iterable[Tally]) -> Tally:
    counts: dict[str, int] = {}
    for tally in tallies:
        for name, count in tally.items():
            before = counts.get(name, 0)
            counts[name] = max(before, count) if name.startswith(GREATEST) else before + count
    return counts
