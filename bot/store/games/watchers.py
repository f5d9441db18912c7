"""Who watches a game. Their number is in the game's row, so that a game nobody watches needs no
query."""

from sqlalchemy import delete, func, insert, select, update

from bot.match.actions import Watch
from bot.store.connection.database import Connected
from bot.store.schema import games, watchers


async def watchers_of(connection: Connected, game_id: int) -> list[tuple[int, Watch]]:
    """Each person, with what they want to be notified about."""
    found = select(watchers.c.user_id, watchers.c.what).where(watchers.c.game_id == game_id)
    return [(row.user_id, row.what) for row in await connection.execute(found)]


async def watch_of(connection: Connected, game_id: int, user_id: int) -> Watch:
    here = (watchers.c.game_id == game_id) & (watchers.c.user_id == user_id)
    what: Watch | None = (await connection.execute(select(watchers.c.what).where(here))).scalar()
    return what or "off"


async def count_others(connection: Connected, game_id: int, user_id: int) -> int:
    """How many others watch."""
    there = (watchers.c.game_id == game_id) & (watchers.c.user_id != user_id)
    found = select(func.count()).select_from(watchers).where(there)
    return int((await connection.execute(found)).scalar_one())


async def set_watch(connection: Connected, game_id: int, user_id: int, what: Watch) -> None:
    here = (watchers.c.game_id == game_id) & (watchers.c.user_id == user_id)
    await connection.execute(delete(watchers).where(here))
    if what != "off":
        row = {"game_id": game_id, "user_id": user_id, "what": what}
        await connection.execute(insert(watchers), [row])
    watching = select(func.count()).select_from(watchers).where(watchers.c.game_id == game_id)
    counted = update(games).where(games.c.id == game_id)
    await connection.execute(counted.values(watched=watching.scalar_subquery()))
