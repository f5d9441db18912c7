"""Claims: which messages a process may deliver now. A claim is a lease.

Each channel has a queue of its posts, and others of edits: its live boards, its old posts that lose
their buttons, and the invitations to which nobody can join any longer. Discord rate-limits edits of
old posts, and no new post waits for those.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache
from re import match
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from bot.match.message_codec import QueuedMessage, load_message
from bot.match.messages import BUTTONED
from bot.process.clock import SECOND, Millis
from bot.process.shards import ALL, SHARD_FROM, Shards
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.schema import games, outbox, seasons

# The kinds of messages that edit a post, each a queue of its own; all others are posts.
EDITS = ("live", "retire", "closed")
UNCLAIMED = {"claimed_by": None, "claimed_until": None}
# A message that has been due and unclaimed for this long is left to any process: the one that
# serves its shard is dead, or has too much to do.
LEFT_AFTER = 30 * SECOND

_before = outbox.alias("before")
# The post that loses its buttons may not exist yet.
_HINDERED = sa.exists().where(
    outbox.c.kind == "retire",
    _before.c.place_id == outbox.c.place_id,
    _before.c.state == "waiting",
    _before.c.kind.in_(BUTTONED),
    _before.c.id < outbox.c.id,
)
_HEADS = (
    sa.select(sa.func.min(outbox.c.id))
    .where(outbox.c.state == "waiting")
    .group_by(outbox.c.place_id, sa.case((outbox.c.kind.in_(EDITS), outbox.c.kind), else_="posts"))
)
# A message is the first one waiting in its queue.
IS_HEAD = sa.and_(outbox.c.id.in_(_HEADS), ~_HINDERED)


class Claimant(NamedTuple):
    """Process that claims, the current time, and how far ahead of it stored moments can be. One
    twice that far ahead was written by a clock that has been set back since, and counts as past;
    the clocks of processes differ by less."""

    owner: str
    now: Millis
    lease: Millis
    pause: Millis

    def values(self) -> dict[str, Any]:
        return {
            "owner": self.owner,
            "now": self.now,
            "until": self.now + self.lease,
            "past_any_lease": self.now + 2 * self.lease,
            "past_any_pause": self.now + 2 * self.pause,
        }


class Trouble(NamedTuple):
    """Cause that has kept a message from arriving, and since when. Stored as the beginning of the
    error of the last attempt, so that it outlives the process."""

    kind: Literal["refused", "failed"]
    """Refused by Discord, or failed by a fault of our own."""
    since: Millis
    paused: bool = False
    """Its game is paused because of this, and resumes when it arrives."""

    def error(self, why: str) -> str:
        return f"{'paused, ' if self.paused else ''}{self.kind} since {self.since}: {why}"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A message that this process may deliver now."""

    id: int
    game_id: int | None
    """None for a message about a season."""
    place_id: int
    kind: str
    payload: str
    nonce: str
    attempts: int
    first_tried: Millis
    """Or first shown to somebody, if that was earlier."""
    error: str | None = None
    """The outcome of the last attempt."""
    season_id: int | None = None

    @property
    def message(self) -> QueuedMessage:
        """Parsed only on delivery, so that an unreadable message holds up no other. Raises
        UnreadableMessage."""
        return load_message(self.kind, self.payload)

    @property
    def trouble(self) -> Trouble | None:
        cause = match(r"(paused, )?(refused|failed) since (\d+): ", self.error or "")
        if cause is None:
            return None
        kind: Literal["refused", "failed"] = "refused" if cause[2] == "refused" else "failed"
        return Trouble(kind, int(cause[3]), paused=cause[1] is not None)

    @property
    def edits(self) -> bool:
        """It edits a post."""
        return self.kind in EDITS

    @property
    def is_probe(self) -> bool:
        """Its game is paused, and resumes when it arrives."""
        return self.trouble is not None and self.trouble.paused


# The column that is called otherwise than its field.
CLAIMED = {"first_tried": "shown_at"}
_NOW = sa.bindparam("now", type_=sa.BigInteger)


def _past(moment: sa.ColumnElement[Millis], beyond: str) -> sa.ColumnElement[bool]:
    return sa.or_(moment <= _NOW, moment > sa.bindparam(beyond, type_=sa.BigInteger))


# Due and unclaimed. A first attempt is always due.
_FREE = sa.and_(
    sa.or_(outbox.c.attempts == 0, _past(outbox.c.due_at, "past_any_pause")),
    sa.or_(outbox.c.claimed_until.is_(None), _past(outbox.c.claimed_until, "past_any_lease")),
)


