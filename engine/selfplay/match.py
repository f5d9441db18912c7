"""Whole games from start to end: a policy against itself, or against another on paired shuffles."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter, process_time
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import EXPERTS, positions_in, think
from engine.players.search import LEVELS, Level, Search
from engine.recorded import Ply, Recorded
from engine.selfplay import carcassonne, castellan, castle
from engine.selfplay.simple_players import Particulars, play_ahead, play_at_random
from engine.selfplay.tree_player import TreePlayer

# Only for games that add something.
PARTICULARS: Mapping[str, Particulars[Any, Any, Any]] = {
    "castle": castle.PARTICULARS,
    "carcassonne": carcassonne.PARTICULARS,
    "castellan": castellan.PARTICULARS,
}

SEER = "seer"
# The players that weigh positions, each with its level. A seer thinks like the highest, but sees
# what every player holds and will draw, so it shows what hidden information is worth at most.
THINKING: Mapping[str, Level] = {**LEVELS, SEER: LEVELS["hard"]}

# For each move of the player that searches a tree; about 3 s in Carcassonne.
PLAYOUTS = 1000

# The move chosen by the player to act.
Policy = Callable[[Any, Random], Any]


def policies_of(kind: str) -> Sequence[str]:
    return ("random", "greedy", "mcts", *(THINKING if kind in EXPERTS else ()))


def find_policy(
    kind: str, name: str, positions: int | None = None, playouts: int = PLAYOUTS
) -> Policy:
    """A simple player, one that searches a tree with so many playouts, or one that may weigh so
    many positions."""
    particulars = particulars_of(kind)
    at_random: Policy = particulars.play_at_random or partial(play_at_random, GAMES[kind])
    if name in LEVELS:
        return lambda state, rng: think(kind, state, name, rng, positions).best.move
    if name == SEER:
        level = THINKING[name]
        budget = positions or positions_in(kind, level.seconds)
        search = partial(Search[Any, Any], GAMES[kind], EXPERTS[kind], level, budget)
        return lambda state, rng: search(rng, resample=_see_all).think(state).best.move
    if name == "mcts":
        return TreePlayer(GAMES[kind], particulars.legal_moves, at_random, playouts)
    if name == "random":
        return at_random
    return particulars.play_greedily or partial(play_ahead, GAMES[kind])


def _see_all(state: Any, seat: int, seed: str) -> Any:
    """Nothing is hidden from a seer."""
    return state


def particulars_of(kind: str) -> Particulars[Any, Any, Any]:
    return PARTICULARS.get(kind, Particulars())


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    kind: str
    options: Mapping[str, str]
    seed: str
    players: Sequence[str]
    plies: Sequence[Ply[Any, Any, Any]]

    @property
    def moves(self) -> tuple[str, ...]:
        """As a record writes them."""
        return tuple(GAMES[self.kind].move_text(ply.done) for ply in self.plies[1:])

    def record(self) -> str:
        game = GAMES[self.kind]
        first = GAMES[self.kind].to_act(self.plies[0].state)
        assert first is not None
        players = tuple(self.players)
        return game.records.write_record(
            Recorded(self.options, self.seed, first, players, self.moves)
        )

    def lines(self) -> Iterator[str]:
        """Write the game in lines for people: seat, move, the scores after it, what was scored."""
        game = GAMES[self.kind]
        particulars = particulars_of(self.kind)
        for number, ply in enumerate(self.plies[1:], 1):
            seat = game.to_act(self.plies[number - 1].state)
            text = game.move_text(ply.done)
            scores = " ".join(f"{score:3}" for score in game.scores(ply.state))
            happened = ", ".join(filter(None, map(particulars.describe, ply.events)))
            yield f"{number:3}  {seat}  {text:{particulars.width}} {scores}  {happened}"


def points_by_source(kind: str, plies: Sequence[Ply[Any, Any, Any]]) -> Sequence[Counter[str]]:
    """Count the points of each seat in a finished game."""
    names = particulars_of(kind).sources
    sources = list[Counter[str]]()
    for counted in GAMES[kind].tally((ply.state, ply.events) for ply in plies):
        points = Counter[str]()
        for name, number in counted.items():
            if name.startswith("points."):
                source = name.removeprefix("points.")
                points[names.get(source, source)] += number
        sources.append(points)
    return sources


def play_game(
    kind: str,
    options: Mapping[str, str],
    seed: str,
    players: Sequence[str],
    choose: Callable[[int, Any], Any],
    *,
    first: int | None = None,
) -> SelfPlayed:
    """Play a whole game; `choose` finds the move of a seat in a state."""
    game = GAMES[kind]
    state, events = game.begin(seed, options, first, len(players))
    plies: list[Ply[Any, Any, Any]] = [Ply(None, events, state)]
    while (seat := game.to_act(state)) is not None:
        move = choose(seat, state)
        state, events = game.apply(state, seat, move)
        plies.append(Ply(move, events, state))
    return SelfPlayed(kind, options, seed, players, plies)


class Match:
    """Games of a policy against itself, one after the other, with their figures. Only the playing
    itself is timed."""

    def __init__(
        self,
        kind: str,
        seed: int,
        policy: str,
        preset: str | None = None,
        seats: int | None = None,
        *,
        positions: int | None = None,
        playouts: int = PLAYOUTS,
    ) -> None:
        self.kind = kind
        self.game = GAMES[kind]
        self.seed = seed
        self.particulars = particulars_of(kind)
        self.policy = find_policy(kind, policy, positions, playouts)
        self.counts_legal_moves = policy not in THINKING
        self.options = self.game.settle_options({}, preset)
        seats = seats or self.game.seat_counts[0]
        self.players = [f"{policy} {seat + 1}" for seat in range(seats)]
        self.games = 0
        self.turns = 0
        self.legal_moves = 0
        self.seconds = 0.0
        self.scores: list[int] = []
        self.points = Counter[str]()
        """By source."""
        self.counts = Counter[str]()
        """The game's counts."""

    def play_game(self, number: int) -> SelfPlayed:
        rng = Random(f"{self.seed}/{number}")
        started = perf_counter()

        def choose(seat: int, state: Any) -> Any:
            return self.policy(state, rng)

        shuffle = f"selfplay/{self.seed}/{number}"
        played = play_game(self.kind, self.options, shuffle, self.players, choose)
        self.seconds += perf_counter() - started
        self._count(played.plies)
        return played

    def play(self, number: int) -> Sequence[SelfPlayed]:
        return [self.play_game(number)]

    def _count(self, plies: Sequence[Ply[Any, Any, Any]]) -> None:
        particulars = self.particulars
        self.games += 1
        self.scores += self.game.scores(plies[-1].state)
        self.counts.update(particulars.count(plies))
        for points in points_by_source(self.kind, plies):
            self.points.update(points)
        for before, ply in pairwise(plies):
            if particulars.is_turn(ply.done):
                self.turns += 1
                if particulars.legal_moves and self.counts_legal_moves:
                    self.legal_moves += sum(1 for _ in particulars.legal_moves(before.state))

    def figures(self) -> dict[str, object]:
        total = self.points.total() or 1
        figures: dict[str, object] = {
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "turns": self.turns,
            "turns_per_second": round(self.turns / self.seconds, 1),
            "median_score": median(self.scores),
            "points_share": {
                source: round(points / total, 4) for source, points in self.points.items()
            },
        }
        if self.legal_moves:
            figures["legal_moves_per_turn"] = round(self.legal_moves / self.turns, 1)
        for name, number in self.counts.items():
            each = self.turns if name.endswith("_per_turn") else self.games
            figures[name] = round(number / each, 4)
        return figures


