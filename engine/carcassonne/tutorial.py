"""The tutorial of Carcassonne: its exercises, and a game whose tiles come in a given order."""

from dataclasses import replace

from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.turn import new_setup, start
from engine.tutorial import Tutorial, put_first


def begin(draws: str, last: bool) -> State:
    """`draws` are types of tiles, such as `E U V`."""
    setup = new_setup("tutorial", first=0)
    deck = put_first(setup.deck, draws.split())
    if last:
        deck = deck[: len(draws.split())]
    state, _ = start(replace(setup, deck=deck))
    return state


TUTORIAL = Tutorial(carcassonne, begin, __package__, lambda state, seat: state.supply[seat])
