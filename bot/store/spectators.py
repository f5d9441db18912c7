"""Who watches a game. Their number is in the game's row, so that a game nobody watches needs no
query."""

from collections.abc import Sequence
from json import dumps, loads
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, func, insert, select, update

from bot.match.actions import Watch
from bot.match.game import Game
from bot.match.predictions import Prediction
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.log import STANDS, is_leaving
from bot.store.schema import games, moves, predictions, watchers


async def watchers_of(connection: AsyncConnection, game_id: int) -> list[tuple[int, Watch]]:
    """Each person, with what they want to be notified about."""
    found = select(watchers.c.user_id, watchers.c.what).where(watchers.c.game_id == game_id)
    return [(row.user_id, row.what) for row in await connection.execute(found)]


async def watch_of(connection: AsyncConnection, game_id: int, user_id: int) -> Watch:
    here = (watchers.c.game_id == game_id) & (watchers.c.user_id == user_id)
    what: Watch | None = (await connection.execute(select(watchers.c.what).where(here))).scalar()
    return what or "off"


async def count_other_watchers(connection: AsyncConnection, game_id: int, user_id: int) -> int:
    """How many others watch."""
    there = (watchers.c.game_id == game_id) & (watchers.c.user_id != user_id)
    found = select(func.count()).select_from(watchers).where(there)
    return int((await connection.execute(found)).scalar_one())


async def set_watch(connection: AsyncConnection, game_id: int, user_id: int, what: Watch) -> None:
    here = (watchers.c.game_id == game_id) & (watchers.c.user_id == user_id)
    await connection.execute(delete(watchers).where(here))
    if what != "off":
        row = {"game_id": game_id, "user_id": user_id, "what": what}
        await connection.execute(insert(watchers), [row])
    watching = select(func.count()).select_from(watchers).where(watchers.c.game_id == game_id)
    counted = update(games).where(games.c.id == game_id)
    await connection.execute(counted.values(watched=watching.scalar_subquery()))


# predictions

_PREDICTION = (predictions.c.user_id, predictions.c.name, predictions.c.guess)


async def predict(
    connection: AsyncConnection, game: Game, prediction: Prediction, now: Millis
) -> None:
    """For the next move of this game, replacing this person's earlier prediction."""
    here = (*_at(game), predictions.c.user_id == prediction.user_id)
    await connection.execute(delete(predictions).where(*here))
    values = {
        "game_id": game.id,
        "branch": game.branch,
        "ply": game.ply,
        "user_id": prediction.user_id,
        "name": prediction.name,
        "guess": dumps(prediction.guess),
        "made_at": now,
    }
    await connection.execute(insert(predictions).values(**values))


async def count_other_predictions(connection: AsyncConnection, game: Game, user_id: int) -> int:
    """How many others have predicted the next move."""
    found = select(func.count()).select_from(predictions)
    others = found.where(*_at(game), predictions.c.user_id != user_id)
    return int((await connection.execute(others)).scalar_one())


async def prediction_of(connection: AsyncConnection, game: Game, user_id: int) -> Prediction | None:
    """What this person predicts for the next move."""
    found = select(*_PREDICTION).where(*_at(game), predictions.c.user_id == user_id)
    row = (await connection.execute(found)).one_or_none()
    return None if row is None else Prediction(row.user_id, row.name, tuple(loads(row.guess)))


async def predictions_with_moves(
    connection: AsyncConnection, game_id: int, ply: int | None = None
) -> Sequence[tuple[Prediction, str]]:
    """Predictions for the moves that stand, each with the notation of its move; for all of them, or
    for the one that led to this ply."""
    if ply is None:
        found = await _PLAYED.rows(connection, {"game": game_id})
    else:
        found = await _PLAYED_NEXT.rows(connection, {"game": game_id, "before": ply - 1})
    return [
        (Prediction(row.user_id, row.name, tuple(loads(row.guess))), row.notation) for row in found
    ]


def _played() -> Select[Any]:
    gone = moves.alias()
    branch = (
        select(func.coalesce(func.max(gone.c.undone), 0))
        .where(gone.c.game_id == moves.c.game_id, gone.c.ply <= moves.c.ply)
        .scalar_subquery()
    )
    return (
        select(*_PREDICTION, moves.c.notation)
        .join(moves, (moves.c.game_id == predictions.c.game_id))
        .where(
            predictions.c.game_id == bindparam("game"),
            moves.c.ply == predictions.c.ply + 1,
            moves.c.undone == STANDS,
            ~is_leaving(),
            predictions.c.branch == branch,
            predictions.c.user_id.is_distinct_from(moves.c.user_id),
        )
        .order_by(predictions.c.ply, predictions.c.made_at, predictions.c.user_id)
    )


_PLAYED = Prepared(_played())
_PLAYED_NEXT = Prepared(_played().where(predictions.c.ply == bindparam("before")))


def _at(game: Game) -> tuple[ColumnElement[bool], ...]:
    return (
        predictions.c.game_id == game.id,
        predictions.c.branch == game.branch,
        predictions.c.ply == game.ply,
    )
