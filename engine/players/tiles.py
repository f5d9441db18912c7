"""Games in which tiles are drawn from a stack: what may come next, and how likely it is."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.players.expert import Draw


class TileState(Protocol):
    """The common part of these games' states."""

    @property
    def setup(self) -> Any: ...

    @property
    def drawn(self) -> str | None: ...

    @property
    def dealt(self) -> int: ...

    def _replace(self: "S", *, setup: Any = ..., drawn: str | None = ...) -> "S": ...


S = TypeVar("S", bound=TileState)


def stack(state: TileState) -> tuple[str, ...]:
    """The tiles still to be drawn, the next one first."""
    tiles: tuple[str, ...] = state.setup.deck[state.dealt :]
    return tiles


def with_stack(state: S, stack: Sequence[str]) -> S:
    """The same position with the tiles coming in this order."""
    deck = (*state.setup.deck[: state.dealt], *stack)
    return state._replace(setup=replace(state.setup, deck=deck))


def with_next(state: S, tile: str) -> S:
    """The same position with this tile coming next; if the stack lacks it, it replaces the last."""
    tiles = stack(state)
    at = tiles.index(tile) if tile in tiles else len(tiles) - 1
    return with_stack(state, (tile, *tiles[:at], *tiles[at + 1 :]))


def without_stack(state: S) -> S:
    """The same position with an unknown stack: a move ends before the next tile is drawn, and never
    ends the game."""
    setup, dealt = state.setup, state.dealt
    unknown = len(setup.deck) + setup.unknown - dealt or 1
    return state._replace(setup=replace(setup, deck=setup.deck[:dealt], unknown=unknown))


def to_come(state: TileState) -> int:
    """The number of tiles still to be laid, the drawn one included."""
    left: int = len(state.setup.deck) + state.setup.unknown - state.dealt
    return left + (state.drawn is not None)


def draws(state: S, unseen: Sequence[str], fits: Callable[[str], bool]) -> Sequence[Draw]:
    """The possible draws of the player to act: every tile that fits somewhere was equally likely,
    so each type is weighted by its number."""
    if state.drawn is None:
        return ()
    tiles, found = Counter(sorted((state.drawn, *unseen))), []
    for tile, count in tiles.items():
        if fits(tile):
            others = list((tiles - Counter([tile])).elements())[: to_come(state) - 1]
            deck = (*state.setup.deck[: state.dealt - 1], tile, *others)
            held = state._replace(setup=replace(state.setup, deck=deck), drawn=tile)
            found.append(Draw(count, held))
    return found


class DrawOrder(NamedTuple):
    """An order in which the tiles may come: some that fit nowhere, one that fits, the rest in any
    order."""

    chance: float
    tiles: tuple[str, ...]


def orders(tiles: Sequence[str], fits: Callable[[str], bool]) -> Sequence[DrawOrder]:
    """Every tile that could be drawn next, with each set of tiles that may be discarded before."""
    found = defaultdict[tuple[str, ...], float](float)

    def draw(chance: float, discarded: tuple[str, ...], left: Counter[str]) -> None:
        if not left:
            found[tuple(sorted(discarded))] += chance
        for tile, number in left.items():
            likely, rest = chance * number / left.total(), left - Counter([tile])
            if fits(tile):
                found[(*sorted(discarded), tile, *rest.elements())] += likely
            else:
                draw(likely, (*discarded, tile), rest)

    draw(1.0, (), Counter(sorted(tiles)))
    return [DrawOrder(chance, order) for order, chance in found.items()]
