"""Those who follow a game without playing it: who watches it, and what people predict.

The number of watchers is in the game's row, so that a game nobody watches needs no query.

There is one prediction per person and position, which is a branch and a ply. It counts once the
move that followed its position stands: if a later branch took back that position, or the move, it
counts for nothing. The same goes for a person who made the move themselves, in a seat handed over
to them in the meantime.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.json import decode, encode
from sqlalchemy import bindparam, delete, func, insert, select, update

from bot.match.actions import Watch
from bot.match.game import Game
from bot.match.predictions import Prediction
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.log import IS_LEAVING, NOT_UNDONE
from bot.store.schema import games, moves, predictions, watchers


async def watchers_of(connection: AsyncConnection, game_id: int) -> list[tuple[int, Watch]]:
    """List each person, with what they want to be notified about."""
    query = select(watchers.c.user_id, watchers.c.what).where(watchers.c.game_id == game_id)
    return [(row.user_id, row.what) for row in await connection.execute(query)]


async def watch_of(connection: AsyncConnection, game_id: int, user_id: int) -> Watch:
    query = select(watchers.c.what).filter_by(game_id=game_id, user_id=user_id)
    return await connection.scalar(query) or "off"


async def count_other_watchers(connection: AsyncConnection, game_id: int, user_id: int) -> int:
    others = (watchers.c.game_id == game_id, watchers.c.user_id != user_id)
    return (await connection.execute(select(func.count()).where(*others))).scalar_one()


async def set_watch(connection: AsyncConnection, game_id: int, user_id: int, what: Watch) -> None:
    theirs = {"game_id": game_id, "user_id": user_id}
    await connection.execute(delete(watchers).filter_by(**theirs))
    if what != "off":
        await connection.execute(insert(watchers).values(**theirs, what=what))
    await count_watchers(connection, [game_id])


async def count_watchers(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Count anew, for each of these games."""
    count = select(func.count()).where(watchers.c.game_id == games.c.id).scalar_subquery()
    await connection.execute(update(games).where(games.c.id.in_(ids)).values(watched=count))


async def predict(
    connection: AsyncConnection, game: Game, prediction: Prediction, now: Millis
) -> None:
    """Store a prediction of the next move, replacing this person's earlier one."""
    mine = {**_position(game), "user_id": prediction.user_id}
    await connection.execute(delete(predictions).filter_by(**mine))
    guess = encode(prediction.guess).decode()
    statement = insert(predictions).values(**mine, name=prediction.name, guess=guess, made_at=now)
    await connection.execute(statement)


async def count_other_predictions(connection: AsyncConnection, game: Game, user_id: int) -> int:
    """Count the others who have predicted the next move."""
    query = select(func.count()).select_from(predictions).filter_by(**_position(game))
    others = query.where(predictions.c.user_id != user_id)
    return (await connection.execute(others)).scalar_one()


async def prediction_of(connection: AsyncConnection, game: Game, user_id: int) -> Prediction | None:
    """Load this person's prediction for the next move."""
    query = select(*_PREDICTION).filter_by(**_position(game), user_id=user_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _prediction(row)


async def predictions_with_moves(
    connection: AsyncConnection, game_id: int, ply: int | None = None
) -> Sequence[tuple[Prediction, str]]:
    """Load predictions for the moves that stand, each with the notation of its move; for all of
    them, or for the one that led to this ply."""
    if ply is None:
        rows = await _PLAYED.execute(connection, {"game": game_id})
    else:
        rows = await _PLAYED_NEXT.execute(connection, {"game": game_id, "before": ply - 1})
    return [(_prediction(row), row.notation) for row in rows]


_PREDICTION = (predictions.c.user_id, predictions.c.name, predictions.c.guess)
_gone = moves.alias()
_BRANCH = (
    select(func.coalesce(func.max(_gone.c.undone), 0))
    .where(_gone.c.game_id == moves.c.game_id, _gone.c.ply <= moves.c.ply)
    .scalar_subquery()
)
_CURRENT = (
    select(*_PREDICTION, moves.c.notation)
    .join(moves, (moves.c.game_id == predictions.c.game_id))
    .where(
        predictions.c.game_id == bindparam("game"),
        moves.c.ply == predictions.c.ply + 1,
        moves.c.undone == NOT_UNDONE,
        ~IS_LEAVING,
        predictions.c.branch == _BRANCH,
        predictions.c.user_id.is_distinct_from(moves.c.user_id),
    )
    .order_by(predictions.c.ply, predictions.c.made_at, predictions.c.user_id)
)
_PLAYED = Prepared(_CURRENT)
_PLAYED_NEXT = Prepared(_CURRENT.where(predictions.c.ply == bindparam("before")))


def _prediction(row: Any) -> Prediction:
    return Prediction(row.user_id, row.name, decode(row.guess, type=tuple[str, ...]))


def _position(game: Game) -> Mapping[str, int]:
    return {"game_id": game.id, "branch": game.branch, "ply": game.ply}
