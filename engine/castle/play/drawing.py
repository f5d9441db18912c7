"""Drawing the next tile, and ending the game when there is none (R7, R26)."""

from engine.castle.play.final import finish
from engine.castle.play.placing import fits_somewhere
from engine.castle.state import State
from engine.castle.vocabulary.events import Event, TileDiscarded, TileDrawn


def draw(
    state: State, seat: int, *, extra: bool, events: list[Event]
) -> tuple[State, tuple[Event, ...]]:
    """Draw for this seat until a tile fits; without one, the game is over."""
    deck, dealt = state.setup.deck, state.dealt
    discarded: list[str] = []
    while dealt < len(deck):
        tile = deck[dealt]
        dealt += 1
        if fits_somewhere(state.board, state.setup.catalogue, tile):
            events.append(TileDrawn(seat, tile, len(deck) + state.setup.unknown - dealt))
            return state._replace(
                phase="place",
                seat=seat,
                extra=extra,
                drawn=tile,
                discarded=tuple(discarded),
                dealt=dealt,
            ), tuple(events)
        discarded.append(tile)
        events.append(TileDiscarded(tile))
    if state.setup.unknown:
        return state._replace(
            phase="place", seat=seat, extra=extra, drawn=None, discarded=(), dealt=dealt
        ), tuple(events)
    over = state._replace(
        phase="over", drawn=None, discarded=tuple(discarded), dealt=dealt, wall={}
    )
    return finish(over, events)
