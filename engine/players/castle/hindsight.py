"""What a review needs to know about The Castle: implements `engine.players.hindsight`."""

from collections.abc import Sequence
from dataclasses import replace

from engine.castle.play.placing import fits_somewhere
from engine.castle.state import State, tiles_left, unseen
from engine.players.hindsight import Curve, Draw

curve = Curve(turn=-0.31, spread=4.97, bend=0.17)


def to_come(state: State) -> int:
    return tiles_left(state) + (state.drawn is not None)


def draws(state: State, before: State | None) -> Sequence[Draw]:
    """Every tile that fits somewhere was as likely as any other (R7)."""
    if state.drawn is None:
        return ()
    board, catalogue = state.board, state.setup.catalogue
    tiles = sorted((state.drawn, *unseen(state)))
    return [
        Draw(1, _holding(state, tile, tiles))
        for tile in tiles
        if fits_somewhere(board, catalogue, tile)
    ]


def _holding(state: State, tile: str, tiles: Sequence[str]) -> State:
    others = [other for other in tiles if other != tile][: tiles_left(state)]
    deck = (*state.setup.deck[: state.dealt - 1], tile, *others)
    return state._replace(setup=replace(state.setup, deck=deck), drawn=tile)
