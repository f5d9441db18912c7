"""The last position of a game that ended before the rules ended it.

Then nobody is to play, and the tile that was drawn last is not laid.
"""

from dataclasses import replace

from engine.castle.seen.view import View
from engine.recorded import Ending


def at_rest(view: View, ending: Ending | None) -> View:
    """The position with nothing to be done in it, if the game ended so."""
    return view if ending is None else replace(view, to_act=None, drawn=None, placements=())
