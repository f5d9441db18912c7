"""The possible draws and wall tiles turned up: the outcomes of a move, and what else a player could
have drawn."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

from engine.castle.imagining import unseen_wall_tiles
from engine.castle.moves import Move
from engine.castle.placing import fits_somewhere
from engine.castle.state import State, unseen_tiles
from engine.castle.turn import apply
from engine.players import tiles
from engine.players.expert import Draw, Outcome
from engine.players.tiles import orders, stack, with_stack, without_stack


def draws(state: State, before: State | None) -> Sequence[Draw]:
    """By R7."""
    fits = partial(fits_somewhere, state.board, state.setup.catalogue)
    return tiles.draws(state, unseen_tiles(state), fits)


def outcomes(state: State, move: Move) -> Sequence[Outcome]:
    """The outcomes by the wall tiles found, and by the tile drawn next."""
    shown = _before_draw(state, move)
    found = [tower for tower in state.wall if tower not in shown.wall]
    if not found:
        return list(_by_draw(1.0, state, move, shown))
    walls = possible_walls(state.wall, found, unseen_wall_tiles(state))
    worlds = [(chance, _with_wall(state, wall)) for chance, wall in walls]
    return [
        outcome
        for chance, world in worlds
        for outcome in _by_draw(chance, world, move, _before_draw(world, move))
    ]


def _before_draw(state: State, move: Move) -> State:
    return apply(without_stack(state), state.seat, move)[0]


def _by_draw(chance: float, state: State, move: Move, shown: State) -> Iterator[Outcome]:
    """`shown` is the state after the move, before a tile is drawn."""
    if shown.phase == "again" or not stack(state):
        yield Outcome(chance, apply(state, state.seat, move)[0])
        return
    fits = partial(fits_somewhere, shown.board, state.setup.catalogue)
    for likely, order in orders(stack(state), fits):
        yield Outcome(chance * likely, apply(with_stack(state, order), state.seat, move)[0])


def _with_wall(state: State, wall: Mapping[int, int]) -> State:
    kinds = {**state.setup.wall_tiles, **wall}
    return state._replace(setup=replace(state.setup, wall_tiles=kinds), wall=wall)


def possible_walls(
    wall: Mapping[int, int], found: Collection[int], unseen: Sequence[int]
) -> Iterator[tuple[float, dict[int, int]]]:
    """The wall, with its chance, for each way in which the wall tiles on the towers in `found` can
    be of the unseen kinds. The tiles on other towers do not matter."""
    ways = Counter(permutations(sorted(unseen), len(found)))
    for kinds, number in ways.items():
        yield number / ways.total(), {**wall, **dict(zip(found, kinds, strict=True))}
