"""The stock of puzzles that ships, found in games between computer players.

Each is the beginning of a game with the solution of the position that it leads to. The files are
packed, so that nobody reads a solution by listing or searching them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, overload
from zlib import compress, decompress

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from engine.games import GAMES
from engine.puzzles.finding import Solution


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    options: Mapping[str, str]
    seed: str
    first: int
    seats: int
    moves: tuple[str, ...]
    """The moves that lead to the position."""
    solution: Solution


class Stock(Sequence[Puzzle]):
    """Puzzles that are read one at a time: all of a game together take several megabytes."""

    def __init__(self, text: bytes) -> None:
        self._texts = _TEXTS_DECODER.decode(text)

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, number: int) -> Puzzle: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Puzzle]: ...
    def __getitem__(self, number: int | slice) -> Puzzle | Sequence[Puzzle]:
        if isinstance(number, slice):
            return [_DECODER.decode(text) for text in self._texts[number]]
        return _DECODER.decode(self._texts[number])


@cache
def stock_of(kind: str) -> Sequence[Puzzle]:
    """The puzzles of a game. New ones are added at the end, so that a number stays the same one."""
    packed = files("engine.puzzles").joinpath("data", f"{kind}.packed")
    return unpack(packed.read_bytes()) if packed.is_file() else ()


def position_of(kind: str, puzzle: Puzzle) -> Any:
    """Play up to the position. Slow: never on an event loop."""
    game = GAMES[kind]
    state, _ = game.begin(puzzle.seed, puzzle.options, puzzle.first, puzzle.seats)
    return game.play(state, puzzle.moves)


_ENCODER = Encoder()
_DECODER = Decoder(Puzzle)
_TEXTS_DECODER = Decoder(tuple[Raw, ...])


def pack(puzzles: Sequence[Puzzle]) -> bytes:
    return compress(_ENCODER.encode(puzzles), 9)


def unpack(packed: bytes) -> Sequence[Puzzle]:
    return Stock(decompress(packed))
