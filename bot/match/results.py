"""Results of ended games: how each player did, what that does to their rating, and statistics.

A tally is what a game counts in addition to points, under its own names, such as `points.castle`.
Ratings are openskill's, by the Plackett-Luce model: it handles draws and any number of players, and
for two it is the Bradley-Terry model.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Literal, NamedTuple

from openskill.models import PlackettLuce

from bot.match.actions import Done
from bot.match.game import Game, Seat, Status
from bot.process.clock import Millis

# Of a game for one player; `nobody` if it ended without a winner.
Outcome = Literal["won", "shared", "lost", "nobody"]
Tally = Mapping[str, int]
# The prefix of counts for which the greatest value is shown, not the sum.
GREATEST = "most."
# The id under which each level of computer players is rated; no person has it.
COMPUTERS: Mapping[str, int] = {"easy": -1, "medium": -2, "hard": -3}
_MODEL = PlackettLuce()

# A newcomer has finished fewer games of a kind in a server.
FIRST_GAMES = 3
# The rating of a newcomer, as it is shown.
SHOWN_AT_FIRST = 1000
# How much a point of skill is shown as.
SHOWN_A_POINT = 40
# The number of deviations below the mean that count as certain.
SURE = 3.0


@dataclass(frozen=True, slots=True)
class Result:
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
    """The time that the others waited for the player's moves altogether."""
    rated: bool
    change: float | None
    """The change of the player's rating by the game."""
    tally: Tally
    ended_at: Millis


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move and its time. One that was taken back later does not stand."""

    seat: int
    at: Millis
    stands: bool


@dataclass(frozen=True, slots=True)
class TimedNote:
    """Something else that was done with the game, its time, and the ply it led to."""

    done: Done
    at: Millis
    ply: int


@dataclass(frozen=True, slots=True)
class Timeline:
    started_at: Millis
    ended_at: Millis
    moves: Sequence[TimedMove]
    notes: Sequence[TimedNote]


@dataclass(frozen=True, slots=True)
class FinalCounts:
    """Counts by the rules for a game, by seat."""

    scores: Sequence[int]
    places: Sequence[int]
    """For a game that was played to its end."""
    tallies: Sequence[Tally]
    turns: Sequence[int | None]
    """By ply instead: the seat to act after it."""


def results_of(game: Game, timeline: Timeline, counts: FinalCounts) -> tuple[Result, ...]:
    """Make the results by seat, not rated yet."""
    times = thinking_times(timeline, len(game.seats), counts.turns)
    places = places_of(game, counts.places)
    return tuple(
        Result(
            game_id=game.id,
            seat=number,
            user_id=seat.user_id,
            guild_id=game.guild_id,
            kind=game.kind,
            outcome=outcome_of(game, number),
            place=places[number],
            points=counts.scores[number],
            moves=_moves_of(timeline, number),
            thought=times[number],
            rated=False,
            change=None,
            tally=counts.tallies[number],
            ended_at=timeline.ended_at,
        )
        for number, seat in enumerate(game.seats)
    )


def outcome_of(game: Game, seat: int) -> Outcome:
    if not game.winners:
        return "nobody"
    if seat not in game.winners:
        return "lost"
    return "won" if len(game.winners) == 1 else "shared"


def places_of(game: Game, by_rules: Sequence[int]) -> Sequence[int | None]:
    """Rank the seats; the rules rank a game that was played to its end. One that ended early was
    won by those who stayed; all who left, the last of them too, share the place behind them."""
    if not game.winners:
        return [None] * len(game.seats)
    if game.status is Status.FINISHED:
        return by_rules
    last_place = 1 + len(game.winners)
    return [1 if number in game.winners else last_place for number in range(len(game.seats))]


def counts_for_ratings(game: Game, timeline: Timeline) -> bool:
    """Check whether a game that was meant to be rated can be: somebody won, each seat had a
    different person or level of computer players, and each of them moved and kept the seat."""
    people = {rated_as(seat) for seat in game.seats}
    # Before the start an invitation can pass to another person, who then plays the whole game.
    since_start = dropwhile(lambda note: note.done is not Done.STARTED, timeline.notes)
    return (
        game.rated
        and bool(game.winners)
        and None not in people
        and len(people) == len(game.seats)
        and all(_moves_of(timeline, number) for number in range(len(game.seats)))
        and not any(note.done is Done.HANDED_OVER for note in since_start)
    )


def gains_nothing(game: Game, seat: int) -> bool:
    """Check whether a game that counts leaves the rating of this seat as it is: a computer
    player's, if the people of a game of more than two all left it to computer players. They did not
    win it by playing; those who left have lost it all the same."""
    left_to_computers = (
        game.status is not Status.FINISHED
        and len(game.seats) > 2
        and all(game.seats[number].computer is not None for number in game.winners)
    )
    return left_to_computers and game.seats[seat].computer is not None


def rated_as(seat: Seat) -> int | None:
    """Find the id under which a seat's player is rated; None for a person whose data was erased."""
    return seat.user_id if seat.computer is None else COMPUTERS[seat.computer]


