"""Search of a computer player: the moves that are best at first sight are played on in many
resampled positions, with both sides choosing at first sight, and the weaker half is dropped until
the budget is spent. If the end is within reach, it is searched through instead."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Generic

from engine.players.endgame import FARTHEST, Endgame
from engine.players.expert import Candidate, Expert, Reason, lead
from engine.players.tiles import stack, with_next
from engine.rules import M, Rules, S

# The number of worlds that the first sight of a candidate counts for.
FIRST_SIGHT = 8
# A choice that stays close may take this many times the budget.
LONGEST = 2
# One candidate is behind another beyond doubt if it is by this many standard errors.
CONFIDENCE = 3.0
# A choice that may cost at most this many points is not worth more thought.
NEGLIGIBLE = 0.1


@dataclass(frozen=True, slots=True)
class Level:
    """Strength of a computer player: what it sees, how far, and how long it thinks."""

    seconds: float
    """The time that its budget stands for, on one core of an ordinary machine."""
    width: int
    """The number of candidates examined more closely."""
    plies: int
    """The number of moves it looks ahead, its own included; 1 where it goes by first sight."""
    beginner: bool = False
    """It sees no more than a beginner."""


LEVELS: Mapping[str, Level] = {
    "easy": Level(seconds=0.1, width=8, plies=1, beginner=True),
    "medium": Level(seconds=0.1, width=8, plies=1),
    "hard": Level(seconds=2.0, width=10, plies=3),
}


@dataclass(frozen=True, slots=True)
class Idea(Generic[M]):
    move: M
    worth: float
    """The points that its player is expected to lead by at the end."""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought(Generic[M]):
    """Moves considered by a computer player, and what it thinks of them."""

    ideas: tuple[Idea[M], ...]
    """The ideas, the best first; never empty."""
    positions: int
    is_exact: bool = False
    """No other move brings more than the best, whatever follows."""

    @property
    def best(self) -> Idea[M]:
        return self.ideas[0]


@dataclass(slots=True)
class Worlds:
    """Positions that look the same to a seat, numbered. Where tiles are drawn, every tile of the
    stack comes next once before any does so again, so that the effect of the next draw becomes an
    exact expectation over the kinds left."""

    resample: Callable[[Any, int, str], Any]
    """As the rules of the game do."""
    state: Any
    seat: int
    seed: int
    next_tiles: Callable[[Any], Sequence[str]]
    """As the expert of the game says."""
    first: Any = field(init=False)
    order: Sequence[str] = field(init=False)
    """The order in which the tiles come next: that of the first world's stack. Empty where no tiles
    are drawn."""

    def __post_init__(self) -> None:
        self.first = self._resample(0)
        self.order = self.next_tiles(self.first)

    def world(self, number: int) -> Any:
        world = self._resample(number)
        return with_next(world, self.order[number % len(self.order)]) if self.order else world

    def _resample(self, number: int) -> Any:
        return self.resample(self.state, self.seat, f"{self.seed}/{number}")


@dataclass(slots=True)
class SearchTrial(Generic[M]):
    candidate: Candidate[M]
    leads: list[float] = field(default_factory=list)

    @property
    def beyond(self) -> float:
        """Lead found above what the first sight promised, on average."""
        return fmean(self.leads) - self.candidate.worth

    def worth(self, usual: float) -> float:
        """Estimate the lead, when candidates usually end this far above their first sight."""
        share = len(self.leads) / (len(self.leads) + FIRST_SIGHT)
        return self.candidate.worth + usual + share * (self.beyond - usual)

    @property
    def is_certain(self) -> bool:
        """Nothing hidden seems to matter any more, as at the very end of a game."""
        return len(self.leads) >= FIRST_SIGHT and len(set(self.leads)) == 1

    def may_gain(self, best: "SearchTrial[M]") -> float:
        """Points by which this may still prove better than the best, after the same worlds."""
        ahead = [other - own for own, other in zip(self.leads, best.leads, strict=True)]
        if len(ahead) < FIRST_SIGHT:
            return inf
        seen = len(ahead) + FIRST_SIGHT
        sight = best.candidate.worth - self.candidate.worth
        expected = (sum(ahead) + FIRST_SIGHT * sight) / seen
        return CONFIDENCE * stdev(ahead) / sqrt(seen) - expected


@dataclass(slots=True)
class Search(Generic[S, M]):
    """One thought of one player. `budget` is how many positions may be weighed."""

    rules: Rules[S, M, Any, Any]
    expert: Expert[S, M]
    level: Level
    budget: int
    rng: Random
    positions: int = 0
    resample: Callable[[S, int, str], S] | None = None
    """How it imagines the hidden; None for what the rules of the game allow."""

    def think(self, state: S, besides: M | None = None) -> Thought[M]:
        """Weigh the moves. The hidden part of the state has no influence: it is resampled first.
        `besides` is a move that is tried for as long as the best, whatever it promises."""
        seat = self.rules.to_act(state)
        assert seat is not None
        resample = self.resample or self.rules.resample
        seed = self.rng.getrandbits(64)
        worlds = Worlds(resample, state, seat, seed, self.expert.next_tiles)
        at_sight = self.expert.beginner if self.level.beginner else self.expert.candidates
        weighed = at_sight(worlds.first)
        self.positions += len(weighed)
        candidates = with_move(weighed[: self.level.width], besides, weighed)
        if self.level.plies == 1 or (len(candidates) == 1 and besides is None):
            ideas = [Idea(candidate.move, candidate.worth) for candidate in candidates]
        else:
            end = self._search_end(worlds.first, weighed, besides)
            if end is not None:
                return end
            ideas = self._try(worlds, candidates, besides)
        return Thought(tuple(ideas), self.positions)

    def _search_end(
        self, world: Any, weighed: Sequence[Candidate[M]], besides: M | None
    ) -> Thought[M] | None:
        """All moves searched through to the end of the game, or as many of the best at first sight
        as the budget lasts for; None while the end is out of reach."""
        end = self.expert.end
        if end is None or len(stack(world)) > FARTHEST:
            return None
        left = len(stack(world))
        seat = self.rules.to_act(world)
        assert seat is not None
        most = LONGEST * self.budget if left < FARTHEST and besides is None else self.budget
        endgame = Endgame[Any, M](self.rules, self.expert, end, most - self.positions)
        candidates = with_move(weighed, besides, weighed)
        if besides is not None:
            candidates = sorted(candidates, key=lambda candidate: candidate.move != besides)
        lines = endgame.search(world, candidates, self.level.width, besides)
        self.positions += endgame.positions
        ideas = [Idea(line.move, line.worth(seat)) for line in lines]
        best = ideas[: self.level.width]
        best += [idea for idea in ideas[len(best) :] if idea.move == besides]
        return Thought(tuple(best), self.positions, endgame.is_exact) if best else None

    def _try(
        self, worlds: Worlds, candidates: Sequence[Candidate[M]], besides: M | None
    ) -> list[Idea[M]]:
        """Sequential halving: each round gets an equal share of the budget, and tries every
        candidate in the same worlds. Without `besides`, the thought takes up to `LONGEST` times the
        budget, but ends as soon as the best is known beyond doubt."""
        trials = [SearchTrial(candidate) for candidate in candidates]
        staying = list(trials)
        number = 1
        weigh_up = FIRST_SIGHT
        spread = self.expert.spread(worlds.first)
        rounds = max(1, (len(trials) - 1).bit_length())
        most = self.budget if besides is not None else LONGEST * self.budget
        for share in range(1, rounds + 1):
            while not staying[0].leads or (
                self.positions < most * share / rounds
                and (len(staying) > 1 or besides is not None)
                and not all(trial.is_certain for trial in staying)
            ):
                world = worlds.world(number)
                for trial in staying:
                    after, _ = self.rules.apply(world, worlds.seat, trial.candidate.move)
                    points, weighed = self.expert.rollout(self.rules, after, self.level.plies - 1)
                    self.positions += 1 + weighed
                    trial.leads.append(lead(points, worlds.seat, spread))
                if number == weigh_up and besides is None:
                    staying = without_hopeless(staying)
                    weigh_up = number * 5 // 4
                number += 1
            staying = in_order(staying)
            half = max(1, (len(staying) + 1) // 2)
            staying[half:] = [trial for trial in staying[half:] if trial.candidate.move == besides]
        usual = fmean(trial.beyond for trial in trials)
        trials.sort(key=lambda trial: (-len(trial.leads), -trial.worth(usual)))
        return [Idea(trial.candidate.move, trial.worth(usual)) for trial in trials]


def in_order(trials: Sequence[SearchTrial[M]]) -> list[SearchTrial[M]]:
    """Sort trials in the same worlds, the most promising first."""
    usual = fmean(trial.beyond for trial in trials)
    return sorted(trials, key=lambda trial: -trial.worth(usual))


def without_hopeless(trials: Sequence[SearchTrial[M]]) -> list[SearchTrial[M]]:
    """Keep the best of these, and those that may still prove better by what counts."""
    best, *others = in_order(trials)
    return [best] + [trial for trial in others if trial.may_gain(best) > NEGLIGIBLE]


def with_move(
    candidates: Sequence[Candidate[M]], move: M | None, weighed: Sequence[Candidate[M]]
) -> Sequence[Candidate[M]]:
    """Add this move to the candidates, if it is given. If it was not weighed, it is not penalised:
    it is assumed to promise as much as the best."""
    if move is None or any(candidate.move == move for candidate in candidates):
        return candidates
    for candidate in weighed:
        if candidate.move == move:
            return (*candidates, candidate)
    return (*candidates, Candidate(move, weighed[0].worth))
