"""Plays ends of games through by the rules alone, and shows what the search of the end gives away.

    python -m tools.ends --game castle --left 1 --positions 40
    python -m tools.ends --game carcassonne --left 2 --positions 200 --options current

The positions are those of games of `medium` against itself with this many tiles left to draw.
`hard` chooses a move there. Every other legal move is then tried, with everything that may be drawn
or found and every reply, until it is certain that it brings no more, or how much more it brings.
Nothing of a computer player's judgement is used for that. It prints each move that gives something
away; how many positions the search itself held for exact; how long it took; and the points given
away on average.

A position that takes too long is counted as given up. Between two players only.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import inf
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from engine.carcassonne import placing as carcassonne_placing
from engine.castle import choices as castle_choices
from engine.castle.events import FeatureScored
from engine.castle.imagining import unseen_wall_tiles
from engine.errors import IllegalMove
from engine.games import GAMES
from engine.players.players import positions_in, think
from engine.players.search import LEVELS
from engine.players.tiles import stack, with_stack
from engine.selfplay.match import Match

LEGAL_MOVES: Mapping[str, Callable[[Any], Iterable[Any]]] = {
    "castle": castle_choices.legal_moves,
    "carcassonne": carcassonne_placing.legal_moves,
}
# Leads closer than this are the same.
EPSILON = 1e-6
# The best moves elsewhere that are tried first.
REMEMBERED = 6


class GivenUp(Exception):
    """It took too long."""


@dataclass(slots=True)
class BruteForce:
    """Finds what moves bring by trying everything that can follow."""

    kind: str
    until: float
    """The processor time at which it gives up."""
    strong: dict[tuple[int, str | None], list[Any]] = field(default_factory=dict)
    """The moves that were best elsewhere, the latest first, by the seat and the tile to be laid."""

    def moves(self, state: Any) -> list[Any]:
        """Every legal move, first those that were best elsewhere."""
        moves = list(LEGAL_MOVES[self.kind](state))
        strong = [move for move in self._strong(state) if move in moves]
        return [*strong, *(move for move in moves if move not in strong)]

    def best(self, state: Any) -> float:
        """The lead that the player to act ends with if both do what is best."""
        best = -inf
        for move in self.moves(state):
            lead = self.lead_after(state, move, best)
            if lead > best:
                best = lead
                self._remember(state, move)
        return best

    def lead_after(self, state: Any, move: Any, least: float = -inf) -> float:
        """The lead that the player to act ends with after a move; if it brings no more than
        `least`, some lead that is no more than that either."""
        game = GAMES[self.kind]
        seat = game.to_act(state)
        assert seat is not None
        if process_time() > self.until:
            raise GivenUp
        outcomes = list(self.outcomes(state, move))
        leads = [self._most(after, seat) for _, after in outcomes]

        def total() -> float:
            return sum(chance * lead for (chance, _), lead in zip(outcomes, leads, strict=True))

        for number, (_, after) in enumerate(outcomes):
            if total() <= least + EPSILON:
                return min(total(), least)
            acts = game.to_act(after)
            if acts is not None:
                best = self.best(after)
                leads[number] = best if acts == seat else -best
        return total()

    def outcomes(self, state: Any, move: Any) -> Iterator[tuple[float, Any]]:
        """Every position that a move may lead to, with its chance: the tiles to come in every
        order, and every kind of wall tile where it takes some."""
        game = GAMES[self.kind]
        seat = game.to_act(state)
        assert seat is not None
        orders = Counter(permutations(stack(state)))
        for order, times in orders.items():
            world = with_stack(state, order)
            after, events = game.apply(world, seat, move)
            chance = times / orders.total()
            towers = [
                event.tower
                for event in events
                if isinstance(event, FeatureScored) and event.tower is not None
            ]
            if not towers:
                yield chance, after
                continue
            kinds = Counter(permutations(unseen_wall_tiles(state), len(towers)))
            for found, number in kinds.items():
                lying = dict(zip(towers, found, strict=True))
                setup = replace(world.setup, wall_tiles={**world.setup.wall_tiles, **lying})
                wall = {**state.wall, **lying}
                after, _ = game.apply(world._replace(setup=setup, wall=wall), seat, move)
                yield chance * number / kinds.total(), after

    def _most(self, state: Any, seat: int) -> float:
        """At most this lead for the seat: what the opponent's best move elsewhere leaves it."""
        game = GAMES[self.kind]
        acts = game.to_act(state)
        if acts is None:
            scores = game.scores(state)
            return float(scores[seat] - scores[1 - seat])
        if acts == seat:
            return inf
        for move in self._strong(state):
            try:
                return -self.lead_after(state, move)
            except IllegalMove:
                continue
        return inf

    def _strong(self, state: Any) -> list[Any]:
        return self.strong.get((state.seat, state.drawn), [])

    def _remember(self, state: Any, move: Any) -> None:
        others = [other for other in self._strong(state) if other != move]
        self.strong[state.seat, state.drawn] = [move, *others][:REMEMBERED]