def thinking_times(timeline: Timeline, seats: int, turns: Sequence[int | None]) -> list[Millis]:
    """Add up the time that the others waited for the moves of each seat that stand. A pause does
    not count, and the wait starts over after a move was taken back, or when the player waited for
    left."""
    times = [0] * seats
    since = timeline.started_at
    paused_at: Millis | None = None
    # A player leaving comes before the moves that orders play because of it at the same moment.
    events: list[TimedMove | TimedNote] = [*timeline.notes, *timeline.moves]
    for event in sorted(events, key=lambda event: event.at):
        match event:
            case TimedMove():
                if event.stands:
                    times[event.seat] += max(0, event.at - since)
                since = event.at
            case TimedNote(done=Done.TAKEN_BACK):
                since = event.at
            case TimedNote(done=Done.LEFT | Done.PASSED_OVER, ply=ply):
                if turns[ply] != turns[ply - 1]:
                    since = event.at if paused_at is None else paused_at
            case TimedNote(done=Done.PAUSED | Done.ADJOURNED | Done.HALTED):
                paused_at = event.at if paused_at is None else paused_at
            case TimedNote(done=Done.RESUMED):
                since += 0 if paused_at is None else event.at - paused_at
                paused_at = None
            case TimedNote():
                pass
    return times


def _moves_of(timeline: Timeline, seat: int) -> int:
    return sum(move.stands and move.seat == seat for move in timeline.moves)


class Skill(NamedTuple):
    """An estimate of strength: a mean, and how far off it may be."""

    mu: float
    sigma: float


NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)


def shown_rating(skill: Skill) -> int:
    """Compute the rating that people see: the strength that is practically certain. A newcomer has
    1000."""
    return round(SHOWN_AT_FIRST + SHOWN_A_POINT * (skill.mu - SURE * skill.sigma))


def rate_game(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Compute the players' skills after a game in which they finished in these places."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    ranks = [float(place) for place in places]
    return tuple(Skill(rating.mu, rating.sigma) for (rating,) in _MODEL.rate(teams, ranks=ranks))


class CountedResult(NamedTuple):
    """A result with what else is told of it in statistics."""

    result: Result
    has_expansions: bool
    """The game was played with expansions."""
    accuracy: float | None
    """In percent; None without a current review, or if no move offered a choice."""
    luck: float | None
    """The points brought by luck; None without a current review."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Results of two players against each other in the games both played, which had two players or
    more: in how many each of them finished ahead of the other."""

    games: int = 0
    first: int = 0
    second: int = 0
    level: int = 0
    """Both in the same place. Games without a winner are not included."""
    of_two: bool = True
    """Nobody else played in any of them."""


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
    """The number of games reviewed."""
    accuracy: float | None = None
    """The player's average accuracy in these, in percent."""
    luck: float | None = None
    """The average points brought by luck in these."""


@dataclass(frozen=True, slots=True)
class StatisticsByGames:
    """A player's games in one server, those with expansions apart from the others: their points and
    reviews must not be compared."""

    every: Statistics
    base: Statistics
    """Of the games without expansions."""
    expanded: Statistics
    """Of the games with expansions."""

    @property
    def main(self) -> Statistics:
        """Those that are told in full: of the games without expansions, if there are any."""
        return self.base if self.base.games else self.expanded


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    place: int
    """Equal for players with the same rating."""
    user_id: int
    name: str
    rating: int
    played: int
    won: int
    shared: int


def sum_by_games(counted_results: Sequence[CountedResult]) -> StatisticsByGames:
    return StatisticsByGames(
        every=sum_results(counted_results),
        base=sum_results([counted for counted in counted_results if not counted.has_expansions]),
        expanded=sum_results([counted for counted in counted_results if counted.has_expansions]),
    )


def sum_results(counted_results: Sequence[CountedResult]) -> Statistics:
    results = [counted.result for counted in counted_results]
    outcomes = [result.outcome for result in results]
    accuracies = [counted.accuracy for counted in counted_results if counted.accuracy is not None]
    lucks = [counted.luck for counted in counted_results if counted.luck is not None]
    return Statistics(
        games=len(results),
        won=outcomes.count("won"),
        shared=outcomes.count("shared"),
        lost=outcomes.count("lost"),
        points=sum(result.points for result in results),
        most_points=max((result.points for result in results), default=0),
        moves=sum(result.moves for result in results),
        thought=sum(result.thought for result in results),
        tally=add_tallies(result.tally for result in results),
        reviewed=len(lucks),
        accuracy=mean(accuracies),
        luck=mean(lucks),
    )


def mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def head_to_head(games: Collection[Sequence[Result]], first_id: int, second_id: int) -> HeadToHead:
    """Compare two players by the results of all seats of each game that both played."""
    people = [{result.user_id: result for result in results} for results in games]
    comparisons = [
        _compare_results(by_person[first_id], by_person[second_id]) for by_person in people
    ]
    return HeadToHead(
        games=len(games),
        first=comparisons.count(1),
        second=comparisons.count(-1),
        level=comparisons.count(0),
        of_two=all(len(results) == 2 for results in games),
    )


def _compare_results(first: Result, second: Result) -> int | None:
    """Return 1 when the first finished ahead of the second, -1 when behind, 0 when level; None for
    a game without a winner."""
    if first.outcome == second.outcome == "nobody":
        return None
    first_place, second_place = (
        result.place or (2 if result.outcome == "lost" else 1) for result in (first, second)
    )
    return (second_place > first_place) - (second_place < first_place)


def add_tallies(tallies: Iterable[Tally]) -> Tally:
    """Add up the tallies by name, except for those of which the greatest counts."""
    counts: dict[str, int] = {}
    for tally in tallies:
        for name, count in tally.items():
            before = counts.get(name, 0)
            counts[name] = max(before, count) if name.startswith(GREATEST) else before + count
    return counts
