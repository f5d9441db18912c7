"""How each player came out of a game that has ended, from the game and its log. Pure.

Knows no game and no store; what a game counts besides the points is given.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from bot.match.actions import Done
from bot.match.game import Game
from bot.match.results.statistics import Outcome, Result, Tally
from bot.process.clock import Moment


@dataclass(frozen=True, slots=True)
class Played:
    """A move at its time. One that was taken back later does not stand."""

    seat: int
    at: Moment
    stands: bool


@dataclass(frozen=True, slots=True)
class Noted:
    """Something else that was done with the game, at its time."""

    done: Done
    at: Moment


@dataclass(frozen=True, slots=True)
class Course:
    """A game's course in time."""

    started_at: Moment
    ended_at: Moment
    moves: Sequence[Played]
    notes: Sequence[Noted]


def results_of(
    game: Game, course: Course, scores: Sequence[int], tallies: Sequence[Tally]
) -> tuple[Result, ...]:
    """By seat, not rated yet."""
    thought = thought_in(course, len(game.seats))
    return tuple(
        Result(
            game_id=game.id,
            seat=number,
            user_id=seat.user_id,
            guild_id=game.guild_id,
            kind=game.kind,
            outcome=outcome_of(game, number),
            points=scores[number],
            moves=_moves_of(course, number),
            thought=thought[number],
            rated=False,
            change=None,
            tally=tallies[number],
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


def counts_for_ratings(game: Game, course: Course) -> bool:
    """Whether a game that was to be rated is: somebody won, each seat had a person of its own, and
    each of them played it from the first move to the last."""
    people = {seat.user_id for seat in game.seats}
    return (
        game.rated
        and bool(game.winners)
        and None not in people
        and len(people) == len(game.seats)
        and all(_moves_of(course, number) for number in range(len(game.seats)))
        and not any(note.done is Done.HANDED_OVER for note in _since_the_start(course.notes))
    )


def _since_the_start(notes: Iterable[Noted]) -> Iterable[Noted]:
    """Before it, an invitation can go to somebody else, who then plays the whole game."""
    return dropwhile(lambda note: note.done is not Done.STARTED, notes)


def thought_in(course: Course, seats: int) -> list[Moment]:
    """How long the others waited for the moves of each seat that stand. A pause is not waiting,
    and after a move was taken back it begins anew."""
    thought = [0] * seats
    since = course.started_at
    paused_at: Moment | None = None
    for one in _in_time(course):
        match one:
            case Played():
                if one.stands:
                    thought[one.seat] += max(0, one.at - since)
                since = one.at
            case Noted(done=Done.TAKEN_BACK):
                since = one.at
            case Noted(done=Done.PAUSED | Done.ADJOURNED | Done.HALTED):
                paused_at = one.at if paused_at is None else paused_at
            case Noted(done=Done.RESUMED):
                since += 0 if paused_at is None else one.at - paused_at
                paused_at = None
            case Noted():
                pass
    return thought


def _in_time(course: Course) -> Iterable[Played | Noted]:
    return sorted([*course.moves, *course.notes], key=lambda one: one.at)


def _moves_of(course: Course, seat: int) -> int:
    return sum(move.stands and move.seat == seat for move in course.moves)
