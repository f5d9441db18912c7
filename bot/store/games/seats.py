"""A seat taken over by somebody else: what does not pass on from its former player."""

from bot.match.game import Game
from bot.store.connection.database import Connected
from bot.store.games.drafts import forget_draft
from bot.store.games.orders import forget_orders_of
from bot.store.games.watchers import set_watch


async def clear_seat(connection: Connected, before: Game, after: Game) -> None:
    """Whatever the former player left or began is dropped; the new player does not watch their own
    game."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.user_id != new.user_id and new.user_id is not None:
            await forget_orders_of(connection, before.id, number)
            await forget_draft(connection, before.id, number)
            await set_watch(connection, before.id, new.user_id, "off")
