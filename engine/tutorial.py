"""A tutorial: a game learnt by playing, in exercises. Each is a prepared position in which one move
is asked for, with what the likely moves are answered with.

The exercises are data. Their positions are invented, but played by the rules from an arranged order
of what is drawn, so nothing in them could not happen.
"""

import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from importlib.resources import files
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, convert

from engine.rules import Rules

S = TypeVar("S")
T = TypeVar("T")

# The name of the answer to the move that was asked for.
RIGHT = "right"


class Outcome(NamedTuple):
    """What a move does, as far as an answer can say something of it."""

    move: str
    points: tuple[int, ...]
    at_end: tuple[int, ...]
    supply: int
    events: Collection[str]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What some moves are answered with: those that look like one of `moves` and do what is said
    here. What is not said can be anything."""

    name: str
    """`right` for the move that is asked for. It is the name of the text, too."""
    moves: tuple[str, ...] = ("*",)
    """In notation, where `*` stands for anything."""
    points: tuple[int, ...] | None = None
    """The points that each seat scores at once."""
    at_end: tuple[int, ...] | None = None
    """Everybody's points if the game ended with the move."""
    supply: int | None = None
    """The followers, or the cards in hand, that its player has left afterwards."""
    events: tuple[str, ...] = ()
    """The names of events that it makes happen."""

    def fits(self, outcome: Outcome) -> bool:
        return (
            any(fnmatchcase(outcome.move, pattern) for pattern in self.moves)
            and self.points in (None, outcome.points)
            and self.at_end in (None, outcome.at_end)
            and self.supply in (None, outcome.supply)
            and all(event in outcome.events for event in self.events)
        )


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    draws: str
    """What is drawn first, as its game writes it."""
    answers: tuple[Answer, ...]
    """The first that fits counts, and the last for every other move; what that one says of them is
    only a claim. One of them is right."""
    moves: tuple[str, ...] = ()
    """The moves that led to the position."""
    last: bool = False
    """There is nothing to draw but this."""


@dataclass(frozen=True)
class Tutorial(Generic[S]):
    """The exercises of a game, in `data/tutorial.toml` of its package."""

    rules: Rules[S, Any, Any, Any]
    begin: Callable[[str, bool], S]
    """Begin a game of two in which this is drawn first, or nothing but this; the first seat is that
    of the person who learns."""
    package: str
    count_supply: Callable[[S, int], int]
    """Count the followers, or the cards, that a seat has left to play with."""

    @cached_property
    def exercises(self) -> Sequence[Exercise]:
        text = files(self.package).joinpath("data/tutorial.toml").read_text("utf-8")
        return convert(tomllib.loads(text)["exercises"], tuple[Exercise, ...])

    def position(self, exercise: Exercise) -> S:
        """Play up to the position. Slow: never on an event loop."""
        return self.rules.play(self.begin(exercise.draws, exercise.last), exercise.moves)

    def answer(self, exercise: Exercise, move: str) -> Answer:
        """Find what a legal move is answered with. As slow."""
        outcome = self.outcome(self.position(exercise), move)
        *others, last_answer = exercise.answers
        return next((answer for answer in others if answer.fits(outcome)), last_answer)

    def outcome(self, before: S, move: str) -> Outcome:
        rules = self.rules
        seat = rules.to_act(before)
        assert seat is not None, "the position is over"
        after, events = rules.apply(before, seat, rules.parse_move(move))
        known_events = rules.known_in_advance(events)
        is_over = rules.to_act(after) is None
        return Outcome(
            move,
            rules.points(known_events),
            rules.scores(after if is_over else rules.end_now(after)),
            self.count_supply(after, seat),
            {type(event).__name__ for event in known_events},
        )


def put_first(order: Sequence[T], first: Sequence[T]) -> tuple[T, ...]:
    """Rearrange an order so that it begins with these, which have to be in it."""
    rest = list(order)
    for item in first:
        rest.remove(item)
    return (*first, *rest)
