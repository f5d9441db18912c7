"""How a position stands: what the players are expected to gain beyond their scores."""

from engine.players.castle.board.position import Position
from engine.players.castle.worth import Season, keep_lead, open_worth


def lead(position: Position, now: Season) -> float:
    """How many points the first seat is expected to end ahead of the second."""
    found = position.scores[0] - position.scores[1] + lead_to_come(position, now)
    return found + (now.turn if position.seat == 0 else -now.turn)


def lead_to_come(position: Position, now: Season) -> float:
    found = keep_lead(now, *position.keeps)
    found += now.wall_tile * (len(position.held[0]) - len(position.held[1]))
    found += now.supply[position.supply[0]] - now.supply[position.supply[1]]
    for kind, cells, faces, marks, first, second, _ in (*position.areas(), *position.courts):
        if first != second:
            worth = open_worth(now, kind, cells, marks, faces)
            found += worth if first > second else -worth
    return found
