"""Records of games at the table: from the log to the game's own format. Knows no such format."""

from bot.errors import Refused, Why
from bot.game import Game, Status
from bot.rules import rules_of
from bot.store.database import Connected
from bot.store.games import secret_of
from bot.store.log import standing_moves
from engine.recorded import Early, Recorded

EARLY: dict[Status, Early] = {
    Status.RESIGNED: "resigned",
    Status.AGREED: "agreed",
    Status.ABANDONED: "timeout",
}
NAMELESS = "a player"
"""In a record, which is English, somebody whose data was erased."""
STATUSES = {early: status for status, early in EARLY.items()}


async def record_of(connection: Connected, game: Game) -> str:
    """The public record; of a running game it holds nothing hidden."""
    return rules_of(game.kind).write_record(await recorded_of(connection, game))


async def recorded_of(connection: Connected, game: Game) -> Recorded:
    """The game from its log, with its seed."""
    if game.first is None or game.commitment is None:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    moves = await standing_moves(connection, game.id, game.ply)
    return Recorded(
        options=game.options,
        seed=await secret_of(connection, game.id),
        first=game.first,
        players=tuple(seat.name or NAMELESS for seat in game.seats),
        moves=tuple(move.notation for move in moves),
        ended=EARLY.get(game.status),
        winner=game.winners[0] if game.status in EARLY and len(game.winners) == 1 else None,
    )
