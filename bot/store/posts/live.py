"""The live board of a game: whether its channel wants one, which post shows it, and asking for a
refresh.

It is drawn from the game as it is on delivery, so one unclaimed message is enough.
"""

from collections.abc import Mapping, Sequence
from json import loads

from sqlalchemy import ColumnElement, exists, func, select

from bot.match.game import Status
from bot.match.notices.messages import Live
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.posts.outbox import OPEN, enqueue
from bot.store.schema import channels, games, outbox


async def settings_for(connection: Connected, game_id: int) -> Mapping[str, str]:
    """How the channel of a game is configured; a thread uses its channel's settings."""
    found = (
        select(channels.c.settings)
        .join(games, channels.c.channel_id == func.coalesce(games.c.parent_id, games.c.channel_id))
        .where(games.c.id == game_id)
    )
    stored = (await connection.execute(found)).scalar()
    return {} if stored is None else dict(loads(stored))


async def show_again(connection: Connected, game_id: int, place_id: int, now: Millis) -> None:
    waits = (
        *_of(game_id, place_id),
        *(outbox.c.state.in_(OPEN), outbox.c.claimed_by.is_(None)),
    )
    if not (await connection.execute(select(exists().where(*waits)))).scalar_one():
        await enqueue(connection, place_id, [Live(game_id)], now)


async def show_all_anew(connection: Connected, channel_id: int, now: Millis) -> None:
    """For every running game of a channel and its threads."""
    found = select(games.c.id, games.c.channel_id).where(
        (games.c.channel_id == channel_id) | (games.c.parent_id == channel_id),
        games.c.status == str(Status.RUNNING),
        games.c.pause.is_(None),
    )
    for game_id, place_id in (await connection.execute(found)).all():
        await show_again(connection, game_id, place_id, now)


async def live_post(connection: Connected, game_id: int, place_id: int) -> int | None:
    """The id of the post that shows the live board; None when there is none."""
    found = (
        select(outbox.c.message_id)
        .where(*_of(game_id, place_id), outbox.c.state == "delivered")
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    post: int | None = (await connection.execute(found)).scalar()
    return post


def _of(game_id: int, place_id: int) -> Sequence[ColumnElement[bool]]:
    return (
        outbox.c.game_id == game_id,
        outbox.c.place_id == place_id,
        outbox.c.kind == "live",
    )
