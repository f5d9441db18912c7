"""A person's habits and open games, for changes that affect all of their games at once."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update

from bot.match.game import Game
from bot.match.people.preferences import Away, Habits, aways_text, habits_of
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.games.games import load_games
from bot.store.games.listing import is_open
from bot.store.schema import games, players, seats


async def habits_of_person(
    connection: Connected, user_id: int, *, to_change: bool = False
) -> Habits:
    """The defaults for a person who never set any. If they are to be changed, nobody else changes
    them until the transaction ends."""
    found = select(players.c.preferences, players.c.aways).where(players.c.user_id == user_id)
    if to_change:
        found = found.with_for_update()
    row = (await connection.execute(found)).one_or_none()
    return habits_of(None, None) if row is None else habits_of(row.preferences, row.aways)


async def set_aways(
    connection: Connected, user_id: int, aways: Sequence[Away], now: Millis
) -> None:
    """The preferences stay."""
    values = {"aways": aways_text(aways), "changed_at": now}
    done = await connection.execute(
        update(players).where(players.c.user_id == user_id).values(**values)
    )
    if done.rowcount == 0:
        added = insert(players).values(user_id=user_id, preferences="{}", **values)
        await connection.execute(added)


async def all_open_games_of(connection: Connected, user_id: int) -> tuple[Game, ...]:
    """Games where this person has a seat or a reserved one, the oldest first."""
    found = (
        select(games.c.id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(seats.c.user_id == user_id, ~seats.c.has_left, is_open())
        .order_by(games.c.id)
    )
    return await load_games(connection, (await connection.execute(found)).scalars().all())
