"""The end of a game of Carcassonne: implements `engine.players.endgame`."""

from collections.abc import Sequence
from dataclasses import replace

from engine.carcassonne.play.placing import fits_somewhere
from engine.carcassonne.play.turn import apply
from engine.carcassonne.state import State, tiles_left
from engine.carcassonne.vocabulary.moves import Move
from engine.players.endgame import Outcome, orders

__all__ = ["outcomes", "tiles_left", "toil"]

toil = 1


def outcomes(state: State, move: Move) -> Sequence[Outcome]:
    setup, seat = state.setup, state.seat
    drawn, hidden = setup.deck[: state.dealt], setup.deck[state.dealt :]
    if not hidden:
        return [Outcome(1.0, apply(state, seat, move)[0])]
    undrawn = state._replace(setup=replace(setup, deck=drawn, unknown=len(hidden)))
    board = apply(undrawn, seat, move)[0].board
    return [
        Outcome(
            chance,
            apply(state._replace(setup=replace(setup, deck=(*drawn, *tiles))), seat, move)[0],
        )
        for chance, tiles in orders(
            hidden, lambda tile: fits_somewhere(board, setup.catalogue, tile)
        )
    ]
