"""Computer players for the tests of the table: one for the game of rounds, and thinkers that fail
on request."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

from bot.match.computers import ThinkTask
from engine.games import GAMES
from engine.players.expert import Candidate, Curve, Expert
from engine.players.players import EXPERTS
from engine.questions import Part
from tests.bot.rounds import TURNS, State


def _greedy(state: State) -> Sequence[Candidate[Any]]:
    """As many points as it can take."""
    return [Candidate(points, float(10 * points)) for points in (3, 2, 1)]


# For the game of rounds.
EXPERT: Expert[State, int] = Expert(
    speed=100,
    candidates=_greedy,
    beginner=_greedy,
    prospects=lambda state: [float(score) for score in state.scores],
    reasons=lambda state, move: (),
    curve=Curve(turn=0.0, spread=2.0, bend=0.0),
    to_come=lambda state: TURNS - state.turn,
    draws=lambda state, before: (),
)


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


def careless(kind: str) -> Expert[Any, Any]:
    """Plays any game without thinking: always the first choice."""
    rules = GAMES[kind]

    def candidates(state: Any) -> Sequence[Candidate[Any]]:
        parts: tuple[Part, ...] = ()
        while (question := rules.question(state, parts)) is not None:
            parts = (*parts, (question.step, question.choices[0]))
        return [Candidate(rules.assemble(parts), 0.0)]

    return replace(
        EXPERTS[kind],
        speed=1,
        candidates=candidates,
        beginner=candidates,
        prospects=lambda state: [float(score) for score in rules.scores(state)],
        reasons=lambda state, move: (),
        rollout=None,
        outcomes=None,
    )
