"""Everything a player can choose: question by question, or as one lazy stream of legal moves.

All questions but the first have a default: the first rotation that fits, no follower, no wall
tiles, the first order.
"""

from collections.abc import Iterator, Sequence

from engine.castle import moves
from engine.castle.placing import deployments, meeting_at, placements
from engine.castle.scoring import Completed, completed_features
from engine.castle.state import State
from engine.castle.track import Plays, orders_to_choose, plays_to_choose
from engine.questions import Part, Question, default_first
from engine.rules import PredictionRules
from engine.tiles.grid import Placement

STEPS = ("cell", "rotation", "follower", "wall_tiles", "order")


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    if state.phase == "again":
        return None if chosen else Question("again", (moves.END, moves.AGAIN))
    return None if len(chosen) == len(STEPS) else _question(state, chosen)


class Predictions(PredictionRules[State]):
    """Of a turn, the tile and its follower. The answer to "another turn?" cannot be predicted."""

    steps = STEPS[:3]

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        if state.phase == "again" or len(chosen) == len(self.steps):
            return None
        return _question(state, chosen)


def _question(state: State, chosen: Sequence[Part]) -> Question:
    fitting = placements(state)
    if not chosen:
        names = {moves.cell_name(placement.cell) for placement in fitting}
        return Question("cell", tuple(sorted(names)))
    cell = moves.parse_cell(chosen[0][1])
    if len(chosen) == 1:
        rotations = [placement.rotation for placement in fitting if placement.cell == cell]
        return default_first("rotation", [f"r{rotation}" for rotation in rotations])
    placement = Placement(cell, int(chosen[1][1].removeprefix("r")))
    number = len(chosen)
    turns = [moves.parts(turn) for turn in completions(state, placement)]
    tokens = [turn[number][1] for turn in turns if turn[:number] == tuple(chosen)]
    return default_first(STEPS[number], tokens)


def legal_moves(state: State) -> Iterator[moves.Move]:
    if state.phase == "again":
        yield moves.AnotherTurn(False)
        yield moves.AnotherTurn(True)
    for placement in placements(state):
        yield from completions(state, placement)


def completions(state: State, placement: Placement) -> list[moves.Turn]:
    """Every legal turn that begins with this placement of the drawn tile."""
    meeting = meeting_at(state, placement)
    grid = state.board.grid
    features = completed_features(meeting.closed, grid)
    endings = _endings(state, features)
    turns = [moves.Turn(placement, None, *ending) for ending in endings]
    for segment, deployment in deployments(state, meeting):
        if any(done.feature is meeting.joined[segment] for done in features):
            joined = meeting.with_follower(state.seat, segment)
            won = _endings(state, completed_features(joined.closed, grid))
            turns += [moves.Turn(placement, deployment, *ending) for ending in won]
        else:
            turns += [moves.Turn(placement, deployment, *ending) for ending in endings]
    return turns


def _endings(
    state: State, features: Sequence[Completed]
) -> list[tuple[Plays, tuple[moves.Spot, ...]]]:
    """Every way to play wall tiles on the features, and every order of scoring where it matters."""
    return [
        (plays, order)
        for plays in plays_to_choose(state, features)
        for order in orders_to_choose(state, features, plays)
    ]
