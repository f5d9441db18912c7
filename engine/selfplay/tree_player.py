"""A player by Monte Carlo tree search, to measure the experts against one of another kind: it knows
nothing of a game but its rules, and shares none of their blind spots. Moves are played on at random
for a while, and the position is then counted as if the game ended there.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random
from typing import Any, Generic

from engine.players.expert import lead
from engine.rules import M, Rules, S

# The random moves after the tree. With ten, chance drowns what a farmer is worth.
PLAYED_ON = 4
# The weight of trying what has been tried little.
EXPLORATION = 0.5
# The lead, in points, from which winning is nearly three times as likely as losing.
SPREAD = 12.0
# The moves compared in a game that does not list its legal ones.
SAMPLED = 60


@dataclass(slots=True)
class Branch(Generic[M]):
    """A move in the tree."""

    visits: int = 0
    worth: float = 0.0
    """The sum over its visits, each from 0 for a loss to 1 for a win."""
    after: dict[str | None, "Node[M]"] = field(default_factory=dict)
    """The decisions that it led to, by what was drawn."""


@dataclass(slots=True)
class Node(Generic[M]):
    """A decision of a seat in the tree."""

    seat: int
    untried: list[M] | None = None
    """The moves that have not been tried, in random order; None until they are known."""
    branches: dict[M, Branch[M]] = field(default_factory=dict)

    def choose(self) -> M:
        """A move that has not been tried, or else the one with the highest upper bound."""
        if self.untried:
            move = self.untried.pop()
            self.branches[move] = Branch()
            return move
        total = log(sum(branch.visits for branch in self.branches.values()))

        def bound(branch: Branch[M]) -> float:
            mean = branch.worth / branch.visits
            return mean + EXPLORATION * sqrt(total / branch.visits)

        return max(self.branches, key=lambda move: bound(self.branches[move]))


@dataclass(frozen=True, slots=True)
class TreePlayer(Generic[S, M]):
    rules: Rules[S, M, Any, Any]
    legal_moves: Callable[[S], Iterable[M]] | None
    """None for a game whose moves are too many to be listed: some at random are compared, and the
    tree ends after one move, since what follows depends on what is hidden."""
    play_at_random: Callable[[S, Random], M]
    playouts: int
    """The number for each move."""

    def __call__(self, state: S, rng: Random) -> M:
        seat = self.rules.to_act(state)
        assert seat is not None
        root = Node[M](seat, self._moves(state, rng))
        for _ in range(self.playouts):
            self._play_out(root, self.rules.resample(state, seat, str(rng.getrandbits(64))), rng)
        return max(root.branches, key=lambda move: root.branches[move].visits)

    def _moves(self, state: S, rng: Random) -> list[M]:
        if self.legal_moves is None:
            return list(dict.fromkeys(self.play_at_random(state, rng) for _ in range(SAMPLED)))
        moves = list(self.legal_moves(state))
        rng.shuffle(moves)
        return moves

    def _play_out(self, root: Node[M], state: S, rng: Random) -> None:
        """Down the tree to a position that is new to it, from there at random, and back up."""
        path = list[tuple[int, Branch[M]]]()
        node = root
        while True:
            if node.untried is None:
                node.untried = self._moves(state, rng)
            move = node.choose()
            branch = node.branches[move]
            path.append((node.seat, branch))
            state, _ = self.rules.apply(state, node.seat, move)
            seat = self.rules.to_act(state)
            if seat is None or self.legal_moves is None:
                break
            orders = self.rules.orders
            drawn = None if orders is None else orders.in_hand(state)
            if drawn not in branch.after:
                branch.after[drawn] = Node(seat)
                break
            node = branch.after[drawn]
        worths = self._count(self._play_on(state, rng))
        for seat, branch in path:
            branch.visits += 1
            branch.worth += worths[seat]

    def _play_on(self, state: S, rng: Random) -> S:
        for _ in range(PLAYED_ON):
            seat = self.rules.to_act(state)
            if seat is None:
                return state
            state, _ = self.rules.apply(state, seat, self.play_at_random(state, rng))
        return state if self.rules.to_act(state) is None else self.rules.end_now(state)

    def _count(self, state: S) -> list[float]:
        """For each seat, how nearly it has won."""
        points = self.rules.scores(state)
        leads = (lead(points, seat) for seat in range(len(points)))
        return [1 / (1 + exp(-each / SPREAD)) for each in leads]
