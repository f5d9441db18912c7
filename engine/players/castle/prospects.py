"""How many points each player is expected to end with."""

from engine.castle.state import State
from engine.players.castle.board.position import Position
from engine.players.castle.standing import lead
from engine.players.castle.worth import season


def prospects(state: State) -> tuple[float, float]:
    if state.phase == "over":
        return float(state.scores[0]), float(state.scores[1])
    return expected(Position.of(state))


def expected(position: Position) -> tuple[float, float]:
    """The expected points while the game is running: the scores, with half of the lead to come
    added to one and subtracted from the other."""
    first, second = position.scores
    beyond = lead(position, season(position.left)) - (first - second)
    return first + beyond / 2, second - beyond / 2
