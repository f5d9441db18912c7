"""What the search needs to know about a game in which tiles are drawn from a stack: what may come,
and how likely it is."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
M_contra = TypeVar("M_contra", contravariant=True)


class Outcome(NamedTuple):
    """A possible outcome of a move."""

    chance: float
    state: Any


class Tiles(Protocol[S, M_contra]):
    """The game-specific part. The states are resample ones, so the stack is no secret."""

    @property
    def move_cost(self) -> int:
        """How many positions can be weighed in the time in which one move is weighed at the end."""

    def stack(self, state: S) -> Sequence[str]:
        """The tiles still to be drawn, the next one first."""

    def with_stack(self, state: S, stack: Sequence[str]) -> S:
        """The same position with the tiles coming in this order."""

    def outcomes(self, state: S, move: M_contra) -> Sequence[Outcome]:
        """All possible outcomes of a move, as its player sees it; the chances sum to 1."""


class Order(NamedTuple):
    """An order in which the tiles may come: some that fit nowhere, one that fits, the rest in any
    order."""

    chance: float
    tiles: tuple[str, ...]


def orders(tiles: Sequence[str], fits: Callable[[str], bool]) -> Sequence[Order]:
    """Every tile that could be drawn next, with each set of tiles that may be discarded before."""
    found = defaultdict[tuple[str, ...], float](float)
    for chance, discarded, rest in _draws(1.0, (), Counter(sorted(tiles)), fits):
        found[(*sorted(discarded), *rest)] += chance
    return [Order(chance, order) for order, chance in found.items()]


def _draws(
    chance: float, discarded: tuple[str, ...], left: Counter[str], fits: Callable[[str], bool]
) -> Iterator[tuple[float, tuple[str, ...], tuple[str, ...]]]:
    """The tiles discarded, and the one drawn followed by those left."""
    total = left.total()
    if not total:
        yield chance, discarded, ()
    for tile, number in left.items():
        likely, rest = chance * number / total, left - Counter([tile])
        if fits(tile):
            yield likely, discarded, (tile, *rest.elements())
        else:
            yield from _draws(likely, (*discarded, tile), rest, fits)


def next_first(stack: Sequence[str], tile: str) -> Sequence[str]:
    """The stack with this tile on top; if the stack lacks it, it replaces the last tile."""
    at = stack.index(tile) if tile in stack else len(stack) - 1
    return (tile, *stack[:at], *stack[at + 1 :])
