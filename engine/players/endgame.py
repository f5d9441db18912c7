"""Searches the end of a game through: every move, all its possible outcomes with their chances, and
the replies with which each player ends furthest ahead of the best of the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic

from engine.errors import IllegalMove
from engine.players.expert import Candidate, EndRules, Expert, lead
from engine.players.tiles import S, stack
from engine.rules import M, Rules

# An end begins with at most this many tiles left to be drawn.
FARTHEST = 2
# The replies tried to the best moves before more are tried to any of them.
WIDTH = 8
# So many of the best moves are worked out, as many as a hint shows.
WORKED_OUT = 3
# So many of the latest best moves are remembered.
REMEMBERED = 4
# Where a player takes another turn, this many turns are tried, the best at first sight.
ANOTHER_TURN = 3
# The points by which each seat is expected to end ahead of the best of the others.
Leads = tuple[float, ...]


@dataclass(slots=True)
class Decision(Generic[S, M]):
    """A position that a move may lead to, and the replies tried there so far."""

    chance: float
    state: S
    leads: Leads = ()
    """After the best of the replies tried, for the player who replies."""
    untried: list[M] | None = None
    """The other replies, the best at first sight last; None until they are weighed."""
    tried: int = 0

    @property
    def is_exact(self) -> bool:
        return self.untried == []

    def is_narrow(self, width: int) -> bool:
        """True if fewer replies were tried, but there are more."""
        return self.tried < width and not self.is_exact


@dataclass(slots=True)
class Line(Generic[S, M]):
    """A move with the decisions that it may lead to."""

    move: M
    decisions: Sequence[Decision[S, M]]

    @property
    def is_exact(self) -> bool:
        return all(decision.is_exact for decision in self.decisions)

    def worth(self, seat: int) -> float:
        return sum(decision.chance * decision.leads[seat] for decision in self.decisions)

    def narrow(self, width: int) -> Sequence[Decision[S, M]]:
        """List the decisions at which more replies are to be tried."""
        return [decision for decision in self.decisions if decision.is_narrow(width)]


@dataclass(slots=True)
class Endgame(Generic[S, M]):
    """A search of one position. Between two players, the replies tried so far show how much a move
    brings at most, so only the moves that look best are worked out, and the others need not be."""

    rules: Rules[S, M, Any, Any]
    expert: Expert[S, M]
    end: EndRules[S, M]
    budget: int
    positions: int = 0
    is_exact: bool = False
    """No other move brings more than the best."""
    is_narrowed: bool = False
    """Some turns were left out where a player takes another turn."""
    strong: dict[tuple[str, int, str | None], list[M]] = field(default_factory=dict)
    """The latest best moves of each seat, by the phase and the tile to be laid."""

    def search(
        self, state: S, candidates: Sequence[Candidate[M]], least: int, besides: M | None = None
    ) -> list[Line[S, M]]:
        """Find the lead that the moves bring, the best first: with one reply to each to begin with,
        and none at all if half of the budget does not last for the `least` number of moves.
        `besides` is a move that is worked out whatever it brings."""
        seat = self.rules.to_act(state)
        assert seat is not None
        waiting = list(reversed(candidates))
        lines: list[Line[S, M]] = []
        # With several tiles left, enough must be left to look ahead as usual.
        most = self.budget / 2 if len(stack(state)) > 1 else self.budget
        while waiting and self.positions < most:
            lines.append(self._begin(state, waiting.pop().move))
        if len(lines) < min(least, len(candidates)):
            return []
        wanted = [line for line in lines if line.move == besides]
        for number in (1, WORKED_OUT):
            self._work_out(lines, seat, number, wanted)
            while waiting and self.positions < self.budget:
                lines.append(self._begin(state, waiting.pop().move))
                self._work_out(lines, seat, number, wanted)
        lines.sort(key=lambda line: (bool(line.narrow(WIDTH)), -line.worth(seat)))
        self.is_exact = (
            not waiting
            and not self.is_narrowed
            and lines[0].is_exact
            and all(
                self._is_bounded(line, seat) and line.worth(seat) <= lines[0].worth(seat)
                for line in lines
            )
        )
        return lines

    def _begin(self, state: S, move: M) -> Line[S, M]:
        """Try one reply to a move; several where its own player is to act again."""
        seat = self.rules.to_act(state)
        line = Line(move, self._decisions(state, move))
        for decision in line.decisions:
            self._try_next(decision)
            while self.rules.to_act(decision.state) == seat and decision.is_narrow(WIDTH):
                self._try_next(decision)
        return line

    def _work_out(
        self, lines: list[Line[S, M]], seat: int, number: int, wanted: Sequence[Line[S, M]]
    ) -> None:
        """Try more replies to the best so many moves, and to those wanted besides, until all of
        them are exact or the budget is spent."""
        width = WIDTH
        while self.positions < self.budget:
            lines.sort(key=lambda line: (-line.worth(seat), not line.is_exact))
            foremost = [*lines[:number], *wanted]
            if all(line.is_exact for line in foremost):
                return
            behind = next((line for line in foremost if line.narrow(width)), None)
            if behind is None:
                width *= 2
                continue
            for decision in behind.narrow(width):
                self._try_next(decision)

    def _is_bounded(self, line: Line[S, M], seat: int) -> bool:
        """The move brings this seat no more than it seems to: replies that are still to be tried
        are the opponent's."""
        return all(
            decision.is_exact
            or not (self._is_crowded(decision.state) or self.rules.to_act(decision.state) == seat)
            for decision in line.decisions
        )

    def _decisions(self, state: S, move: M) -> Sequence[Decision[S, M]]:
        outcomes = self.end.outcomes(state, move)
        self._count(self.end.made * len(outcomes))
        return [Decision(chance, after) for chance, after in outcomes]

    def _try_next(self, decision: Decision[S, M]) -> None:
        """Try one more reply: first the one that was best elsewhere, then the best at first sight.
        With no tile left, all are weighed exactly at once."""
        state = decision.state
        seat = self.rules.to_act(state)
        if seat is None:
            decision.leads = self._final_leads(state)
            decision.untried = []
            return
        if decision.untried is None and not decision.tried:
            leads = next(self._leads_after_strong(state, seat, inf), None)
            if leads is not None:
                decision.leads = leads
                decision.tried = 1
                return
        if decision.untried is None:
            replies = self.expert.candidates(state)
            self._count(len(replies))
            if not stack(state):
                decision.leads = self._last_leads(state, replies[0])
                decision.untried = []
                return
            decision.untried = [reply.move for reply in reversed(replies)]
        reply = decision.untried.pop()
        decision.tried += 1
        after = self._decisions(state, reply)
        if decision.leads and self._cannot_bring_more(after, seat, decision.leads):
            return
        leads = self._expected_leads(after)
        if not decision.leads or leads[seat] > decision.leads[seat]:
            decision.leads = leads
            self._remember(state, reply)

    def _cannot_bring_more(
        self, decisions: Sequence[Decision[S, M]], seat: int, leads: Leads
    ) -> bool:
        """A reply that led to these decisions is no better for this seat, as turns show that were
        best for the opponent elsewhere."""
        most = 0.0
        for decision in decisions:
            state = decision.state
            if stack(state) or self.rules.to_act(state) == seat:
                return False
            enough = leads[seat] if len(decisions) == 1 else -inf
            found = min(
                (after[seat] for after in self._leads_after_strong(state, seat, enough)),
                default=inf,
            )
            most += decision.chance * found
        return most <= leads[seat]

    def _leads_after_strong(self, state: S, seat: int, enough: float) -> Iterator[Leads]:
        """Find the leads after the moves that were best elsewhere, as far as they are possible,
        until one leaves this seat no more than enough. Among more than two players they would not
        show how much the others get at most."""
        to_act = self.rules.to_act(state)
        if to_act is None:
            yield self._final_leads(state)
            return
        if self._is_crowded(state):
            return
        for move in self.strong.get((state.phase, to_act, state.drawn), ()):
            try:
                if stack(state):
                    leads = self._expected_leads(self._decisions(state, move))
                else:
                    self._count(self.end.made)
                    leads = tuple(self.end.last_leads(state, move))
            except IllegalMove:
                continue
            yield leads
            if leads[seat] <= enough:
                return

    def _expected_leads(self, decisions: Sequence[Decision[S, M]]) -> Leads:
        each = [(decision.chance, self._best_leads(decision.state)) for decision in decisions]
        return tuple(
            sum(chance * leads[seat] for chance, leads in each) for seat in range(len(each[0][1]))
        )

    def _best_leads(self, state: S) -> Leads:
        seat = self.rules.to_act(state)
        if seat is None:
            return self._final_leads(state)
        replies = self.expert.candidates(state)
        self._count(len(replies))
        if not stack(state):
            return self._last_leads(state, replies[0])
        self.is_narrowed |= len(replies) > ANOTHER_TURN
        after = [
            self._expected_leads(self._decisions(state, reply.move))
            for reply in replies[:ANOTHER_TURN]
        ]
        return max(after, key=lambda leads: leads[seat])

    def _last_leads(self, state: S, last: Candidate[M]) -> Leads:
        """Find the leads after the best of the last turns, whose worth is exact."""
        self._remember(state, last.move)
        if self._is_crowded(state):
            self._count(self.end.made)
            return tuple(self.end.last_leads(state, last.move))
        if self.rules.to_act(state) == 0:
            return (last.worth, -last.worth)
        return (-last.worth, last.worth)

    def _final_leads(self, state: S) -> Leads:
        scores = self.rules.scores(state)
        return tuple(lead(scores, seat) for seat in range(len(scores)))

    def _remember(self, state: S, move: M) -> None:
        seat = self.rules.to_act(state)
        assert seat is not None
        kind = (state.phase, seat, state.drawn)
        others = [other for other in self.strong.get(kind, ()) if other != move]
        self.strong[kind] = [move, *others[: REMEMBERED - 1]]

    def _is_crowded(self, state: S) -> bool:
        """More than two players take part."""
        return len(self.rules.scores(state)) > 2

    def _count(self, moves: int) -> None:
        self.positions += moves * self.end.cost
