"""Computer players for the tests of the table: one for the game of rounds, and thinkers that fail
on request."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from bot.match.computers import ThinkTask
from engine.games import GAMES
from engine.players.expert import Candidate, Curve, Draw, Expert, Reason
from engine.players.players import EXPERTS
from engine.questions import Part
from tests.bot.rounds import TURNS, State


class RoundsExpert(Expert[State, int]):
    """For the game of rounds."""

    speed = 100
    curve = Curve(turn=0.0, spread=2.0, bend=0.0)

    def candidates(self, state: State) -> Sequence[Candidate[int]]:
        """As many points as it can take."""
        return [Candidate(points, float(10 * points)) for points in (3, 2, 1)]

    def beginner(self, state: State) -> Sequence[Candidate[int]]:
        return self.candidates(state)

    def prospects(self, state: State) -> Sequence[float]:
        return [float(score) for score in state.scores]

    def reasons(self, state: State, move: int) -> tuple[Reason, ...]:
        return ()

    def to_come(self, state: State) -> int:
        return TURNS - state.turn

    def draws(self, state: State, before: State | None) -> Sequence[Draw[State]]:
        return ()


EXPERT = RoundsExpert()


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


class CarelessExpert(Expert[Any, Any]):
    """Plays any game without thinking: always the first choice."""

    speed = 1

    def __init__(self, kind: str) -> None:
        self.game = GAMES[kind]
        self.expert = EXPERTS[kind]
        self.curve = self.expert.curve
        self.luck_left = self.expert.luck_left
        self.errors_left = self.expert.errors_left
        self.errors_together = self.expert.errors_together

    def candidates(self, state: Any) -> Sequence[Candidate[Any]]:
        parts: tuple[Part, ...] = ()
        while (question := self.game.question(state, parts)) is not None:
            parts = (*parts, (question.step, question.choices[0]))
        return [Candidate(self.game.assemble(parts), 0.0)]

    def beginner(self, state: Any) -> Sequence[Candidate[Any]]:
        return self.candidates(state)

    def prospects(self, state: Any) -> Sequence[float]:
        return [float(score) for score in self.game.scores(state)]

    def reasons(self, state: Any, move: Any) -> tuple[Reason, ...]:
        return ()

    def to_come(self, state: Any) -> int:
        return self.expert.to_come(state)

    def draws(self, state: Any, before: Any) -> Sequence[Draw[Any]]:
        return self.expert.draws(state, before)

    def spread(self, state: Any) -> float:
        return self.expert.spread(state)
