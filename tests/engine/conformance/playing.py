"""Whole games of any kind, played at random and kept move by move. Knows no game by name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.games import AnyRules
from engine.questions import Part


@dataclass(frozen=True)
class Step:
    """One move of a game."""

    state: Any
    seat: int
    legal: Sequence[Any]
    """All legal moves, or some of them if there are too many."""
    move: Any
    after: Any
    events: tuple[Any, ...]


@dataclass(frozen=True)
class Played:
    """A game from its beginning to its end."""

    opening: tuple[Any, ...]
    """The events before the first decision."""
    steps: tuple[Step, ...]

    @property
    def states(self) -> list[Any]:
        return [step.state for step in self.steps] + [self.steps[-1].after]


Chooser = Callable[[AnyRules, Any, Sequence[Any]], Any]
Legal = Callable[[Any], Iterable[Any]]
# Every game ends within this many moves.
LONGEST = 1000


def play(
    rules: AnyRules,
    state: Any,
    choose: Chooser,
    legal_moves: Legal,
    opening: tuple[Any, ...] = (),
) -> Played:
    """Play on from a state until the game is over."""
    steps = []
    while (seat := rules.to_act(state)) is not None:
        legal = list(legal_moves(state))
        move = choose(rules, state, legal)
        after, events = rules.apply(state, seat, move)
        steps.append(Step(state, seat, legal, move, after, events))
        state = after
        assert len(steps) < LONGEST, "the game does not end"
    return Played(opening, tuple(steps))


def random_move(rules: AnyRules, state: Any, chance: Random, chosen: Sequence[Part] = ()) -> Any:
    """A legal move that begins with these parts; the rest is chosen at random, question by
    question."""
    parts = list(chosen)
    while (question := rules.question(state, parts)) is not None:
        parts.append((question.step, chance.choice(question.choices)))
    return rules.assemble(parts)


def by_chance(chance: Random) -> Chooser:
    return lambda rules, state, legal: chance.choice(legal)


def greedily(chance: Random, looked_at: int) -> Chooser:
    """Choose, from some random legal moves, the one that gives the most points to anybody."""

    def choose(rules: AnyRules, state: Any, legal: Sequence[Any]) -> Any:
        drawn = dict.fromkeys(chance.choice(legal) for _ in range(looked_at))
        return max(drawn, key=lambda move: count_points(rules, state, move))

    return choose


def elaborately(chance: Random, looked_at: int) -> Chooser:
    """Choose, from some random legal moves, one of the longest in notation, and among these the one
    with most points."""

    def choose(rules: AnyRules, state: Any, legal: Sequence[Any]) -> Any:
        drawn = [most_elaborate(rules, legal), *(chance.choice(legal) for _ in range(looked_at))]
        return max(
            dict.fromkeys(drawn),
            key=lambda move: (words(rules, move), count_points(rules, state, move)),
        )

    return choose


def most_elaborate(rules: AnyRules, legal: Sequence[Any]) -> Any:
    return max(legal, key=lambda move: words(rules, move))


def words(rules: AnyRules, move: Any) -> int:
    text = rules.move_text(move)
    return sum(text.count(sign) for sign in " >,")


def count_points(rules: AnyRules, state: Any, move: Any) -> int:
    seat = rules.to_act(state)
    assert seat is not None
    return sum(rules.points(rules.apply(state, seat, move)[1]))
