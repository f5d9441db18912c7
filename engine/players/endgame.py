"""Searches the end of a game through: every move, all its possible outcomes with their chances, and
the replies with which each player ends furthest ahead of the best of the others."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.players.expert import Candidate, EndRules, Expert, lead
from engine.players.tiles import S, stack
from engine.rules import M, Rules

# An end begins with at most this many tiles left to be drawn.
FARTHEST = 3
# The number of moves that can be weighed in the time that it takes to make one.
MADE = 4
# The points by which each seat is expected to end ahead of the best of the others.
Leads = tuple[float, ...]


class OverBudget(Exception):
    """More positions would be needed than the budget allows."""


@dataclass(slots=True)
class Endgame(Generic[S, M]):
    rules: Rules[S, M, Any, Any]
    expert: Expert[S, M]
    end: EndRules[S, M]
    budget: int
    positions: int = 0
    width: int = 1
    """The number of replies tried, the best at first sight."""
    narrowed: bool = False
    """Some replies were left out."""
    leads: list[float] = field(default_factory=list)
    """The lead that each candidate brings, as far as it is worked out."""

    def is_within_reach(self, state: S, moves: int, replies: int) -> bool:
        """True if this many moves can be searched through with the best reply to each, if there are
        this many replies to weigh every time and all tiles are different."""
        orders = 1
        ways = 0
        for left in range(len(stack(state)), 0, -1):
            orders *= left
            ways += orders
        return moves * (MADE + ways * replies) * self.end.cost <= self._limit

    def search(self, state: S, candidates: Sequence[Candidate[M]]) -> Sequence[float]:
        """Find the lead that each candidate brings: with only the best reply to each, then with
        twice as many while the budget lasts. Empty if the budget is too small for one."""
        seat = self.rules.to_act(state)
        assert seat is not None
        try:
            while not self.leads or self.narrowed:
                self.narrowed = False
                self.leads = [
                    self._leads_after(state, candidate.move)[seat] for candidate in candidates
                ]
                self.width *= 2
        except OverBudget:
            pass
        return self.leads

    @property
    def _limit(self) -> float:
        """Only half of the budget until something is found, so that enough is left to look ahead as
        usual."""
        return self.budget if self.leads else self.budget / 2

    def _leads_after(self, state: S, move: M) -> Leads:
        outcomes = self.end.outcomes(state, move)
        self._spend(MADE * len(outcomes))
        each = [(chance, self._best_leads(after)) for chance, after in outcomes]
        return tuple(
            sum(chance * leads[seat] for chance, leads in each) for seat in range(len(each[0][1]))
        )

    def _best_leads(self, state: S) -> Leads:
        seat = self.rules.to_act(state)
        if seat is None:
            scores = self.rules.scores(state)
            return tuple(lead(scores, other) for other in range(len(scores)))
        replies = self.expert.candidates(state)
        self._spend(len(replies))
        if not stack(state):
            replies = replies[:1]
        elif len(replies) > self.width:
            replies = replies[: self.width]
            self.narrowed = True
        after = (self._leads_after(state, reply.move) for reply in replies)
        return max(after, key=lambda leads: leads[seat])

    def _spend(self, moves: int) -> None:
        self.positions += moves * self.end.cost
        if self.positions > self._limit:
            raise OverBudget
