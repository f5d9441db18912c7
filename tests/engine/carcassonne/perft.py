"""Counting the move tree of Carcassonne at fixed positions, as chess programs do.

The count at depth n is the number of ways to play n moves in a row; the order of the
deck is fixed. `perft.json` keeps the positions with their counts: the game that each begins from
and the moves played since. To play and count them again:

    python -m tests.engine.carcassonne.perft
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.selfplay.carcassonne import play_greedily
from tests.engine.carcassonne.oracle.game import NaiveGame

COUNTS = Path(__file__).parent / "perft.json"


@dataclass(frozen=True)
class Table:
    """What determines a game."""

    seed: str
    preset: str
    seats: int

    def begun(self) -> State:
        return carcassonne.begin(
            self.seed, carcassonne.settle_options({}, self.preset), 0, self.seats
        )[0]


# Name, table, moves to play before counting, depth.
TO_COUNT = (
    ("opening", Table("perft 1", "classic", 2), 0, 4),
    ("early, with five players", Table("perft 2", "classic", 5), 12, 2),
    ("middle, by the current rules", Table("perft 3", "current", 3), 35, 2),
    ("without a follower", Table("perft 4", "classic", 2), 69, 1),
    ("last tiles", Table("perft 5", "current", 4), 68, 3),
    ("the river", Table("perft 6", "big", 2), 3, 3),
    ("with both expansions, six players", Table("perft 7", "big", 6), 40, 2),
)


@dataclass(frozen=True)
class Position:
    name: str
    table: Table
    moves: list[str]
    counts: list[int]

    def state(self) -> State:
        state = self.table.begun()
        for text in self.moves:
            state, _ = carcassonne.apply(state, state.seat, carcassonne.parse_move(text))
        return state

    def naive(self) -> NaiveGame:
        """Build the same position on the naive table."""
        state = self.table.begun()
        options = carcassonne.settle_options({}, self.table.preset)
        game = NaiveGame(self.table.seats, **options)
        for text in self.moves:
            assert state.drawn is not None
            game.play(state.seat, state.drawn, text)
            state, _ = carcassonne.apply(state, state.seat, carcassonne.parse_move(text))
        return game


def perft(state: State, depth: int) -> int:
    """How many ways there are to play this many moves."""
    moves = list(legal_moves(state))
    if depth == 1:
        return len(moves)
    return sum(perft(carcassonne.apply(state, state.seat, move)[0], depth - 1) for move in moves)


def positions() -> list[Position]:
    return [
        Position(entry["name"], Table(**entry["table"]), entry["moves"], entry["counts"])
        for entry in json.loads(COUNTS.read_text("utf-8"))
    ]


def count_again() -> Iterator[Position]:
    for name, table, plies, depth in TO_COUNT:
        state = table.begun()
        chance = Random(table.seed)
        moves = list[str]()
        while len(moves) < plies:
            move = play_greedily(state, chance)
            moves.append(carcassonne.move_text(move))
            state, _ = carcassonne.apply(state, state.seat, move)
        yield Position(name, table, moves, [perft(state, n) for n in range(1, depth + 1)])


def main() -> None:
    entries = [asdict(position) for position in count_again()]
    COUNTS.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
