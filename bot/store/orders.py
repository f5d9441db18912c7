"""Preparations of a seat: orders that wait to come true, and a draft of an unfinished choice.

The number of orders is in the game's row, so that a game without any needs no query. A draft
belongs to one position, and nobody sees it in another one; a seat has at most one.
"""

from collections.abc import Sequence

from msgspec.json import decode, encode
from sqlalchemy import Update, bindparam, delete, func, insert, or_, select, tuple_, update

from bot.match.actions import Draft, Order
from bot.match.game import Game
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import drafts, games, orders, seats
from bot.store.spectators import set_watch

_DRAFTS_OF_GAME = delete(drafts).where(drafts.c.game_id == bindparam("game"))


async def orders_of(connection: AsyncConnection, game_id: int) -> tuple[Order, ...]:
    """List the orders of all players, in the order in which they were left."""
    query = (
        select(orders.c.seat, orders.c.tile, orders.c.notation, orders.c.branch)
        .where(orders.c.game_id == game_id)
        .order_by(orders.c.created_at, orders.c.tile)
    )
    return tuple(Order(*row) for row in await connection.execute(query))


async def add_order(connection: AsyncConnection, game_id: int, order: Order, now: Millis) -> None:
    """Add an order, replacing the one the seat had left for the same kind."""
    await delete_orders(connection, game_id, [order])
    key = {"game_id": game_id, "seat": order.seat, "tile": order.kind}
    values = {"notation": order.move, "branch": order.branch, "created_at": now}
    await connection.execute(insert(orders), key | values)
    await _count_orders(connection, game_id)


async def rebase_orders(connection: AsyncConnection, game_id: int, branch: int) -> None:
    """Keep all of them waiting in another line of play."""
    await connection.execute(update(orders).filter_by(game_id=game_id).values(branch=branch))


async def delete_orders(
    connection: AsyncConnection, game_id: int, deleted: Sequence[Order]
) -> None:
    those = tuple_(orders.c.seat, orders.c.tile).in_(
        [(order.seat, order.kind) for order in deleted]
    )
    await connection.execute(delete(orders).where(orders.c.game_id == game_id, those))
    await _count_orders(connection, game_id)


async def delete_all_orders(connection: AsyncConnection, game_id: int) -> None:
    await connection.execute(delete(orders).where(orders.c.game_id == game_id))
    await _count_orders(connection, game_id)


async def _count_orders(connection: AsyncConnection, game_id: int) -> None:
    count = select(func.count()).where(orders.c.game_id == games.c.id).scalar_subquery()
    await connection.execute(update(games).filter_by(id=game_id).values(ordered=count))


async def load_draft(connection: AsyncConnection, game: Game, seat: int, kind: str) -> Draft:
    """Load what this seat has chosen in the current position; the kind is what an order assumes
    will be drawn, empty for a move."""
    key = {"game_id": game.id, "branch": game.branch, "ply": game.ply, "seat": seat, "kind": kind}
    query = select(drafts.c.chosen, drafts.c.revision).filter_by(**key)
    row = (await connection.execute(query)).one_or_none()
    return Draft() if row is None else Draft(decode(row.chosen, type=tuple[str, ...]), row.revision)


async def save_draft(
    connection: AsyncConnection,
    game: Game,
    seat: int,
    kind: str,
    chosen: Sequence[str],
    *,
    now: Millis,
    after: int = 0,
) -> int | None:
    """Save a draft, replacing the one the seat had, of any revision or of the one given; None if it
    has another one. Returns its revision, which no other draft of the seat has in this position."""
    key = {"branch": game.branch, "ply": game.ply, "kind": kind}
    saved = {**key, "chosen": encode(chosen).decode(), "changed_at": now}
    replaced = _change_draft(game.id, seat, after).values(**saved).returning(drafts.c.revision)
    revision: int | None = await connection.scalar(replaced)
    if revision is None and not after:
        first = insert(drafts).values(game_id=game.id, seat=seat, **saved)
        revision = (await connection.execute(first.returning(drafts.c.revision))).scalar_one()
    return revision


async def drop_draft(connection: AsyncConnection, game_id: int, seat: int, after: int = 0) -> bool:
    """Empty a draft, so that the next one has another revision. Return False if there is none, or
    not of the revision given."""
    dropped = _change_draft(game_id, seat, after).values(chosen="[]")
    return (await connection.execute(dropped)).rowcount > 0


def _change_draft(game_id: int, seat: int, after: int) -> Update:
    draft = update(drafts).filter_by(game_id=game_id, seat=seat)
    if after:
        draft = draft.filter_by(revision=after)
    return draft.values(revision=drafts.c.revision + 1)


async def delete_drafts(connection: AsyncConnection, game_id: int) -> None:
    """Delete drafts once their position is gone for good."""
    await connection.execute(_DRAFTS_OF_GAME, {"game": game_id})


async def clear_seat(connection: AsyncConnection, before: Game, after: Game) -> None:
    """Drop whatever the former player of a seat left or began; the new player does not watch their
    own game."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.user_id != new.user_id and new.user_id is not None:
            await connection.execute(delete(orders).filter_by(game_id=before.id, seat=number))
            await _count_orders(connection, before.id)
            await drop_draft(connection, before.id, number)
            await set_watch(connection, before.id, new.user_id, "off")


async def count_hint(connection: AsyncConnection, game: Game, seat: int) -> None:
    """Count a hint, at most once per position."""
    position = f"{game.branch}.{game.ply}"
    changed = or_(seats.c.hinted_in.is_(None), seats.c.hinted_in != position)
    statement = update(seats).where(seats.c.game_id == game.id, seats.c.seat == seat, changed)
    await connection.execute(statement.values(hints=seats.c.hints + 1, hinted_in=position))
