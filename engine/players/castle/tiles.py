"""The tiles of The Castle: implements `engine.players.search.tiles`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.castle.play.placing import fits_somewhere
from engine.castle.play.turn import apply
from engine.castle.seen.resampling import unseen_wall_tiles
from engine.castle.state import State, tiles_left
from engine.castle.vocabulary.moves import Move
from engine.players.castle.board.wall_tiles import walls
from engine.players.search.tiles import Outcome, orders

move_cost = 12


def stack(state: State) -> Sequence[str]:
    return state.setup.deck[state.dealt :]


def with_stack(state: State, stack: Sequence[str]) -> State:
    deck = (*state.setup.deck[: state.dealt], *stack)
    return state._replace(setup=replace(state.setup, deck=deck))


def outcomes(state: State, move: Move) -> Sequence[Outcome]:
    """The outcomes by the wall tiles found, and by the tile drawn next."""
    shown = _undrawn(state, move)
    found = [tower for tower in state.wall if tower not in shown.wall]
    if not found:
        return list(_by_draw(1.0, state, move, shown))
    worlds = [
        (chance, _with_wall(state, wall))
        for chance, wall in walls(state.wall, found, unseen_wall_tiles(state))
    ]
    return [
        outcome
        for chance, world in worlds
        for outcome in _by_draw(chance, world, move, _undrawn(world, move))
    ]


def _by_draw(chance: float, state: State, move: Move, shown: State) -> Iterator[Outcome]:
    """`shown` is the state after the move, before a tile is drawn."""
    seat, catalogue = state.seat, state.setup.catalogue
    if shown.phase == "again" or not tiles_left(state):
        yield Outcome(chance, apply(state, seat, move)[0])
        return
    for likely, tiles in orders(
        stack(state), lambda tile: fits_somewhere(shown.board, catalogue, tile)
    ):
        yield Outcome(chance * likely, apply(with_stack(state, tiles), seat, move)[0])


def _undrawn(state: State, move: Move) -> State:
    """The state after the move, before a tile is drawn; never the end of the game."""
    setup = replace(
        state.setup, deck=state.setup.deck[: state.dealt], unknown=tiles_left(state) or 1
    )
    return apply(state._replace(setup=setup), state.seat, move)[0]


def _with_wall(state: State, wall: Mapping[int, int]) -> State:
    kinds = {**state.setup.wall_tiles, **wall}
    return state._replace(setup=replace(state.setup, wall_tiles=kinds), wall=wall)
