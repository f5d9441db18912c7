"""The last position of a game that ended early, before the rules ended it.

Nobody is to act then, and the last drawn tile is not laid.
"""

from dataclasses import replace
from typing import Any, TypeVar

from engine.recorded import Ending

V = TypeVar("V", bound=Any)


def at_rest(view: V, ending: Ending | None) -> V:
    """The position with nothing to do in it, if the game ended this way."""
    return view if ending is None else replace(view, to_act=None, drawn=None, placements=())
