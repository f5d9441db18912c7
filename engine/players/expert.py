"""An `Expert`: the part of a game for its computer players, hints and reviews."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import fmean
from typing import Any, Generic, NamedTuple

from engine.rules import M, Rules, S

Facts = dict[str, str | int]
# At most this many reasons are given for a move.
MOST = 4


class Candidate(NamedTuple, Generic[M]):
    """A move with what it promises at first sight."""

    move: M
    worth: float
    """In points of lead for the player to act. Only comparable within one position."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for or against a move, by a name for which every language has words."""

    name: str
    points: float
    """The part of the worth of the move that it makes up."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """The facts for the words: a seat, a place, a number."""
    scored: int = 0
    """The points that the move scores by it, exactly; negative if they are another player's. What
    had been promised before is not taken off, as it is from `points`."""

    @property
    def is_good(self) -> bool:
        """It speaks for the move."""
        return (self.scored or self.points) > 0


def weightiest(reasons: Iterable[Reason], least: float) -> tuple[Reason, ...]:
    """Pick the few to be given. What is scored comes first, the player's own before that of others;
    the rest follows, the weightiest first, without what is worth less than `least` points."""
    every = list(reasons)
    scored = [reason for reason in every if reason.scored]
    scored.sort(key=lambda reason: (reason.scored < 0, -abs(reason.scored)))
    judged = [reason for reason in every if not reason.scored and abs(reason.points) >= least]
    judged.sort(key=lambda reason: -abs(reason.points))
    return (*scored, *judged)[:MOST]


class Outcome(NamedTuple, Generic[S]):
    """A possible outcome of a move."""

    chance: float
    state: S


class Draw(NamedTuple, Generic[S]):
    """Position of the player to act if they had drawn this."""

    weight: int
    """The likelihood of it, relative to the others."""
    state: S


class Curve(NamedTuple):
    """Each seat's chance of winning, by the points that it is expected to end with. The numbers are
    fitted to games by `python -m tools.measuring curves`."""

    turn: float
    """The points that the player to act can still expect."""
    spread: float
    """The lead, in points, that makes winning 2.7 times as likely when nothing is left to come."""
    bend: float
    """The growth of the spread with the number still to come: as that number plus one, to this
    power."""

    def chances(self, points: Sequence[float], to_act: int, to_come: int) -> tuple[float, ...]:
        """Estimate each seat's chance to win; with `-inf` points a seat has none."""
        scale = self.spread_at(to_come)
        expected = [own + self.turn * (seat == to_act) for seat, own in enumerate(points)]
        most = max(expected)
        weights = [exp((own - most) / scale) for own in expected]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    def spread_at(self, to_come: int) -> float:
        """Lead that makes winning 2.7 times as likely while this number is still to come."""
        spread: float = self.spread * (1 + to_come) ** self.bend
        return spread


class EndRules(ABC, Generic[S, M]):
    """A game in which tiles are drawn, whose end can be searched through."""

    cost: int = 1
    """The number of positions that can be weighed in the time in which one move is weighed at the
    end."""
    made: int = 4
    """The number of moves that can be weighed at the end in the time that it takes to make one."""

    @abstractmethod
    def outcomes(self, state: S, move: M) -> Sequence[Outcome[S]]:
        """All possible outcomes of a move, as its player sees it; the chances sum to 1."""

    @abstractmethod
    def last_leads(self, state: S, move: M) -> Sequence[float]:
        """By how much each seat is ahead of the best of the others after the last move of a game,
        as its player can expect."""


