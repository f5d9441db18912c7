"""A game as the conformance suite examines it: played at random and by greedy players, from the
usual beginning and from rigged ones."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from random import Random
from typing import Any

from engine.games import AnyRules
from engine.questions import Part, Question
from tests.engine.conformance.adapter import Adapter
from tests.engine.conformance.playing import (
    Played,
    Step,
    by_chance,
    elaborately,
    greedily,
    play,
    random_move,
)

TIMES = int(os.environ.get("CONFORMANCE_TIMES", "1"))
# One in this many states is examined, where not every one is.
SOME = 7
# How many moves are examined where there are too many to list.
WALKS = 25


@dataclass(frozen=True, eq=False)
class Candidate:
    """The rules of a game, and what else is known about it."""

    name: str
    rules: AnyRules
    adapter: Adapter[Any, Any, Any]

    def legal(self, state: Any) -> Sequence[Any]:
        """All legal moves, or always the same few of them."""
        listed = self.adapter.list_moves(state)
        if listed is not None or self.rules.to_act(state) is None:
            return listed or []
        chance = Random(self.rules.snapshots.encode(state))
        return list(dict.fromkeys(random_move(self.rules, state, chance) for _ in range(WALKS)))

    def pick(self, state: Any, number: int) -> Any:
        """A legal move; for the same number always the same."""
        listed = self.adapter.list_moves(state)
        if listed is None:
            return random_move(self.rules, state, Random(number))
        return listed[number % len(listed)]

    def legality(self, state: Any, legal: Sequence[Any]) -> Callable[[Any], bool]:
        """A check for legal moves, by the list of `legal` ones if it has all, or else by the
        questions."""
        chosen = partial(self.adapter.as_chosen, state)
        if self.lists_moves:
            every = frozenset(legal)
            return lambda move: chosen(move) in every
        over = self.rules.to_act(state) is None
        return lambda move: not over and self.asks_for(state, chosen(move))

    @cached_property
    def lists_moves(self) -> bool:
        """True if there are so few legal moves that they can be listed."""
        return self.adapter.list_moves(self.steps()[0].state) is not None

    def asks_for(self, state: Any, move: Any) -> bool:
        """Whether the questions lead to exactly this move."""
        parts = self.rules.parts(move)
        for number, (step, token) in enumerate(parts):
            asked = self.rules.question(state, parts[:number])
            if asked is None or asked.step != step or token not in asked.choices:
                return False
        return self.rules.question(state, parts) is None

    def questions(self, state: Any, parts: Sequence[Part]) -> list[Question]:
        """What is asked on the way to a move."""
        asked = [self.rules.question(state, parts[:number]) for number in range(len(parts))]
        return [question for question in asked if question is not None]

    def played_games(self) -> tuple[Played, ...]:
        return _played_games(self)

    def steps(self, every: int = 1) -> list[Step]:
        """One in `every` steps; the games are offset, so that steps at every ply are included."""
        return [
            step
            for number, played in enumerate(self.played_games())
            for ply, step in enumerate(played.steps)
            if (number + ply) % every == 0
        ]

    def states(self, every: int = 1) -> list[Any]:
        ends = [played.steps[-1].after for played in self.played_games()]
        return [*(step.state for step in self.steps(every)), *ends]

    def seats(self, state: Any) -> range:
        return range(len(self.rules.scores(state)))

    def all_who_look(self, state: Any) -> tuple[int | None, ...]:
        """Spectators, and every seat."""
        return None, *self.seats(state)


@cache
def _played_games(candidate: Candidate) -> tuple[Played, ...]:
    return tuple(_played(candidate))


def _played(candidate: Candidate) -> Iterator[Played]:
    """Every set of options is played from at least one rigged beginning, and every rigged beginning
    with at least one set."""
    rules = candidate.rules
    sets = candidate.adapter.option_sets
    for time in range(TIMES):
        for number, options in enumerate(sets):
            seed = f"{candidate.name}-{number}-{time}"
            chance = Random(seed)
            for choose in (by_chance(chance), greedily(chance, 30)):
                state, opening = rules.begin(seed, options)
                yield play(rules, state, choose, candidate.legal, opening)
            rigged = list(candidate.adapter.beginnings(seed, options))
            for state, opening in rigged[(number + time) % len(rigged) :: len(sets)]:
                yield play(rules, state, elaborately(chance, 30), candidate.legal, opening)
