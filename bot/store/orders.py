"""The preparations of a seat: orders that wait to come true, and a draft of an unfinished choice.

The number of orders is in the game's row, so that a game without any needs no query. A draft
belongs to one position, and nobody sees it in another one; a seat has at most one.
"""

from collections.abc import Sequence

from msgspec.json import decode, encode
from sqlalchemy import bindparam, delete, func, insert, or_, select, tuple_, update

from bot.match.actions import Order
from bot.match.game import Game
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import drafts, games, orders, seats
from bot.store.spectators import set_watch

_DRAFTS_OF_GAME = delete(drafts).where(drafts.c.game_id == bindparam("game"))


async def orders_of(connection: AsyncConnection, game_id: int) -> tuple[Order, ...]:
    """Of all players, in the order in which they were left."""
    found = (
        select(orders.c.seat, orders.c.tile, orders.c.notation, orders.c.branch)
        .where(orders.c.game_id == game_id)
        .order_by(orders.c.created_at, orders.c.tile)
    )
    return tuple(Order(*row) for row in await connection.execute(found))


async def add_order(connection: AsyncConnection, game_id: int, order: Order, now: Millis) -> None:
    """Replaces the one the seat had left for the same kind."""
    await delete_orders(connection, game_id, [order])
    key = {"game_id": game_id, "seat": order.seat, "tile": order.kind}
    values = {"notation": order.move, "branch": order.branch, "created_at": now}
    await connection.execute(insert(orders), key | values)
    await _count_orders(connection, game_id)


async def rebase_orders(connection: AsyncConnection, game_id: int, branch: int) -> None:
    """Keep all of them waiting in another line of play."""
    await connection.execute(update(orders).filter_by(game_id=game_id).values(branch=branch))


async def delete_orders(connection: AsyncConnection, game_id: int, gone: Sequence[Order]) -> None:
    those = tuple_(orders.c.seat, orders.c.tile).in_([(one.seat, one.kind) for one in gone])
    await connection.execute(delete(orders).where(orders.c.game_id == game_id, those))
    await _count_orders(connection, game_id)


async def delete_all_orders(connection: AsyncConnection, game_id: int) -> None:
    await connection.execute(delete(orders).where(orders.c.game_id == game_id))
    await _count_orders(connection, game_id)


async def _count_orders(connection: AsyncConnection, game_id: int) -> None:
    count = select(func.count()).where(orders.c.game_id == games.c.id).scalar_subquery()
    await connection.execute(update(games).filter_by(id=game_id).values(ordered=count))


async def load_draft(
    connection: AsyncConnection, game: Game, seat: int, kind: str
) -> tuple[str, ...] | None:
    """The choices of this seat in the current position; the kind is what an order assumes will be
    drawn, empty for a move."""
    here = {"game_id": game.id, "branch": game.branch, "ply": game.ply, "seat": seat, "kind": kind}
    chosen = await connection.scalar(select(drafts.c.chosen).filter_by(**here))
    return None if chosen is None else decode(chosen, type=tuple[str, ...])


async def save_draft(
    connection: AsyncConnection,
    game: Game,
    seat: int,
    kind: str,
    chosen: tuple[str, ...],
    *,
    now: Millis,
) -> None:
    """Replaces the one the seat had."""
    await delete_draft(connection, game.id, seat)
    here = {"game_id": game.id, "branch": game.branch, "ply": game.ply, "seat": seat, "kind": kind}
    saved = {**here, "chosen": encode(chosen).decode(), "changed_at": now}
    await connection.execute(insert(drafts), saved)


async def delete_draft(connection: AsyncConnection, game_id: int, seat: int) -> None:
    await connection.execute(delete(drafts).filter_by(game_id=game_id, seat=seat))


async def delete_drafts(connection: AsyncConnection, game_id: int) -> None:
    await connection.execute(_DRAFTS_OF_GAME, {"game": game_id})


async def clear_seat(connection: AsyncConnection, before: Game, after: Game) -> None:
    """Whatever the former player of a seat left or began is dropped; the new player does not watch
    their own game."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.user_id != new.user_id and new.user_id is not None:
            await connection.execute(delete(orders).filter_by(game_id=before.id, seat=number))
            await _count_orders(connection, before.id)
            await delete_draft(connection, before.id, number)
            await set_watch(connection, before.id, new.user_id, "off")


async def count_hint(connection: AsyncConnection, game: Game, seat: int) -> None:
    """At most once per position."""
    here = f"{game.branch}.{game.ply}"
    changed = or_(seats.c.hinted_in.is_(None), seats.c.hinted_in != here)
    taken = update(seats).where(seats.c.game_id == game.id, seats.c.seat == seat, changed)
    await connection.execute(taken.values(hints=seats.c.hints + 1, hinted_in=here))
