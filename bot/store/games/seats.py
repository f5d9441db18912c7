"""What belongs to a seat: the hints taken there, and what does not pass on to another player."""

from sqlalchemy import or_, update

from bot.match.game import Game
from bot.store.connection.database import Connected
from bot.store.games.drafts import forget_draft
from bot.store.games.orders import forget_orders_of
from bot.store.games.watchers import set_watch
from bot.store.schema import seats


async def clear_seat(connection: Connected, before: Game, after: Game) -> None:
    """Whatever the former player left or began is dropped; the new player does not watch their own
    game."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.user_id != new.user_id and new.user_id is not None:
            await forget_orders_of(connection, before.id, number)
            await forget_draft(connection, before.id, number)
            await set_watch(connection, before.id, new.user_id, "off")


async def count_hint(connection: Connected, game: Game, seat: int) -> None:
    """At most once per position."""
    here = f"{game.branch}.{game.ply}"
    changed = or_(seats.c.hinted_in.is_(None), seats.c.hinted_in != here)
    taken = update(seats).where(seats.c.game_id == game.id, seats.c.seat == seat, changed)
    await connection.execute(taken.values(hints=seats.c.hints + 1, hinted_in=here))
