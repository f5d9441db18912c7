"""Results: how each game ended for each player. Written once, when a game is settled."""

from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from json import dumps, loads
from typing import Any

from sqlalchemy import Select, func, insert, select, update

from bot.match.game import Game
from bot.match.results.statistics import Result
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.connection.faults import Clash
from bot.store.schema import games, results

_RESULTS = select(*[results.c[field.name] for field in fields(Result)])


async def mark_settled(connection: Connected, game: Game, now: Millis) -> None:
    """This transaction counts the game; Clash if another one already did."""
    here = (games.c.id == game.id) & (games.c.revision == game.revision)
    uncounted = update(games).where(here, games.c.settled_at.is_(None))
    marked = await connection.execute(uncounted.values(settled_at=now, due_at=None))
    if marked.rowcount != 1:
        raise Clash(f"game {game.id} is settled, or another one than it was")


async def add_results(connection: Connected, added: Sequence[Result]) -> None:
    rows = [{**asdict(result), "tally": dumps(dict(result.tally))} for result in added]
    await connection.execute(insert(results), rows)


async def results_of_games(
    connection: Connected, ids: Sequence[int]
) -> dict[int, tuple[Result, ...]]:
    """The results of all seats, in order, for each of these games."""
    found: dict[int, list[Result]] = {game_id: [] for game_id in ids}
    wanted = _RESULTS.where(results.c.game_id.in_(ids)).order_by(results.c.seat)
    for row in await connection.execute(wanted):
        found[row.game_id].append(_result(row))
    return {game_id: tuple(seats) for game_id, seats in found.items()}


async def all_results_of(
    connection: Connected, kind: str | None, guild_id: int, user_id: int, against: int | None
) -> list[Result]:
    found = own_results(_RESULTS, kind, guild_id, user_id, against)
    return [_result(row) for row in await connection.execute(found)]


async def last_games_of(
    connection: Connected,
    kind: str | None,
    guild_id: int,
    user_id: int,
    against: int | None,
    *,
    first: int,
    limit: int,
) -> Sequence[int]:
    """The counted games of a player, the latest first, starting from the given one."""
    found = own_results(select(results.c.game_id), kind, guild_id, user_id, against)
    latest = found.order_by(results.c.ended_at.desc(), results.c.game_id.desc())
    wanted = latest.limit(limit).offset(first - 1)
    ids: Sequence[int] = (await connection.execute(wanted)).scalars().all()
    return ids


async def count_results_of(
    connection: Connected, kind: str | None, guild_id: int, user_id: int, against: int | None
) -> int:
    found = own_results(select(func.count()).select_from(results), kind, guild_id, user_id, against)
    return int((await connection.execute(found)).scalar_one())


def own_results(
    found: Select[Any], kind: str | None, guild_id: int, user_id: int, against: int | None
) -> Select[Any]:
    """Only the results of this player, or those against one other; in every game if the kind is
    None."""
    own = found.where(results.c.user_id == user_id, results.c.guild_id == guild_id)
    if kind is not None:
        own = own.where(results.c.kind == kind)
    if against is None:
        return own
    theirs = select(results.c.game_id).where(results.c.user_id == against)
    return own.where(results.c.game_id.in_(theirs))


def _result(row: Any) -> Result:
    return replace(Result(*row), tally=loads(row.tally))
