"""Looks ahead: the best candidates are played on in many resampled positions, with both sides
choosing at first sight, and the weaker half is dropped until the budget is spent. If the end is
within reach, it is searched through instead."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any

from engine.game import Game
from engine.players.judgement import Candidate, Judgement, Rollout, lead
from engine.players.levels import Level
from engine.players.search.endgame import FARTHEST, Endgame
from engine.players.search.tiles import Tiles
from engine.players.search.worlds import Worlds
from engine.players.thought import Idea, Thought

FIRST_SIGHT = 8
"""How many worlds the first sight of a candidate counts for."""


@dataclass(slots=True)
class Trial:
    """A candidate with its results so far."""

    candidate: Candidate
    found: list[float] = field(default_factory=list)
    """The lead in each world in which it was tried."""

    @property
    def beyond(self) -> float:
        """How far the lead found is above what the first sight promised, on average."""
        return fmean(self.found) - self.candidate.worth

    def worth(self, usual: float) -> float:
        """The lead to expect, when candidates usually end this far above their first sight."""
        share = len(self.found) / (len(self.found) + FIRST_SIGHT)
        return self.candidate.worth + usual + share * (self.beyond - usual)


@dataclass(slots=True)
class Search:
    """One thought of one player. `budget` is how many positions may be weighed."""

    game: Game[Any, Any, Any, Any]
    judgement: Judgement[Any, Any]
    level: Level
    budget: int
    rng: Random
    rollout: Rollout
    tiles: Tiles[Any, Any] | None = None
    positions: int = 0

    def think(self, state: Any, besides: Any = None) -> Thought[Any]:
        """The hidden part of the state has no influence: it is resampled first. `besides` is a move
        that is tried for as long as the best, whatever it promises."""
        seat = self.game.to_act(state)
        assert seat is not None
        worlds = Worlds(self.game, self.tiles, state, seat, self.rng.getrandbits(64))
        weighed = self._candidates(worlds.first)
        if self.level.plies > 1 and not self.level.overlooks:
            ideas = self._searched_through(worlds.first, weighed, besides)
            if ideas:
                return Thought(tuple(ideas), self.positions)
        candidates = self._noticed(weighed[: self.level.width])
        if besides is not None:
            candidates = with_move(candidates, besides, weighed)
        if self.level.plies > 1 and (len(candidates) > 1 or besides is not None):
            ideas = self._tried(worlds, candidates, besides)
        else:
            ideas = [Idea(one.move, one.worth) for one in candidates]
        return Thought(tuple(ideas), self.positions)

    def _searched_through(
        self, world: Any, weighed: Sequence[Candidate], besides: Any
    ) -> Sequence[Idea[Any]]:
        """All moves searched through to the end of the game, or only those that the level considers
        if there are too many; empty while the end is out of reach."""
        tiles = self.tiles
        if tiles is None or len(tiles.stack(world)) > FARTHEST:
            return ()
        endgame = Endgame(self.game, self.judgement, tiles, self.budget - self.positions)
        moves = len(weighed)
        if not endgame.within_reach(world, moves, moves):
            moves = min(moves, self.level.width)
            if not endgame.within_reach(world, moves, len(weighed)):
                return ()
        candidates = weighed[:moves]
        if besides is not None:
            candidates = with_move(candidates, besides, weighed)
        ideas = endgame.searched(world, candidates)
        self.positions += endgame.positions
        best = ideas[: self.level.width]
        return [*best, *(one for one in ideas[len(best) :] if one.move == besides)]

    def _noticed(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates without those that the level overlooks; never empty."""
        noticed = [one for one in candidates if self.rng.random() >= self.level.overlooks]
        return noticed or candidates[:1]

    def _tried(
        self, worlds: Worlds, candidates: Sequence[Candidate], besides: Any
    ) -> list[Idea[Any]]:
        """Sequential halving: each round gets an equal share of the budget, and tries every
        candidate in the same worlds."""
        trials = [Trial(candidate) for candidate in candidates]
        staying, number = list(trials), 1
        rounds = max(1, (len(trials) - 1).bit_length())
        for share in range(1, rounds + 1):
            while not staying[0].found or (
                self.positions < self.budget * share / rounds and not _certain(staying)
            ):
                world = worlds.world(number)
                for trial in staying:
                    trial.found.append(self._lead_after(world, worlds.seat, trial.candidate.move))
                number += 1
            usual = fmean(trial.beyond for trial in staying)
            staying.sort(key=lambda trial: -trial.worth(usual))
            half = max(1, (len(staying) + 1) // 2)
            staying[half:] = [one for one in staying[half:] if one.candidate.move == besides]
        usual = fmean(trial.beyond for trial in trials)
        trials.sort(key=lambda trial: (-len(trial.found), -trial.worth(usual)))
        return [Idea(trial.candidate.move, trial.worth(usual)) for trial in trials]

    def _lead_after(self, world: Any, seat: int, move: Any) -> float:
        state, _ = self.game.apply(world, seat, move)
        points, weighed = self.rollout(state, self.level.plies - 1)
        self.positions += 1 + weighed
        return lead(points, seat)

    def _candidates(self, state: Any) -> Sequence[Candidate]:
        found = self.judgement.candidates(state)
        self.positions += len(found)
        return found


def with_move(
    candidates: Sequence[Candidate], move: Any, weighed: Sequence[Candidate]
) -> Sequence[Candidate]:
    """The candidates, including this move. If it was not weighed, it is not penalised: it is
    assumed to promise as much as the best."""
    if any(one.move == move for one in candidates):
        return candidates
    unseen = Candidate(move, weighed[0].worth)
    return (*candidates, next((one for one in weighed if one.move == move), unseen))


def _certain(trials: Sequence[Trial]) -> bool:
    """Whether nothing hidden seems to matter any more, as at the very end of a game."""
    return all(len(trial.found) >= FIRST_SIGHT and len(set(trial.found)) == 1 for trial in trials)
