"""How a game ended before its rules ended it, as records and pictures show it."""

from bot.match.game import Game, Status
from engine.recorded import Early, Ending

EARLY: dict[Status, Early] = {
    Status.RESIGNED: "resigned",
    Status.AGREED: "agreed",
    Status.ABANDONED: "timeout",
}
STATUSES = {early: status for status, early in EARLY.items()}


def ending_of(game: Game) -> Ending | None:
    """None for a game that is not over, or was played to its end."""
    early = EARLY.get(game.status)
    return None if early is None else Ending(early, game.winners)
