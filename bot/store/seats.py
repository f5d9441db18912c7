"""A seat that somebody else takes over: what of its former player does not go along with it."""

from sqlalchemy import delete, func, select, update

from bot.game import Game
from bot.store.database import Connected
from bot.store.schema import games, orders
from bot.store.watchers import set_watch


async def clear_seat(connection: Connected, before: Game, after: Game) -> None:
    """Orders of whoever sat there are dropped; the new player does not watch their own game."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.user_id != new.user_id and new.user_id is not None:
            await _drop_orders(connection, before.id, number)
            await set_watch(connection, before.id, new.user_id, "off")


async def _drop_orders(connection: Connected, game_id: int, seat: int) -> None:
    here = (orders.c.game_id == game_id) & (orders.c.seat == seat)
    await connection.execute(delete(orders).where(here))
    left = select(func.count()).select_from(orders).where(orders.c.game_id == game_id)
    counted = update(games).where(games.c.id == game_id)
    await connection.execute(counted.values(ordered=left.scalar_subquery()))
