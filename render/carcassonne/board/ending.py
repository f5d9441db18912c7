"""The last position of a game that ended before the rules ended it.

Nobody is to act then, and the last drawn tile is not laid.
"""

from dataclasses import replace

from engine.carcassonne.seen.view import View
from engine.recorded import Ending


def at_rest(view: View, ending: Ending | None) -> View:
    """The position with nothing to do in it, if the game ended this way."""
    return view if ending is None else replace(view, to_act=None, drawn=None, placements=())
