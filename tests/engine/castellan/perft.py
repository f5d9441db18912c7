"""Counting the legal places along fixed games, as chess programs count moves.

A turn has too many continuations to list, so what is counted is where a tower, a short and a long
wall could go: before the first piece of every turn, and after each. `perft.json` keeps the games
with their counts. To play and count them again:

    python -m tests.engine.castellan.perft
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from engine.castellan.moves import Turn
from engine.castellan.pieces import KINDS
from engine.castellan.places import places
from engine.castellan.plan import place_piece
from engine.castellan.rules import castellan
from engine.castellan.state import State
from tests.engine.castellan.kit.playing import by_chance, compactly

COUNTS = Path(__file__).parent / "perft.json"
# How the turns are chosen, and how many players there are.
TO_COUNT = (("compact", 2), ("anyhow", 3), ("compact", 4))


@dataclass(frozen=True)
class Walk:
    """What determines a game, with its counts."""

    seed: str
    seats: int
    turns: Sequence[str]
    counts: Sequence[str]
    """For each turn: the places of a tower, a short and a long wall before each of its pieces."""

    def count_places(self) -> Iterator[str]:
        state, _ = castellan.begin(self.seed, {}, 0, self.seats)
        for text in self.turns:
            move = castellan.parse_move(text)
            yield " ".join(_counts(state, move))
            state, _ = castellan.apply(state, state.seat, move)


def _counts(state: State, move: Turn) -> Iterator[str]:
    plan = state.plan
    for piece in move.build:
        yield "/".join(str(len(places(plan, kind, state.seat))) for kind in KINDS)
        plan = place_piece(plan, piece, state.seat)


def walks() -> list[Walk]:
    return [Walk(**entry) for entry in json.loads(COUNTS.read_text("utf-8"))]


def count_again() -> Iterator[Walk]:
    for number, (manner, seats) in enumerate(TO_COUNT):
        seed = f"perft {number}"
        chance = Random(number)
        state, _ = castellan.begin(seed, {}, 0, seats)
        turns = []
        while state.phase != "over":
            move = (compactly if manner == "compact" else by_chance)(state, chance)
            turns.append(castellan.move_text(move))
            state, _ = castellan.apply(state, state.seat, move)
        walk = Walk(seed, seats, turns, [])
        yield Walk(seed, seats, turns, list(walk.count_places()))


def main() -> None:
    entries = [asdict(walk) for walk in count_again()]
    COUNTS.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
