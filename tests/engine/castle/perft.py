"""Counting the move tree of The Castle at fixed positions, as chess programs do.

The count at depth n is the number of ways to play n moves in a row, answers to "another
turn?" included; the order of the deck is fixed. `perft.json` keeps the positions with their counts:
the table that each begins from and the moves played since. To play and count them again:

    python -m tests.engine.castle.perft
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from engine.castle.choices import legal_moves
from engine.castle.moves import OPTIONS
from engine.castle.rules import castle
from engine.castle.state import State
from tests.engine.castle.oracle.bridge import Table, engine_at
from tests.engine.castle.rare.eager_players import Player, chosen_move

COUNTS = Path(__file__).parent / "perft.json"

OFFICIAL = {name: values[0] for name, values in OPTIONS.values.items()}
OTHERS = {name: values[-1] for name, values in OPTIONS.values.items()}
RIGGED = Table("perft 4", OFFICIAL, 1, scores=(62, 63), held=((1, 1, 2, 2, 3), (2, 3, 3)))
# Name, table, moves to play before counting, depth.
TO_COUNT = (
    ("opening", Table("perft 1", OFFICIAL, 0), 0, 3),
    ("early", Table("perft 2", OFFICIAL, 0), 16, 2),
    ("middle, with the other options", Table("perft 3", OTHERS, 1), 33, 2),
    ("with wall tiles", RIGGED, 24, 2),
    ("last tiles", Table("perft 5", OFFICIAL, 0), 56, 3),
)


@dataclass(frozen=True)
class Position:
    name: str
    table: Table
    moves: list[str]
    counts: list[int]

    def state(self) -> State:
        state = engine_at(self.table)
        for text in self.moves:
            state, _ = castle.apply(state, state.seat, castle.parse_move(text))
        return state


def perft(state: State, depth: int) -> int:
    """How many ways there are to play this many moves."""
    moves = list(legal_moves(state))
    if depth == 1:
        return len(moves)
    return sum(perft(castle.apply(state, state.seat, move)[0], depth - 1) for move in moves)


def positions() -> list[Position]:
    return [
        Position(entry["name"], _table(entry["table"]), entry["moves"], entry["counts"])
        for entry in json.loads(COUNTS.read_text("utf-8"))
    ]


def _table(data: dict[str, object]) -> Table:
    made = {name: _tuples(value) for name, value in data.items()}
    return Table(**made)  # type: ignore[arg-type]  # as asdict wrote it


def _tuples(value: object) -> object:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


def count_again() -> Iterator[Position]:
    for name, table, plies, depth in TO_COUNT:
        state = engine_at(table)
        chance = Random(table.seed)
        moves = list[str]()
        while len(moves) < plies:
            legal = list(legal_moves(state))
            move = chosen_move(Player(6), state, legal, len(moves), chance)
            moves.append(castle.move_text(move))
            state, _ = castle.apply(state, state.seat, move)
        yield Position(name, table, moves, [perft(state, n) for n in range(1, depth + 1)])


def main() -> None:
    entries = []
    for position in count_again():
        entry = asdict(position)
        defaults = asdict(Table("", {}))
        entry["table"] = {k: v for k, v in entry["table"].items() if v != defaults[k]}
        entries.append(entry)
    COUNTS.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
