"""How each player did in an ended game, from the game and its log. Pure.

Knows no game and no store; what a game counts in addition to points is passed in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from bot.match.actions import Done
from bot.match.game import Game, Seat, Status
from bot.match.results.statistics import Outcome, Result, Tally
from bot.process.clock import Millis

COMPUTERS: Mapping[str, int] = {"easy": -1, "medium": -2, "hard": -3}
"""The id under which each level of computer players is rated; no person has it."""


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
    """The course of a game over time."""

    started_at: Millis
    ended_at: Millis
    moves: Sequence[TimedMove]
    notes: Sequence[TimedNote]


@dataclass(frozen=True, slots=True)
class FinalCounts:
    """What the rules say about a game, by seat."""

    scores: Sequence[int]
    places: Sequence[int]
    """For a game that was played to its end."""
    tallies: Sequence[Tally]
    turns: Sequence[int | None]
    """By ply instead: the seat to act after it."""


def results_of(game: Game, course: Timeline, counted: FinalCounts) -> tuple[Result, ...]:
    """By seat, not rated yet."""
    thought = thinking_times(course, len(game.seats), counted.turns)
    places = places_of(game, counted.places)
    return tuple(
        Result(
            game_id=game.id,
            seat=number,
            user_id=seat.user_id,
            guild_id=game.guild_id,
            kind=game.kind,
            outcome=outcome_of(game, number),
            place=places[number],
            points=counted.scores[number],
            moves=_moves_of(course, number),
            thought=thought[number],
            rated=False,
            change=None,
            tally=counted.tallies[number],
            ended_at=course.ended_at,
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
    """The rules rank a game that was played to its end. One that ended early was won by those who
    stayed; all who left, the last of them too, share the place behind them."""
    if not game.winners:
        return [None] * len(game.seats)
    if game.status is Status.FINISHED:
        return by_rules
    last = 1 + len(game.winners)
    return [1 if number in game.winners else last for number in range(len(game.seats))]


def counts_for_ratings(game: Game, course: Timeline) -> bool:
    """Whether a game that was meant to be rated can be: somebody won, each seat had a different
    person or level of computer players, and each of them moved and kept the seat."""
    people = {rated_as(seat) for seat in game.seats}
    return (
        game.rated
        and bool(game.winners)
        and None not in people
        and len(people) == len(game.seats)
        and all(_moves_of(course, number) for number in range(len(game.seats)))
        and not any(note.done is Done.HANDED_OVER for note in _since_the_start(course.notes))
    )


def gains_nothing(game: Game, seat: int) -> bool:
    """Whether a game that counts leaves the rating of this seat as it is: a computer player's, if
    the people of a game of more than two all left it to computer players. They did not win it by
    playing; those who left have lost it all the same."""
    left_to_computers = (
        game.status is not Status.FINISHED
        and len(game.seats) > 2
        and all(game.seats[number].computer is not None for number in game.winners)
    )
    return left_to_computers and game.seats[seat].computer is not None


def rated_as(seat: Seat) -> int | None:
    """The id under which a seat's player is rated; None for a person whose data was erased."""
    return seat.user_id if seat.computer is None else COMPUTERS[seat.computer]


def _since_the_start(notes: Iterable[TimedNote]) -> Iterable[TimedNote]:
    """Before the start an invitation can pass to another person, who then plays the whole game."""
    return dropwhile(lambda note: note.done is not Done.STARTED, notes)


def thinking_times(course: Timeline, seats: int, turns: Sequence[int | None]) -> list[Millis]:
    """How long the others waited for the moves of each seat that stand. A pause does not count, and
    the wait starts over after a move was taken back, or when the player waited for left."""
    thought = [0] * seats
    since = course.started_at
    paused_at: Millis | None = None
    for one in _in_time(course):
        match one:
            case TimedMove():
                if one.stands:
                    thought[one.seat] += max(0, one.at - since)
                since = one.at
            case TimedNote(done=Done.TAKEN_BACK):
                since = one.at
            case TimedNote(done=Done.LEFT | Done.PASSED_OVER, ply=ply):
                if turns[ply] != turns[ply - 1]:
                    since = one.at if paused_at is None else paused_at
            case TimedNote(done=Done.PAUSED | Done.ADJOURNED | Done.HALTED):
                paused_at = one.at if paused_at is None else paused_at
            case TimedNote(done=Done.RESUMED):
                since += 0 if paused_at is None else one.at - paused_at
                paused_at = None
            case TimedNote():
                pass
    return thought


def _in_time(course: Timeline) -> Iterable[TimedMove | TimedNote]:
    """A player leaving comes before the moves that orders play because of it at the same moment."""
    return sorted([*course.notes, *course.moves], key=lambda one: one.at)


def _moves_of(course: Timeline, seat: int) -> int:
    return sum(move.stands and move.seat == seat for move in course.moves)