class Expert(ABC, Generic[S, M]):
    """Everything that is particular to one game. All but `draws` and `to_come` see resampled
    positions only, so nothing they find there is a secret."""

    speed: int
    """The number of positions weighed in a second on one core of an ordinary machine."""
    curve: Curve
    luck_left: float = 1.0
    """The share of the luck of a draw, judged at first sight, by which the games were won in the
    end, measured by `python -m tools.measuring luck`."""
    luck_explains: float | None = None
    """The share of how the margins of games vary that the luck of draws explains, by the same
    measurement; None where the points of luck hold, and the account of a review counts them."""
    errors_left: float = 1.0
    """The share of what a move seems to lose that was missing in the end, measured by `python -m
    tools.measuring errors`."""
    errors_together: float = 1.0
    """The share of that which was missing for all moves of a game together, measured by `python -m
    tools.measuring accounts`: what a move leaves undone can often be done next turn, and
    if it is not, it counts again."""
    halved_at: float = 2.0
    """The points left on the table a turn at which the accuracy in a review is 50%, so that players
    of known strength get about the same in every game; measured by `python -m tools.measuring
    accuracy`."""
    clear_margin: float = 3.0
    """The points of lead at the end by which a move is clearly better than another: about an eighth
    of the usual difference between two players."""
    themes: Mapping[str, str]
    """The theme of a puzzle whose best move is set apart by a reason, for each name of a reason."""
    end: EndRules[S, M] | None = None

    def next_tiles(self, state: S) -> Sequence[str]:
        """List the tiles of the stack that may come next, in its order; empty where none are
        drawn."""
        return ()

    @abstractmethod
    def candidates(self, state: S) -> Sequence[Candidate[M]]:
        """Every move worth considering, the best first; never empty. Each counts as a position."""

    @abstractmethod
    def beginner(self, state: S) -> Sequence[Candidate[M]]:
        """Weigh the moves as a beginner does, who looks for points of their own: what a move spoils
        or brings for others does not count."""

    @abstractmethod
    def prospects(self, state: S) -> Sequence[float]:
        """Estimate the points with which each seat ends; its score in a game that is over."""

    @abstractmethod
    def reasons(self, state: S, move: M) -> tuple[Reason, ...]:
        """List the reasons for and against a move, weightiest first; none if it changes little."""

    @abstractmethod
    def to_come(self, state: S) -> int:
        """Count the tiles or cards still to be played, those in hand included."""

    @abstractmethod
    def draws(self, state: S, before: S | None) -> Sequence[Draw[S]]:
        """List the possible draws of the player to act since the position in which they last moved:
        each possibility once, including what they did draw. Empty where they drew nothing."""

    def spread(self, state: S) -> float:
        """Spread of leads among several (see `lead`); 0 if only the best of the others counts."""
        return 0.0

    def rollout(
        self, rules: Rules[S, M, Any, Any], state: S, moves: int
    ) -> tuple[Sequence[float], int]:
        """Play on for this many moves at first sight; return the prospects then, and how many
        positions were weighed on the way. Played by the rules, for a game that has no faster
        way."""
        weighed = 0
        for _ in range(moves):
            seat = rules.to_act(state)
            if seat is None:
                break
            candidates = self.candidates(state)
            weighed += len(candidates)
            state, _ = rules.apply(state, seat, candidates[0].move)
        return self.prospects(state), weighed


# The worth of points by seat to one of the seats.
Worth = Callable[[Sequence[float], int], float]


def lead(points: Sequence[float], seat: int, spread: float = 0.0) -> float:
    """Measure by how many points this seat is ahead of the others: of the best of them, or with a
    spread as far as it tells their chances of winning, if so many points make it 2.7 times as
    likely."""
    return points[seat] - to_beat(points, seat, spread)


def to_beat(points: Sequence[float], seat: int, spread: float = 0.0) -> float:
    """Find the points that count for the others: those of the best of them, or with a spread fewer
    if not all of them are as good."""
    others = [other for at, other in enumerate(points) if at != seat]
    best = max(others)
    if len(others) == 1 or not spread:
        return best
    return best + spread * log(fmean(exp((other - best) / spread) for other in others))


def own_points(points: Sequence[float], seat: int) -> float:
    return points[seat]
