"""One policy against another in any game, on paired shuffles: each shuffle is played once with the
challenger in every seat, and everything else the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import think
from engine.players.search import LEVELS
from engine.recorded import Recorded
from engine.selfplay import carcassonne_strategy, castellan_strategy, castle_strategy

Policy = Callable[[Any, Random], Any]
"""The move chosen by the player to act."""
CountingPolicy = Callable[[Any, Random], tuple[Any, int]]
"""The same, and how many legal moves there were; 0 if they were not counted."""


def _first(policy: CountingPolicy) -> Policy:
    return lambda state, rng: policy(state, rng)[0]


SIMPLE: Mapping[str, Mapping[str, Policy]] = {
    "castle": {name: _first(one) for name, one in castle_strategy.POLICIES.items()},
    "carcassonne": {name: _first(one) for name, one in carcassonne_strategy.POLICIES.items()},
    "castellan": castellan_strategy.POLICIES,
}


def policy_named(kind: str, name: str, positions: int | None = None) -> Policy:
    """A simple player, or a computer player of a level that may weigh this many positions."""
    if name in LEVELS:
        return lambda state, rng: think(kind, state, name, rng, positions).best.move
    return SIMPLE[kind][name]


def counting_policy(
    kind: str, simple: Mapping[str, CountingPolicy], name: str, positions: int | None
) -> CountingPolicy:
    """One of these simple players, or a computer player of a level, which counts no moves."""
    if name in simple:
        return simple[name]
    policy = policy_named(kind, name, positions)
    return lambda state, rng: (policy(state, rng), 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game for the challenger."""

    recorded: Recorded
    won: float
    """1 for a win, 0.5 for a shared one, 0 for a loss."""
    margin: float
    """How far it was ahead of the best of the others."""


class Duel:
    def __init__(
        self,
        kind: str,
        seed: int,
        players: tuple[Policy, Policy],
        preset: str,
        seats: int,
        *,
        names: tuple[str, str] = ("challenger", "other"),
    ) -> None:
        """`players` are the challenger, and the player in all other seats; `names` are theirs."""
        self.game = GAMES[kind]
        self.options = self.game.settle_options({}, preset) if preset else {}
        self.seed, self.players, self.seats, self.names = seed, players, seats, names
        self.shuffles: list[tuple[Outcome, ...]] = []
        """The games of each shuffle, with the challenger in each seat."""
        self.times: tuple[list[float], list[float]] = ([], [])
        """The processor seconds of every move, of the challenger and of the others."""

    def play_shuffle(self, number: int) -> Sequence[Outcome]:
        """One game with the challenger in each seat, in the order of the seats."""
        games = tuple(self._play(number, seat) for seat in range(self.seats))
        self.shuffles.append(games)
        return games

    def _play(self, number: int, challenger: int) -> Outcome:
        game, rng = self.game, Random(f"{self.seed}/{number}/{challenger}")
        shuffle, moves = f"duel/{self.seed}/{number}", []
        state, _ = game.begin(shuffle, self.options, 0, self.seats)
        while (seat := game.to_act(state)) is not None:
            side = seat != challenger
            started = process_time()
            move = self.players[side](state, rng)
            self.times[side].append(process_time() - started)
            moves.append(game.move_text(move))
            state, _ = game.apply(state, seat, move)
        winners = game.winners(state)
        won = (challenger in winners) / len(winners) if winners else 0.5
        names = (f"{self.names[seat != challenger]} {seat + 1}" for seat in range(self.seats))
        recorded = Recorded(self.options, shuffle, 0, tuple(names), tuple(moves))
        return Outcome(recorded, won, lead(game.scores(state), challenger))

    def figures(self) -> dict[str, object]:
        """`interval` is the 95% confidence interval of the share of wins, by shuffles: the games
        of one shuffle are not independent of each other."""
        wins = [fmean(one.won for one in games) for games in self.shuffles]
        margins = [one.margin for games in self.shuffles for one in games]
        spread = 1.96 * stdev(wins) / sqrt(len(wins)) if len(wins) > 1 else 0.5
        mean = fmean(wins)
        return {
            "games": len(margins),
            "wins": round(mean, 4),
            "interval": [round(max(0.0, mean - spread), 4), round(min(1.0, mean + spread), 4)],
            "margin": round(fmean(margins), 2),
            "seconds_a_move": _times(self.times[0]),
            "seconds_a_move_against": _times(self.times[1]),
        }


def _times(seconds: Sequence[float]) -> dict[str, float]:
    return {"median": round(median(seconds), 4), "most": round(max(seconds), 4)}