@dataclass(frozen=True, slots=True)
class Checked:
    """A choice of `hard`, and what it gives away."""

    chosen: Any
    better: Any | None
    lost: float | None
    """None if trying everything took too long."""
    is_exact: bool
    """The search held it for exact."""
    positions: int
    seconds: float


def check(kind: str, state: Any, positions: int, longest: float = inf) -> Checked:
    """Compare the choice of `hard` with everything else, for at most this many seconds."""
    started = process_time()
    thought = think(kind, state, "hard", Random(1), positions)
    seconds = process_time() - started
    brute_force = BruteForce(kind, process_time() + longest)
    chosen = thought.best.move
    better = None
    lost: float | None = None
    try:
        lead = brute_force.lead_after(state, chosen)
        most = lead
        for move in brute_force.moves(state):
            brought = brute_force.lead_after(state, move, most)
            if brought > most + EPSILON:
                most = brought
                better = move
        lost = most - lead
    except GivenUp:
        better = None
    return Checked(
        chosen,
        better,
        lost,
        is_exact=thought.is_exact,
        positions=thought.positions,
        seconds=seconds,
    )


def positions_of(kind: str, preset: str, seed: int, left: int) -> Iterator[tuple[int, int, Any]]:
    """Positions with this many tiles left to draw, each with the number of the game and the ply."""
    match = Match(kind, seed, "medium", preset)
    number = 0
    while True:
        (played,) = match.play(number)
        for number_of_ply, ply in enumerate(played.plies, 1):
            state = ply.state
            if GAMES[kind].to_act(state) is not None and len(stack(state)) == left:
                yield number, number_of_ply, state
        number += 1


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.ends", description=__doc__)
    parser.add_argument("--game", choices=sorted(LEGAL_MOVES), required=True)
    parser.add_argument("--options", help="a preset of the game's options (default its first)")
    parser.add_argument("--left", type=int, default=1, help="tiles left to draw (default 1)")
    parser.add_argument("--positions", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument(
        "--longest", type=float, default=60.0, help="seconds of trying everything (default 60)"
    )
    chosen = parser.parse_args(arguments)
    preset = chosen.options or next(iter(GAMES[chosen.game].presets))
    budget = positions_in(chosen.game, LEVELS["hard"].seconds)
    text = GAMES[chosen.game].move_text
    checked: list[Checked] = []
    for number, ply, state in positions_of(chosen.game, preset, chosen.seed, chosen.left):
        result = check(chosen.game, state, budget, chosen.longest)
        checked.append(result)
        if result.better is not None:
            moves = f"{text(result.chosen)} instead of {text(result.better)}"
            print(f"game {number} ply {ply}: {moves} gives away {result.lost:.2f}", flush=True)
        print(json.dumps(figures(checked)), file=sys.stderr, flush=True)
        if len(checked) == chosen.positions:
            break
    print(json.dumps(figures(checked)))


def figures(checked: Sequence[Checked]) -> Mapping[str, object]:
    seconds = [result.seconds for result in checked]
    lost = [result.lost for result in checked if result.lost is not None]
    return {
        "positions": len(checked),
        "exact": sum(result.is_exact for result in checked),
        "giving_away": sum(result.better is not None for result in checked),
        "wrong_though_exact": sum(
            result.is_exact and result.better is not None for result in checked
        ),
        "given_up": len(checked) - len(lost),
        "lost": round(fmean(lost or [0.0]), 4),
        "weighed": {
            "median": median(result.positions for result in checked),
            "most": max(result.positions for result in checked),
        },
        "seconds": {"median": round(median(seconds), 3), "most": round(max(seconds), 3)},
    }


if __name__ == "__main__":
    main()
