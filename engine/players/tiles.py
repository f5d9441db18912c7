"""Games in which tiles are drawn from a stack: what may come next, and how likely it is."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

from engine.counts import most
from engine.players.expert import Draw, Outcome
from engine.rules import M
from engine.tiles.draws import fits_somewhere
from engine.tiles.feature import Follower, weigh_followers


class TileState(Protocol):
    """Common part of these games' states."""

    @property
    def setup(self) -> Any: ...

    @property
    def board(self) -> Any: ...

    @property
    def phase(self) -> str: ...

    @property
    def seat(self) -> int: ...

    @property
    def drawn(self) -> str | None: ...

    @property
    def dealt(self) -> int: ...

    def _replace(self: "S", *, setup: Any = ..., drawn: str | None = ...) -> "S": ...


S = TypeVar("S", bound=TileState)


def stack(state: TileState) -> tuple[str, ...]:
    """List the tiles still to be drawn, the next one first."""
    tiles: tuple[str, ...] = state.setup.deck[state.dealt :]
    return tiles


def with_stack(state: S, stack: Sequence[str]) -> S:
    """Let the tiles come in this order."""
    deck = (*state.setup.deck[: state.dealt], *stack)
    return state._replace(setup=replace(state.setup, deck=deck))


def with_next(state: S, tile: str) -> S:
    """Let this tile come next; if the stack lacks it, it replaces the last."""
    tiles = stack(state)
    at = tiles.index(tile) if tile in tiles else len(tiles) - 1
    return with_stack(state, (tile, *tiles[:at], *tiles[at + 1 :]))


def without_stack(state: S) -> S:
    """Make the stack unknown: a move ends before the next draw, and never ends the game."""
    setup = state.setup
    dealt = state.dealt
    unknown = len(setup.deck) + setup.unknown - dealt or 1
    return state._replace(setup=replace(setup, deck=setup.deck[:dealt], unknown=unknown))


def leaders_of(followers: Iterable[Follower], seats: int) -> tuple[int, ...]:
    """Find the seats with the most of these followers."""
    return most(weigh_followers(followers, seats))


def to_come(state: TileState) -> int:
    """Count the tiles still to be laid, the drawn one included."""
    left: int = len(state.setup.deck) + state.setup.unknown - state.dealt
    return left + (state.drawn is not None)


def orders(tiles: Sequence[str], fits: Callable[[str], bool]) -> Mapping[tuple[str, ...], float]:
    """Find the orders in which the tiles may come, with their chances: every tile that could be
    drawn next, after each set of tiles that may be discarded before, and the rest in any order."""
    chances = defaultdict[tuple[str, ...], float](float)

    def draw(chance: float, discarded: tuple[str, ...], left: Counter[str]) -> None:
        if not left:
            chances[tuple(sorted(discarded))] += chance
        for tile, number in left.items():
            likely = chance * number / left.total()
            rest = left - Counter([tile])
            if fits(tile):
                chances[(*sorted(discarded), tile, *rest.elements())] += likely
            else:
                draw(likely, (*discarded, tile), rest)

    draw(1.0, (), Counter(sorted(tiles)))
    return chances


@dataclass(frozen=True, slots=True)
class TileDraws(Generic[S, M]):
    """Possible draws in one of these games, by its rules."""

    piles: Callable[[S], Sequence[Sequence[str]]]
    """The tiles that were not seen yet when the one in hand was drawn: first those of which it is
    one, then those that come after all of these."""
    apply: Callable[[S, int, M], tuple[S, Any]]

    def draws(self, state: S, before: S | None) -> Sequence[Draw[S]]:
        """List the possible draws of the player to act: every tile that fits somewhere was equally
        likely, so each type is weighted by its number."""
        if state.drawn is None:
            return ()
        first, *later = self.piles(state)
        tiles = Counter(sorted(first))
        draws: list[Draw[S]] = []
        for tile, count in tiles.items():
            if fits_somewhere(state.board, state.setup.catalogue, tile):
                others = [*(tiles - Counter([tile])).elements(), *chain.from_iterable(later)]
                others = others[: to_come(state) - 1]
                deck = (*state.setup.deck[: state.dealt - 1], tile, *others)
                held = state._replace(setup=replace(state.setup, deck=deck), drawn=tile)
                draws.append(Draw(count, held))
        return draws

    def before_draw(self, state: S, move: M) -> S:
        """Play a move, but do not draw the next tile."""
        return self.apply(without_stack(state), state.seat, move)[0]

    def outcomes(self, state: S, move: M) -> Sequence[Outcome[S]]:
        """List the outcomes of a move by the tile drawn next, if nothing else is hidden."""
        return self.outcomes_after(self.before_draw(state, move), state, move)

    def outcomes_after(self, before_draw: S, state: S, move: M) -> Sequence[Outcome[S]]:
        """List the outcomes, if the position before the draw is known."""
        if before_draw.phase == "again" or not stack(state):
            return [Outcome(1.0, self.apply(state, state.seat, move)[0])]
        fits = partial(fits_somewhere, before_draw.board, state.setup.catalogue)
        return [
            Outcome(chance, self.apply(with_stack(state, order), state.seat, move)[0])
            for order, chance in orders(stack(state), fits).items()
        ]
