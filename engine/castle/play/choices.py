"""Everything a player can choose, in two steps or as one lazy stream of legal moves."""

from collections.abc import Iterator, Sequence

from engine.castle.play.completed import Completed, completed_features
from engine.castle.play.placing import meeting_at, placements, postings, with_follower
from engine.castle.play.scoring_order import orders_to_choose
from engine.castle.play.wall_tiles import Plays, plays_to_choose, raised_spots
from engine.castle.state import State
from engine.castle.vocabulary.moves import AnotherTurn, Move, Placement, Spot, Turn


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move of the player to act, one by one."""
    if state.phase == "again":
        yield AnotherTurn(False)
        yield AnotherTurn(True)
    for placement in placements(state):
        yield from completions(state, placement)


def completions(state: State, placement: Placement) -> list[Turn]:
    """Every legal turn that begins with this placement of the drawn tile."""
    meeting, grid = meeting_at(state, placement), state.board.grid
    features = completed_features(meeting.closed, grid)
    endings = _endings(state, features)
    turns = [Turn(placement, None, *ending) for ending in endings]
    for segment, posting in postings(state, meeting):
        if any(feature.region is meeting.joined[segment] for feature in features):
            posted = with_follower(state, meeting, segment)
            won = _endings(state, completed_features(posted.closed, grid))
            turns += [Turn(placement, posting, *ending) for ending in won]
        else:
            turns += [Turn(placement, posting, *ending) for ending in endings]
    return turns


def _endings(state: State, features: Sequence[Completed]) -> list[tuple[Plays, tuple[Spot, ...]]]:
    """Every way to play wall tiles on the features, and every order of scoring where it matters."""
    endings: list[tuple[Plays, tuple[Spot, ...]]] = []
    for plays in plays_to_choose(state, features):
        orders = orders_to_choose(state, features, raised_spots(state, plays))
        endings += [(plays, order) for order in orders]
    return endings
