"""The last position of a game that ended early, before the rules ended it: nobody is to act
then."""

from dataclasses import replace

from engine.castellan.seen.view import View
from engine.castellan.vocabulary.pieces import NOTHING
from engine.recorded import Ending


def at_rest(view: View, ending: Ending | None) -> View:
    """The position with nothing to do in it, if the game ended this way."""
    return view if ending is None else replace(view, to_act=None, received=NOTHING, waiting=())