class DuelResult(NamedTuple):
    """Result of one game of a duel for the challenger."""

    won: float
    """1 for a win, 0.5 for a shared one, 0 for a loss."""
    margin: float
    """The points by which it was ahead of the best of the others."""


class Duel:
    """One policy against another on paired shuffles: each shuffle is played once with the
    challenger in every seat, and everything else the same."""

    def __init__(
        self,
        kind: str,
        seed: int,
        policies: Sequence[Policy],
        preset: str,
        seats: int,
        *,
        names: Sequence[str] = ("challenger", "other"),
    ) -> None:
        """`policies` are the challenger and those that sit in the other seats, in this order from
        the challenger on, over and over; `names` are theirs."""
        self.kind = kind
        self.seed = seed
        self.policies = policies
        self.seats = seats
        self.options = GAMES[kind].settle_options({}, preset)
        self.names = names
        self.shuffles: list[Sequence[DuelResult]] = []
        """The results of each shuffle, with the challenger in each seat."""
        self.times: tuple[list[float], list[float]] = ([], [])
        """The processor seconds of every move, of the challenger and of the others."""
        self.points: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        """By source, of the challenger and of the others."""

    def play(self, number: int) -> Sequence[SelfPlayed]:
        """One game with the challenger in each seat, in the order of the seats."""
        games = [self._play(number, seat) for seat in range(self.seats)]
        self.shuffles.append([result for _, result in games])
        return [played for played, _ in games]

    def _play(self, number: int, challenger: int) -> tuple[SelfPlayed, DuelResult]:
        game = GAMES[self.kind]
        rng = Random(f"{self.seed}/{number}/{challenger}")

        def choose(seat: int, state: Any) -> Any:
            started = process_time()
            move = self.policies[players[seat]](state, rng)
            self.times[seat != challenger].append(process_time() - started)
            return move

        others = len(self.policies) - 1
        players = [
            1 + (seat - challenger - 1) % self.seats % others if seat != challenger else 0
            for seat in range(self.seats)
        ]
        names = [f"{self.names[player]} {seat + 1}" for seat, player in enumerate(players)]
        shuffle = f"duel/{self.seed}/{number}"
        played = play_game(self.kind, self.options, shuffle, names, choose, first=0)
        for seat, points in enumerate(points_by_source(self.kind, played.plies)):
            self.points[seat != challenger].update(points)
        end = played.plies[-1].state
        winners = game.winners(end)
        won = (challenger in winners) / len(winners) if winners else 0.5
        return played, DuelResult(won, lead(game.scores(end), challenger))

    def figures(self) -> dict[str, object]:
        """`interval` is the 95% confidence interval of the share of wins, by shuffles: the games
        of one shuffle are not independent of each other."""
        wins = [fmean(result.won for result in games) for games in self.shuffles]
        margins = [result.margin for games in self.shuffles for result in games]
        spread = 1.96 * stdev(wins) / sqrt(len(wins)) if len(wins) > 1 else 0.5
        mean = fmean(wins)
        mine, others = (
            {"median": round(median(taken), 4), "most": round(max(taken), 4)}
            for taken in self.times
        )
        points, points_against = (
            {source: round(total / games, 2) for source, total in of_side.items()}
            for of_side, games in zip(
                self.points, (len(margins), len(margins) * (self.seats - 1)), strict=True
            )
        )
        return {
            "games": len(margins),
            "wins": round(mean, 4),
            "interval": [round(max(0.0, mean - spread), 4), round(min(1.0, mean + spread), 4)],
            "margin": round(fmean(margins), 2),
            "points": points,
            "points_against": points_against,
            "seconds_a_move": mine,
            "seconds_a_move_against": others,
        }
