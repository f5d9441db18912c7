"""The possible draws: the outcomes of a move, and what else a player could have drawn."""

from collections.abc import Sequence
from functools import partial

from engine.carcassonne.moves import Move
from engine.carcassonne.placing import fits_somewhere
from engine.carcassonne.state import State, unseen_tiles
from engine.carcassonne.turn import apply
from engine.players import tiles
from engine.players.expert import Draw, Outcome
from engine.players.tiles import orders, stack, with_stack, without_stack


def draws(state: State, before: State | None) -> Sequence[Draw]:
    """By C3."""
    fits = partial(fits_somewhere, state.board, state.setup.catalogue)
    return tiles.draws(state, unseen_tiles(state), fits)


def outcomes(state: State, move: Move) -> Sequence[Outcome]:
    """The outcomes by the tile drawn next."""
    if not stack(state):
        return [Outcome(1.0, apply(state, state.seat, move)[0])]
    board = apply(without_stack(state), state.seat, move)[0].board
    return [
        Outcome(chance, apply(with_stack(state, order), state.seat, move)[0])
        for chance, order in orders(
            stack(state), partial(fits_somewhere, board, state.setup.catalogue)
        )
    ]
