"""What a review needs to know about Carcassonne: implements `engine.players.hindsight`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.carcassonne.play.placing import fits_somewhere
from engine.carcassonne.state import State, tiles_left, unseen
from engine.players.hindsight import Curve, Draw

curve = Curve(turn=0.97, spread=0.28, bend=0.94)


def to_come(state: State) -> int:
    return tiles_left(state) + (state.drawn is not None)


def draws(state: State, before: State | None) -> Sequence[Draw]:
    """Every tile that fits somewhere was equally likely (C3), so each type is weighted by its
    number."""
    if state.drawn is None:
        return ()
    board, catalogue = state.board, state.setup.catalogue
    tiles = Counter(sorted((state.drawn, *unseen(state))))
    return [
        Draw(count, _holding(state, tile, tiles))
        for tile, count in tiles.items()
        if fits_somewhere(board, catalogue, tile)
    ]


def _holding(state: State, tile: str, tiles: Counter[str]) -> State:
    others = list((tiles - Counter([tile])).elements())[: tiles_left(state)]
    deck = (*state.setup.deck[: state.dealt - 1], tile, *others)
    return state._replace(setup=replace(state.setup, deck=deck), drawn=tile)
