"""Finding and removing old messages that nothing refers to any longer.

What a game refers to stays, no matter how old: its last post with buttons, its last live board in
each place, the boards that show what has been seen, and notes that their person has not read yet.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, delete, exists, func, not_, or_, select

from bot.match.notices.messages import BUTTONED
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.posts.outbox import OPEN
from bot.store.schema import outbox

SETTLED = ("delivered", "cancelled", "failed")
_LATER = outbox.alias("later")


async def last_of_batch(connection: Connected, after: int, size: int) -> int | None:
    """The id of the last message in the next batch of this size; None when there is none."""
    batch = select(outbox.c.id).where(outbox.c.id > after).order_by(outbox.c.id).limit(size)
    found = select(func.max(batch.subquery().c.id))
    last: int | None = (await connection.execute(found)).scalar()
    return last


async def spent_messages(
    connection: Connected, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """Those among these ids that nothing has needed since before that moment."""
    found = select(outbox.c.id).where(
        *(outbox.c.id > after, outbox.c.id <= upto),
        *(outbox.c.state.in_(SETTLED), outbox.c.settled_at < before),
        not_(_unread()),
        or_(not_(_referred_to()), _superseded(before)),
        not_(_is_busy()),
    )
    return (await connection.execute(found)).scalars().all()


async def remove_messages(connection: Connected, ids: Sequence[int]) -> None:
    await connection.execute(delete(outbox).where(outbox.c.id.in_(ids)))


def _unread() -> ColumnElement[bool]:
    return and_(outbox.c.kind == "direct", outbox.c.state == "failed", outbox.c.ply.is_(None))


def _referred_to() -> ColumnElement[bool]:
    """Posts that may still be edited, and boards that somebody saw."""
    there = or_(outbox.c.message_id.is_not(None), outbox.c.shown_at.is_not(None))
    live = and_(outbox.c.kind == "live", outbox.c.state == "delivered")
    return or_(live, and_(outbox.c.kind.in_(BUTTONED), there))


def _superseded(before: Millis) -> ColumnElement[bool]:
    """Whether a later post has replaced it since before that moment."""
    live_again = and_(
        *(outbox.c.kind == "live", _LATER.c.kind == "live"),
        *(_LATER.c.state == "delivered", _LATER.c.place_id == outbox.c.place_id),
    )
    buttoned_again = and_(
        *(outbox.c.kind.in_(BUTTONED), _LATER.c.kind.in_(BUTTONED)),
        *(_LATER.c.message_id.is_not(None), or_(outbox.c.kind != "board", _shows_as_much())),
    )
    later = (
        *(_LATER.c.game_id == outbox.c.game_id, _LATER.c.id > outbox.c.id),
        _LATER.c.settled_at < before,
    )
    return exists().where(*later, or_(live_again, buttoned_again))


def _shows_as_much() -> ColumnElement[bool]:
    """See `bot.store.posts.outbox` for what a board counts as having shown."""
    return and_(
        _LATER.c.shown_at.is_not(None),
        _LATER.c.ply >= outbox.c.ply,
        _LATER.c.branch >= outbox.c.branch,
    )


def _is_busy() -> ColumnElement[bool]:
    """The messages that a game still has waiting may refer to its earlier posts."""
    return exists().where(_LATER.c.game_id == outbox.c.game_id, _LATER.c.state.in_(OPEN))
