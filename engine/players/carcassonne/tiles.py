"""The tiles of Carcassonne: implements `engine.players.search.tiles`."""

from collections.abc import Sequence
from dataclasses import replace

from engine.carcassonne.play.placing import fits_somewhere
from engine.carcassonne.play.turn import apply
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import Move
from engine.players.search.tiles import Outcome, orders

move_cost = 1


def stack(state: State) -> Sequence[str]:
    return state.setup.deck[state.dealt :]


def with_stack(state: State, stack: Sequence[str]) -> State:
    deck = (*state.setup.deck[: state.dealt], *stack)
    return state._replace(setup=replace(state.setup, deck=deck))


def outcomes(state: State, move: Move) -> Sequence[Outcome]:
    setup, seat, hidden = state.setup, state.seat, stack(state)
    if not hidden:
        return [Outcome(1.0, apply(state, seat, move)[0])]
    deck = setup.deck[: state.dealt]
    undrawn = state._replace(setup=replace(setup, deck=deck, unknown=len(hidden)))
    board = apply(undrawn, seat, move)[0].board
    return [
        Outcome(chance, apply(with_stack(state, tiles), seat, move)[0])
        for chance, tiles in orders(
            hidden, lambda tile: fits_somewhere(board, setup.catalogue, tile)
        )
    ]
