"""Reviews of ended games, with their figures for statistics by seat. Made on request, once."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select

from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.results.results import own_results
from bot.store.schema import judged_seats, results, reviews


class JudgedSeat(NamedTuple):
    """How well and how luckily a seat played."""

    accuracy: float | None
    """In percent; None if no move offered a choice."""
    luck: float
    """In points."""


class Judged(NamedTuple):
    """The same over many games, on average."""

    games: int
    accuracy: float | None
    luck: float | None


async def kept_review(connection: Connected, game_id: int) -> str | None:
    found = select(reviews.c.review).where(reviews.c.game_id == game_id)
    text: str | None = (await connection.execute(found)).scalar()
    return text


async def keep_review(
    connection: Connected, game_id: int, review: str, judged: Sequence[JudgedSeat], now: Millis
) -> None:
    """Replaces an older one. Clash if another process keeps one at the same moment."""
    for table in (judged_seats, reviews):
        await connection.execute(delete(table).where(table.c.game_id == game_id))
    row = {"game_id": game_id, "review": review, "made_at": now}
    await connection.execute(insert(reviews), [row])
    rows = [{"game_id": game_id, "seat": seat, **one._asdict()} for seat, one in enumerate(judged)]
    await connection.execute(insert(judged_seats), rows)


async def judged_games_of(
    connection: Connected, kind: str, guild_id: int, user_id: int, against: int | None
) -> Judged:
    """Over the counted games of a player that were reviewed."""
    here = (judged_seats.c.game_id == results.c.game_id) & (judged_seats.c.seat == results.c.seat)
    figures = select(
        func.count(), func.avg(judged_seats.c.accuracy), func.avg(judged_seats.c.luck)
    ).select_from(results.join(judged_seats, here))
    found = own_results(figures, kind, guild_id, user_id, against)
    return Judged(*(await connection.execute(found)).one())
