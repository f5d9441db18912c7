"""Predictions of moves, one per person and position; a position is a branch and a ply.

A prediction counts once the move that followed its position stands: if a later branch took back
that position, or the move, it counts for nothing. The same goes for a person who made the move
themselves, in a seat handed over to them in the meantime.
"""

from collections.abc import Sequence
from json import dumps, loads
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, func, insert, select

from bot.match.game import Game
from bot.match.results.predictions import Prediction
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.connection.prepared import Prepared
from bot.store.games.log import STANDS, is_leaving
from bot.store.schema import moves, predictions

_PREDICTION = (predictions.c.user_id, predictions.c.name, predictions.c.guess)


async def predict(connection: Connected, game: Game, prediction: Prediction, now: Millis) -> None:
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


async def count_others(connection: Connected, game: Game, user_id: int) -> int:
    """How many others have predicted the next move."""
    found = select(func.count()).select_from(predictions)
    others = found.where(*_at(game), predictions.c.user_id != user_id)
    return int((await connection.execute(others)).scalar_one())


async def prediction_of(connection: Connected, game: Game, user_id: int) -> Prediction | None:
    """What this person predicts for the next move."""
    found = select(*_PREDICTION).where(*_at(game), predictions.c.user_id == user_id)
    row = (await connection.execute(found)).one_or_none()
    return None if row is None else Prediction(row.user_id, row.name, tuple(loads(row.guess)))


async def played_predictions(
    connection: Connected, game_id: int, ply: int | None = None
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
