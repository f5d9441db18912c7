"""Orders that wait to come true. Their number is in the game's row, so that a game without any
needs no query."""

from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select, tuple_, update

from bot.match.orders import Order
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.schema import games, orders


async def orders_of(connection: Connected, game_id: int) -> tuple[Order, ...]:
    """Of all players, in the order in which they were left."""
    found = (
        select(orders.c.seat, orders.c.tile, orders.c.notation, orders.c.branch)
        .where(orders.c.game_id == game_id)
        .order_by(orders.c.created_at, orders.c.tile)
    )
    return tuple(Order(*row) for row in await connection.execute(found))


async def leave_order(connection: Connected, game_id: int, order: Order, now: Millis) -> None:
    """Replaces the one the seat had left for the same kind."""
    await _delete(connection, game_id, [order])
    row = {
        "game_id": game_id,
        "seat": order.seat,
        "tile": order.kind,
        "notation": order.move,
        "branch": order.branch,
        "created_at": now,
    }
    await connection.execute(insert(orders), [row])
    await _count(connection, game_id)


async def keep_orders(connection: Connected, game_id: int, branch: int) -> None:
    """Keep all of them waiting in another line of play."""
    there = update(orders).where(orders.c.game_id == game_id)
    await connection.execute(there.values(branch=branch))


async def forget_orders(connection: Connected, game_id: int, gone: Sequence[Order]) -> None:
    await _delete(connection, game_id, gone)
    await _count(connection, game_id)


async def forget_orders_of(connection: Connected, game_id: int, seat: int) -> None:
    """For a seat that changes hands: the next person did not leave them."""
    there = (orders.c.game_id == game_id) & (orders.c.seat == seat)
    await connection.execute(delete(orders).where(there))
    await _count(connection, game_id)


async def forget_every_order(connection: Connected, game_id: int) -> None:
    await connection.execute(delete(orders).where(orders.c.game_id == game_id))
    await _count(connection, game_id)


async def _delete(connection: Connected, game_id: int, gone: Sequence[Order]) -> None:
    those = tuple_(orders.c.seat, orders.c.tile).in_([(one.seat, one.kind) for one in gone])
    await connection.execute(delete(orders).where(orders.c.game_id == game_id, those))


async def _count(connection: Connected, game_id: int) -> None:
    waiting = select(func.count()).select_from(orders).where(orders.c.game_id == game_id)
    counted = update(games).where(games.c.id == game_id)
    await connection.execute(counted.values(ordered=waiting.scalar_subquery()))
