"""Computer players for the tests of the table: one for the game of rounds, and thinkers that fail
on request."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from bot.match.life.computers import ThinkTask
from engine.games import GAMES
from engine.players.expert import Expert
from engine.players.hindsight import Curve, Draw
from engine.players.judgement import Candidate
from engine.players.players import EXPERTS
from engine.players.thought import Reason
from engine.questions import Part
from tests.bot.rounds import TURNS, State


class Greedy:
    """Takes as many points as it can."""

    speed = 100

    def candidates(self, state: State) -> Sequence[Candidate]:
        return [Candidate(points, float(10 * points)) for points in (3, 2, 1)]

    def prospects(self, state: State) -> Sequence[float]:
        return [float(score) for score in state.scores]

    def reasons(self, state: State, move: int) -> tuple[Reason, ...]:
        return ()


class Foresight:
    """What can be known about the end of a game of rounds."""

    curve = Curve(turn=0.0, spread=2.0, bend=0.0)

    def to_come(self, state: State) -> int:
        return TURNS - state.turn

    def draws(self, state: State, before: State | None) -> Sequence[Draw]:
        return ()


EXPERT = Expert(Greedy(), Foresight())
"""For the game of rounds."""


@dataclass
class Here:
    """Thinks in threads of the test process."""

    count: int = 1
    turns: list[ThinkTask] = field(default_factory=list)
    """The turn that each piece of work was given."""
    failures: list[Exception] = field(default_factory=list)
    """Errors that the next pieces of work end with, before they are done."""
    wait: Event | None = None
    """Until this is set, no thought is finished."""

    def run(self, work: Callable[[], str], /) -> str:
        self.turns.append(work.args[0])  # type: ignore[attr-defined]
        if self.failures:
            raise self.failures.pop(0)
        if self.wait is not None:
            self.wait.wait()
        return work()

    async def begun(self, pieces: int = 1) -> None:
        while len(self.turns) < pieces:
            await asyncio.sleep(0.001)


class Careless:
    """Plays any game without thinking: always the first choice."""

    speed = 1

    def __init__(self, kind: str) -> None:
        self._rules = GAMES[kind]

    def candidates(self, state: Any) -> Sequence[Candidate]:
        parts: tuple[Part, ...] = ()
        while (question := self._rules.question(state, parts)) is not None:
            parts = (*parts, (question.step, question.choices[0]))
        return [Candidate(self._rules.assemble(parts), 0.0)]

    def prospects(self, state: Any) -> Sequence[float]:
        return [float(score) for score in self._rules.scores(state)]

    def reasons(self, state: Any, move: Any) -> tuple[Reason, ...]:
        return ()


def careless(kind: str) -> Expert:
    return Expert(Careless(kind), EXPERTS[kind].hindsight)