def _claiming(conditions: sa.ColumnElement[bool]) -> sa.Update:
    """Build a claim that does not wait: messages locked by another transaction are left for the
    next round."""
    free = (
        sa.select(outbox.c.id)
        .where(conditions, outbox.c.state == "waiting", _FREE)
        .with_for_update(skip_locked=True)
    )
    return (
        sa.update(outbox)
        .where(outbox.c.id.in_(free))
        .values(
            claimed_by=sa.bindparam("owner"),
            claimed_until=sa.bindparam("until"),
            attempts=outbox.c.attempts + 1,
            shown_at=sa.func.coalesce(outbox.c.shown_at, _NOW),
        )
        .returning(*[outbox.c[CLAIMED.get(field.name, field.name)] for field in fields(Claimed)])
    )


# The free messages that the process of their shard should have delivered by now. A process that
# has let its claim expire is also dead.
_LEFT = sa.or_(
    outbox.c.claimed_until.is_not(None),
    _past(outbox.c.due_at + sa.bindparam("left_after", type_=sa.BigInteger), "past_any_pause"),
)


@cache
def _due_heads(shards: Shards) -> sa.Select[int]:
    query = (
        sa.select(outbox.c.id)
        .where(IS_HEAD, _FREE, outbox.c.id.not_in(sa.bindparam("but", expanding=True)))
        .limit(sa.bindparam("most", type_=sa.Integer))
    )
    if not shards.are_all:
        guild = sa.func.coalesce(games.c.guild_id, seasons.c.guild_id, type_=sa.BigInteger)
        shard = guild.bitwise_rshift(sa.literal(SHARD_FROM, sa.Integer)) % shards.count
        own = shard.in_(shards.ids)  # `Shards.own` in SQL
        query = (
            query.outerjoin(games, games.c.id == outbox.c.game_id)
            .outerjoin(seasons, seasons.c.id == outbox.c.season_id)
            .where(sa.or_(own, _LEFT))
            .order_by(sa.not_(own))
        )
    return query.order_by(outbox.c.kind.in_(EDITS), outbox.c.id)


_CLAIM = _claiming(outbox.c.id.in_(sa.bindparam("ids", expanding=True)))
# Written without a list, which a prepared statement cannot take.
_NEXT_POST = sa.select(sa.func.min(_before.c.id)).where(
    _before.c.place_id == sa.bindparam("place"),
    _before.c.state == "waiting",
    *(_before.c.kind != edit for edit in EDITS),
)
_CLAIM_NEXT_POST = Prepared(_claiming(outbox.c.id == _NEXT_POST.scalar_subquery()))
_RENEW = (
    sa.update(outbox)
    .where(
        outbox.c.id.in_(sa.bindparam("ids", expanding=True)),
        outbox.c.state == "waiting",
        outbox.c.claimed_by == sa.bindparam("owner"),
    )
    .values(claimed_until=sa.bindparam("until"))
)


async def due_heads(
    connection: AsyncConnection,
    claimant: Claimant,
    limit: int,
    but: Collection[int] = (),
    shards: Shards = ALL,
) -> Sequence[int]:
    """List the first message of each queue, if it is due and unclaimed, without those in `but`:
    posts before edits, and the oldest first. Messages of other shards come last, and only if their
    process has left them."""
    parameters = {**claimant.values(), "but": list(but), "most": limit, "left_after": LEFT_AFTER}
    return (await connection.scalars(_due_heads(shards), parameters)).all()


async def claim(
    connection: AsyncConnection, ids: Sequence[int], claimant: Claimant
) -> list[Claimed]:
    """Claim those of the messages that are still free for this process until the lease expires."""
    rows = await connection.execute(_CLAIM, {**claimant.values(), "ids": list(ids)})
    return sorted((Claimed(*row) for row in rows.all()), key=lambda claimed: claimed.id)


async def claim_next_post(
    connection: AsyncConnection, place_id: int, claimant: Claimant
) -> Claimed | None:
    """Claim a channel's next post, as `claim` does, in the transaction that may have written it."""
    parameters = {**claimant.values(), "place": place_id}
    rows = await _CLAIM_NEXT_POST.execute(connection, parameters)
    return Claimed(*rows[0]) if rows else None


async def renew(connection: AsyncConnection, ids: Collection[int], claimant: Claimant) -> None:
    """Renew this process's leases on these messages for their full length."""
    await connection.execute(_RENEW, {**claimant.values(), "ids": list(ids)})


async def unclaim(connection: AsyncConnection, owner: str) -> None:
    """Release what a process has claimed."""
    statement = sa.update(outbox).filter_by(state="waiting", claimed_by=owner)
    await connection.execute(statement.values(**UNCLAIMED))
