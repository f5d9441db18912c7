"""What a player has begun and, by a house rule, cannot take back: no way to play a move leads past
it, neither the panel nor typing."""

from functools import partial

from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.store.connection.database import AsyncConnection
from bot.store.orders import load_draft
from bot.table.deciding.positions import State
from engine.questions import parts_of, parts_that_stay


async def check_draft(connection: AsyncConnection, game: Game, state: State, move: str) -> None:
    """Refuse a legal move of the player to act that begins otherwise than their draft, as far as
    that stays."""
    rules, seat = rules_of(game.kind), game.to_act
    final_steps = rules.final_steps(state)
    if not final_steps or seat is None:
        return
    ask, draft = partial(rules.question, state), await load_draft(connection, game, seat, "")
    stay = parts_that_stay(ask, parts_of(ask, draft or ()) or (), final_steps)
    if tuple(rules.parts(rules.parse_move(move))[: len(stay)]) != stay:
        raise Refused(Why.BEGUN_OTHERWISE)
