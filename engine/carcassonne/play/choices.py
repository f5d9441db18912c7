"""Everything a player can choose: the completions of a placement, or all legal moves, lazily."""

from collections.abc import Iterator

from engine.carcassonne.play.placing import meeting_at, placements, postings
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import Move, Placement, Turn


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move of the player to act, one at a time."""
    for placement in placements(state):
        yield from completions(state, placement)


def completions(state: State, placement: Placement) -> list[Turn]:
    """Every legal turn that begins with this placement of the drawn tile."""
    meeting = meeting_at(state, placement)
    posted = [Turn(placement, posting) for posting in postings(state, meeting)]
    return [Turn(placement), *posted]
