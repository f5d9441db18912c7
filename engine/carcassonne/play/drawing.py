"""Drawing the next tile, and ending the game if there is none (C3, C16)."""

from engine.carcassonne.play.final import finish
from engine.carcassonne.play.placing import fits_somewhere
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.events import Event, TileDiscarded, TileDrawn


def draw(state: State, seat: int, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Draw for this seat until a tile fits; if no tile is left, the game is over."""
    deck, dealt, unknown = state.setup.deck, state.dealt, state.setup.unknown
    discarded: list[str] = []
    drawn = None
    while dealt < len(deck) and drawn is None:
        tile = deck[dealt]
        dealt += 1
        if fits_somewhere(state.board, state.setup.catalogue, tile):
            drawn = tile
            events.append(TileDrawn(seat, tile, len(deck) + unknown - dealt))
        else:
            discarded.append(tile)
            events.append(TileDiscarded(tile))
    if drawn is None and not unknown:
        over = state._replace(phase="over", drawn=None, discarded=tuple(discarded), dealt=dealt)
        return finish(over, events)
    return state._replace(seat=seat, drawn=drawn, discarded=tuple(discarded), dealt=dealt), tuple(
        events
    )
