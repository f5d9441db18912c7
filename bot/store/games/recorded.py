"""A stored game as everything needed to replay it. Knows no record format."""

from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.results.endings import ending_of
from bot.store.connection.database import Connected
from bot.store.games.games import secret_of
from bot.store.games.log import standing_moves
from engine.recorded import Recorded

NAMELESS = "a player"
"""What a record, which is in English, calls a person whose data was erased."""


async def recorded_of(connection: Connected, game: Game, upto: int | None = None) -> Recorded:
    """The game from its log, with its seed; after this many plies, or all of it."""
    if game.first is None or game.commitment is None:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    moves = await standing_moves(connection, game.id, game.ply if upto is None else upto)
    ending = ending_of(game)
    return Recorded(
        options=game.options,
        seed=await secret_of(connection, game.id),
        first=game.first,
        players=tuple(seat.name or NAMELESS for seat in game.seats),
        moves=tuple(move.notation for move in moves),
        ended=None if ending is None else ending.how,
        winners=() if ending is None else ending.winners,
    )
