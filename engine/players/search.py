"""Looking ahead: the best candidates are played on from in many resampled positions, with both
sides choosing at first sight, and the weaker half is dropped until the budget is spent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any

from engine.game import Game
from engine.players.judgement import Candidate, Judgement
from engine.players.levels import Level
from engine.players.thought import Idea, Thought


@dataclass(slots=True)
class Trial:
    """A candidate with what came of it so far."""

    candidate: Candidate
    found: list[float] = field(default_factory=list)
    """The lead in each world in which it was tried."""

    @property
    def worth(self) -> float:
        return fmean(self.found)


@dataclass(slots=True)
class Search:
    """One thought of one player. `budget` is how many positions may be weighed."""

    game: Game[Any, Any, Any, Any]
    judgement: Judgement[Any, Any]
    level: Level
    budget: int
    rng: Random
    positions: int = 0

    def think(self, state: Any) -> Thought[Any]:
        """What is hidden in the state has no influence: it is resampled before anything else."""
        seat = self.game.to_act(state)
        assert seat is not None
        worlds = Worlds(self.game, state, seat, self.rng.getrandbits(64))
        candidates = self._candidates(worlds.world(0))
        if len(candidates) > 1 and self.level.plies > 1:
            ideas = self._tried(worlds, candidates[: self.level.width])
        else:
            ideas = self._at_first_sight(candidates)
        return Thought(tuple(ideas), self.positions)

    def _at_first_sight(self, candidates: Sequence[Candidate]) -> list[Idea[Any]]:
        error = self.level.error
        rated = [Idea(one.move, one.worth + self.rng.gauss(0, error)) for one in candidates]
        return sorted(rated, key=lambda idea: -idea.worth)

    def _tried(self, worlds: "Worlds", candidates: Sequence[Candidate]) -> list[Idea[Any]]:
        """Sequential halving: each round has an equal share of the budget, and every candidate in
        it is tried in the same worlds."""
        trials = [Trial(candidate) for candidate in candidates]
        staying, number = list(trials), 1
        rounds = max(1, (len(trials) - 1).bit_length())
        for share in range(1, rounds + 1):
            while self.positions < self.budget * share / rounds or not staying[0].found:
                world = worlds.world(number)
                for trial in staying:
                    trial.found.append(self._lead_after(world, worlds.seat, trial.candidate.move))
                number += 1
            staying.sort(key=lambda trial: -trial.worth)
            staying = staying[: max(1, (len(staying) + 1) // 2)]
        trials.sort(key=lambda trial: (-len(trial.found), -trial.worth))
        return [Idea(trial.candidate.move, trial.worth) for trial in trials]

    def _lead_after(self, world: Any, seat: int, move: Any) -> float:
        state, _ = self.game.apply(world, seat, move)
        for _ in range(self.level.plies - 1):
            other = self.game.to_act(state)
            if other is None:
                break
            state, _ = self.game.apply(state, other, self._candidates(state)[0].move)
        self.positions += 1
        return lead(self.judgement.prospects(state), seat)

    def _candidates(self, state: Any) -> Sequence[Candidate]:
        found = self.judgement.candidates(state)
        self.positions += len(found)
        return found


@dataclass(frozen=True, slots=True)
class Worlds:
    """Positions that look the same to a seat, numbered."""

    game: Game[Any, Any, Any, Any]
    state: Any
    seat: int
    seed: int

    def world(self, number: int) -> Any:
        return self.game.resampled(self.state, self.seat, f"{self.seed}/{number}")


def lead(points: Sequence[float], seat: int) -> float:
    """By how much this seat is ahead of the best of the others."""
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)
