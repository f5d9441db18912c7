"""Finding of puzzles: positions in which one move is clearly better than all others.

A position that looks like one at first sight is searched, played on to the end of the game from the
best move and from the second, and searched again: all of them have to agree.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import EXPERTS, positions_in, think
from engine.players.reviewer import SECONDS, winning_chances
from engine.players.search import Level
from engine.puzzles.themes import theme_of

# Shares of what is a clear margin in a game (`Expert.clear_margin`).
#
# By so much the best move is ahead at first sight in a position that is searched,
PROMISING = 0.6
# moves that lose no more are as good as the best,
AS_GOOD = 0.2
MOST_AS_GOOD = 3
# and at least so many of the other moves lose no more.
SENSIBLE = 4.0
FEWEST_SENSIBLE = 3
# The winning chance of a player whose game is open.
LEAST_CHANCE = 0.1
MOST_CHANCE = 0.9
# Every search weighs so many times as many positions as a review does for a move.
THOROUGH = 4
# The games that are played to the end from each of two moves, and after how many of them it is seen
# whether more are needed.
MOST_GAMES = 120
FEWEST_GAMES = 20
# The better of two moves is certain by this many standard errors.
CERTAINTY = 2.5
# How often a move that was not searched is played on.
WORLDS = 8
# More moves than any game has.
MOST_MOVES = 10_000


@dataclass(frozen=True, slots=True)
class Solution:
    """Moves are in the notation of the game."""

    seat: int
    best: Sequence[str]
    """The best move, and those that are as good."""
    second: str
    """The best of the others."""
    margin: float
    """The points that it loses, by the judgement by which it loses least."""
    chances: tuple[float, float]
    """The winning chances with the best move and with the second."""
    lost: Mapping[str, float]
    """The points lost by each move that can be thought of, the best first."""
    theme: str


def score_move(kind: str, solution: Solution, move: str) -> int:
    """Score a legal move from 0 to 100, by the points that it loses."""
    if move in solution.best:
        return 100
    most = SENSIBLE * EXPERTS[kind].clear_margin
    lost = solution.lost.get(move, most)
    return max(0, round(100 * (1 - lost / most)))


def weigh_further_move(kind: str, state: Any, solution: Solution, move: str) -> Solution:
    """Add a legal move to those that were weighed. One that was not, such as the same pieces built
    in another order, is played on for a round, as is the best: unless it proves as good, it is no
    better than the second, as the search weighed all that promised more."""
    if move in solution.lost:
        return solution
    game = GAMES[kind]
    expert = EXPERTS[kind]
    plies = len(game.scores(state))
    gains = list[float]()
    compared = [game.parse_move(text) for text in (solution.best[0], move)]
    for number in range(WORLDS):
        world = game.resample(state, solution.seat, f"further/{number}")
        best, further = (_lead_after(kind, world, each, plies) for each in compared)
        gains.append(best - further)
    lost = max(0.0, expert.errors_left * fmean(gains))
    if lost > AS_GOOD * expert.clear_margin:
        lost = max(lost, solution.margin)
    lost = round(lost, 1)
    return replace(solution, lost={**solution.lost, move: lost})


def find_puzzles(
    kind: str, states: Iterable[Any], positions: int | None = None
) -> Iterator[tuple[int, Solution]]:
    """Find the puzzles of an ended game, from the states at its start and after each move. Each
    comes with the number of the move that it asks for, from 1."""
    for ply, state in enumerate(states, 1):
        is_over = GAMES[kind].to_act(state) is None
        solution = None if is_over else solve(kind, state, positions)
        if solution is not None:
            yield ply, solution


def solve(kind: str, state: Any, positions: int | None = None) -> Solution | None:
    """Find the solution of a position by what its player can know; None if it is no puzzle.
    `positions` is how many a review weighs for a move."""
    positions = positions_in(kind, SECONDS) if positions is None else positions
    position = _Position(kind, state)
    if not position.is_promising():
        return None
    first = position.search("first", THOROUGH * positions)
    if not first.is_puzzle(1.0) or position.beginner_move() in first.solutions:
        return None
    best = first.moves[0]
    second = first.others[0]
    played = position.play_on(best.move, second.move)
    if played is None:
        return None
    again = position.search("second", THOROUGH * positions)
    if not again.is_puzzle(1.0) or again.solutions != first.solutions:
        return None
    text = GAMES[kind].move_text
    return Solution(
        seat=position.seat,
        best=[text(move.move) for move in first.good],
        second=text(second.move),
        margin=round(min(second.lost, played.gain, again.others[0].lost), 1),
        chances=(round(played.chance, 2), round(played.chance_of_second, 2)),
        lost={text(move.move): round(move.lost, 1) for move in first.sensible},
        theme=theme_of(kind, position.world, best.move, second.move),
    )


class WeighedMove(NamedTuple):
    move: Any
    lost: float
    """The points that it loses against the best."""


class Judgement:
    """The moves of a position, the best first, and the margin that makes it a puzzle."""

    def __init__(self, leads: Sequence[tuple[Any, float]], share: float, margin: float) -> None:
        """Weigh moves by their leads; this share of what they lose counts."""
        most = max(lead for _, lead in leads)
        weighed = [WeighedMove(move, share * (most - lead)) for move, lead in leads]
        self.margin = margin
        self.moves = sorted(weighed, key=lambda move: move.lost)
        self.good = [move for move in self.moves if move.lost <= AS_GOOD * margin]
        self.others = self.moves[len(self.good) :]
        self.sensible = [move for move in self.moves if move.lost <= SENSIBLE * margin]
        self.solutions = {move.move for move in self.good}

    def is_puzzle(self, share: float) -> bool:
        """True if the best is ahead by this share of the margin, and others can be thought of."""
        sensible_others = len(self.sensible) - len(self.good)
        if len(self.good) > MOST_AS_GOOD or sensible_others < FEWEST_SENSIBLE:
            return False
        return self.others[0].lost >= share * self.margin


class PlayedOn(NamedTuple):
    """Games played to the end from the best move and from the second."""

    gain: float
    """The points of lead by which those from the best ended better."""
    chance: float
    """The share of those from the best that were won."""
    chance_of_second: float


class _Position:
    """A position as the player to act sees it."""

    def __init__(self, kind: str, state: Any) -> None:
        seat = GAMES[kind].to_act(state)
        assert seat is not None
        self.kind = kind
        self.game = GAMES[kind]
        self.expert = EXPERTS[kind]
        self.margin = self.expert.clear_margin
        self.state = state
        self.seat = seat
        self.world = self._resample("puzzle")

    def is_promising(self) -> bool:
        """True if one move seems clearly best at first sight in a game that seems open."""
        chance = winning_chances(self.kind, self.state, ())[self.seat]
        if not LEAST_CHANCE <= chance <= MOST_CHANCE:
            return False
        candidates = self.expert.candidates(self.world)
        leads = [(candidate.move, candidate.worth) for candidate in candidates]
        return Judgement(leads, self.expert.errors_left, self.margin).is_puzzle(PROMISING)

    def search(self, seed: str, positions: int) -> Judgement:
        """Try every move in the same worlds, as a review does."""
        width = len(self.expert.candidates(self.world))
        plies = len(self.game.scores(self.state))
        level = Level(SECONDS, width, plies)
        thought = think(self.kind, self.state, level, Random(seed), positions)
        leads = [(idea.move, idea.worth) for idea in thought.ideas]
        share = 1.0 if thought.is_exact else self.expert.errors_left
        return Judgement(leads, share, self.margin)

    def beginner_move(self) -> Any:
        return self.expert.beginner(self.world)[0].move

    def play_on(self, best: Any, second: Any) -> PlayedOn | None:
        """Play on from both to the end of the game, at first sight; None if the best does not prove
        clearly better, or if the game is not open."""
        gains = list[float]()
        won = list[float]()
        won_by_second = list[float]()
        is_clear = False
        while len(gains) < FEWEST_GAMES or not (is_clear or len(gains) == MOST_GAMES):
            world = self._resample(f"play on/{len(gains)}")
            ends = [_lead_after(self.kind, world, move, MOST_MOVES) for move in (best, second)]
            gains.append(ends[0] - ends[1])
            won.append(_won(ends[0]))
            won_by_second.append(_won(ends[1]))
            if len(gains) >= FEWEST_GAMES:
                doubt = CERTAINTY * stdev(gains) / sqrt(len(gains))
                is_clear = abs(fmean(gains) - self.margin) >= doubt
        gain = fmean(gains)
        chance = fmean(won)
        is_better = gain >= max(self.margin, doubt)
        if not is_better or not LEAST_CHANCE <= chance <= MOST_CHANCE:
            return None
        return PlayedOn(gain, chance, fmean(won_by_second))

    def _resample(self, seed: str) -> Any:
        return self.game.resample(self.state, self.seat, seed)


def _lead_after(kind: str, world: Any, move: Any, moves: int) -> float:
    """Find how far the player to act leads after a move and so many more at first sight."""
    game = GAMES[kind]
    seat = game.to_act(world)
    assert seat is not None
    after, _ = game.apply(world, seat, move)
    points, _ = EXPERTS[kind].rollout(game, after, moves)
    return lead(points, seat)


def _won(lead: float) -> float:
    """1 for a win, 0.5 for a tie."""
    return (1 + (lead > 0) - (lead < 0)) / 2
