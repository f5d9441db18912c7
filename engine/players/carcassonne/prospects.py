"""The points with which each seat is expected to end."""

from collections import Counter
from collections.abc import Sequence

from engine.carcassonne.state import State
from engine.players.carcassonne.appraisal import Appraisal, left


def prospects(state: State) -> Sequence[float]:
    """The points that each seat is expected to end with. The tile in hand is still to be laid."""
    if state.drawn is None:
        return state.scores
    return Appraisal(state, left(state) + Counter([state.drawn])).points()
