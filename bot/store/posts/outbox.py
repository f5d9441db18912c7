"""The messages waiting to be posted: one queue per place, written in the transaction of what they
report.

Knows the states of a message, not how one is delivered:

    waiting -> delivered | failed | cancelled
    waiting <-> held, while its game is paused
    held -> cancelled, when the game ends paused, or resumes with a post of the same position

Whether a position was shown follows from its boards. A board shows every ply up to its own. It
counts for the line that stands as long as no later branch took back any of them: when it is of the
branch in which the last of them was played, or of a later one.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Update,
    and_,
    case,
    exists,
    func,
    insert,
    literal,
    not_,
    or_,
    select,
    update,
)

from bot.match.notices.messages import (
    BUTTONED,
    Direct,
    Message,
    kind_of,
    message_text,
    parse_message,
)
from bot.process.clock import SECOND, Moment
from bot.process.shards import ALL, SHARD_FROM, Shards
from bot.store.connection.database import Connected
from bot.store.schema import games, moves, outbox

OPEN = ("waiting", "held")
LEFT_AFTER = 30 * SECOND
"""A message that has been due and unclaimed for this long is left to any process: the one of its
shard is dead, or has too much to do."""

_INSERT = insert(outbox)
_UNCLAIMED = {"claimed_by": None, "claimed_until": None}
_QUEUE = case((outbox.c.kind.in_(("live", "retire")), outbox.c.kind), else_="posts")
"""The queues of a place: its posts; its live boards; and its old posts that lose their buttons.
Discord rate-limits edits of old posts, and no new post waits for those."""
_before = outbox.alias("before")
_HINDERED = exists().where(
    outbox.c.kind == "retire",
    _before.c.place_id == outbox.c.place_id,
    _before.c.state == "waiting",
    _before.c.kind.in_(BUTTONED),
    _before.c.id < outbox.c.id,
)
"""The post that loses its buttons may not exist yet."""
HEADS = (
    select(func.min(outbox.c.id))
    .where(outbox.c.state == "waiting")
    .group_by(outbox.c.place_id, _QUEUE)
)
IS_HEAD = and_(outbox.c.id.in_(HEADS), ~_HINDERED)
"""Whether a message is the first one waiting in its queue."""


class Present(NamedTuple):
    """The current time, and how far beyond it stored moments can lie. One that lies twice as far
    was written by a clock that has been set back since, and counts as past; the clocks of processes
    differ by less."""

    now: Moment
    lease: Moment
    pause: Moment

    def free(self) -> ColumnElement[bool]:
        """Condition for messages that are due and unclaimed. A first attempt is always due."""
        due = or_(outbox.c.attempts == 0, self._past(outbox.c.due_at, self.pause))
        until = outbox.c.claimed_until
        return and_(due, or_(until.is_(None), self._past(until, self.lease)))

    def left(self) -> ColumnElement[bool]:
        """Condition for messages, among the free ones, that the process of their shard should have
        delivered by now. It is dead, too, when it has let its claim expire."""
        overdue = self._past(outbox.c.due_at + LEFT_AFTER, self.pause)
        return or_(outbox.c.claimed_until.is_not(None), overdue)

    def _past(self, moment: ColumnElement[Moment], longest: Moment) -> ColumnElement[bool]:
        return or_(moment <= self.now, moment > self.now + 2 * longest)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A message that this process may deliver now."""

    id: int
    game_id: int
    place_id: int
    kind: str
    payload: str
    nonce: str
    attempts: int
    first_tried: Moment
    """Or shown to somebody before that."""

    @property
    def message(self) -> Message:
        """Parsed only on delivery, so that an unreadable message holds up no other."""
        return parse_message(self.kind, self.payload)


async def enqueue(
    connection: Connected, place_id: int, messages: Iterable[Message], now: Moment
) -> None:
    """Messages for a channel, in this order; a direct one goes to its person instead."""
    rows = [_row(place_id, message, now) for message in messages]
    if rows:
        await connection.execute(_INSERT, rows)


def _row(place_id: int, message: Message, now: Moment) -> dict[str, Any]:
    return {
        "game_id": message.game_id,
        "place_id": message.user_id if isinstance(message, Direct) else place_id,
        "kind": kind_of(message),
        "ply": _ply_of(message),
        "branch": getattr(message, "branch", None),
        "payload": message_text(message),
        "nonce": token_hex(10),
        "state": "waiting",
        "attempts": 0,
        "due_at": now,
        "created_at": now,
    }


def _ply_of(message: Message) -> int | None:
    """For a note to a watcher: the ply of the move it reports."""
    told = message.facts.get("ply") if isinstance(message, Direct) else None
    return told if isinstance(told, int) else getattr(message, "ply", None)


async def due_heads(
    connection: Connected,
    present: Present,
    limit: int,
    but: Collection[int] = (),
    shards: Shards = ALL,
) -> Sequence[int]:
    """The first message of each queue, if it is due and unclaimed; the oldest first, without those
    in `but`. Messages of other shards come last, and only if their process has left them."""
    found = select(outbox.c.id).where(IS_HEAD, present.free(), outbox.c.id.not_in(but)).limit(limit)
    if not shards.are_all:
        of_these = _of(shards)
        found = found.where(games.c.id == outbox.c.game_id, or_(of_these, present.left()))
        found = found.order_by(not_(of_these))
    return (await connection.execute(found.order_by(outbox.c.id))).scalars().all()


def _of(shards: Shards) -> ColumnElement[bool]:
    """Condition for messages of games of these shards: `Shards.own` in SQL."""
    shard = games.c.guild_id.bitwise_rshift(literal(SHARD_FROM, Integer)) % shards.count
    return shard.in_(shards.ids)


async def claim(
    connection: Connected, ids: Sequence[int], owner: str, present: Present
) -> list[Claimed]:
    """Claim those of the messages that are still free for this process until the lease expires.

    Waits for nobody: what another transaction works on is left for the next round.
    """
    free = (
        select(outbox.c.id)
        .where(outbox.c.id.in_(ids), outbox.c.state == "waiting", present.free())
        .with_for_update(skip_locked=True)
    )
    claimed = (
        update(outbox)
        .where(outbox.c.id.in_(free))
        .values(
            claimed_by=owner,
            claimed_until=present.now + present.lease,
            attempts=outbox.c.attempts + 1,
            shown_at=func.coalesce(outbox.c.shown_at, present.now),
        )
        .returning(outbox)
    )
    return [
        Claimed(
            id=row.id,
            game_id=row.game_id,
            place_id=row.place_id,
            kind=row.kind,
            payload=row.payload,
            nonce=row.nonce,
            attempts=row.attempts,
            first_tried=row.shown_at,
        )
        for row in sorted((await connection.execute(claimed)).all())
    ]


async def renew(connection: Connected, ids: Collection[int], owner: str, present: Present) -> None:
    """Renew this process's leases on these messages for their full length."""
    held = (outbox.c.id.in_(ids), outbox.c.state == "waiting", outbox.c.claimed_by == owner)
    until = present.now + present.lease
    await connection.execute(update(outbox).where(*held).values(claimed_until=until))


async def delivered(
    connection: Connected, claimed: Claimed, message_id: int | None, now: Moment
) -> None:
    await _settle(connection, claimed, state="delivered", message_id=message_id, settled_at=now)


async def failed(connection: Connected, claimed: Claimed, error: str, now: Moment) -> None:
    await _settle(connection, claimed, state="failed", error=error, settled_at=now)


async def put_off(connection: Connected, claimed: Claimed, error: str, due_at: Moment) -> None:
    await _settle(connection, claimed, error=error, due_at=due_at)


async def _settle(connection: Connected, claimed: Claimed, **values: object) -> None:
    here = (outbox.c.id == claimed.id) & (outbox.c.state == "waiting")
    done = update(outbox).where(here).values(**_UNCLAIMED, **values)
    await connection.execute(done)


async def unclaim(connection: Connected, owner: str) -> None:
    """Release what a process has claimed."""
    here = (outbox.c.state == "waiting") & (outbox.c.claimed_by == owner)
    await connection.execute(update(outbox).where(here).values(**_UNCLAIMED))


async def hold(connection: Connected, game_id: int) -> None:
    """Hold back a game's messages to its channel."""
    here = and_(outbox.c.game_id == game_id, outbox.c.state == "waiting", outbox.c.kind != "direct")
    held = update(outbox).where(here).values(state="held", **_UNCLAIMED)
    await connection.execute(held)


async def replace_held(connection: Connected, message: Message, now: Moment) -> None:
    """A new post with buttons replaces what is held for the same position, which is then not
    posted."""
    if kind_of(message) not in BUTTONED:
        return
    here = and_(
        outbox.c.game_id == message.game_id,
        outbox.c.state == "held",
        outbox.c.kind == kind_of(message),
        outbox.c.ply.is_not_distinct_from(_ply_of(message)),
        outbox.c.branch.is_not_distinct_from(getattr(message, "branch", None)),
    )
    await connection.execute(update(outbox).where(here).values(state="cancelled", settled_at=now))


async def release(connection: Connected, game_id: int, place_id: int, now: Moment) -> None:
    """Send what was held, in its order, to where the game continues."""
    here = (outbox.c.game_id == game_id) & (outbox.c.state == "held")
    going = update(outbox).where(here).values(state="waiting", place_id=place_id, due_at=now)
    await connection.execute(going)


async def withdraw(
    connection: Connected, game_id: int, now: Moment, place_id: int | None = None
) -> list[Message]:
    """Cancel what a game still has for its channel, or for a place it has left; returns what that
    was, in its order."""
    here = and_(outbox.c.game_id == game_id, outbox.c.state.in_(OPEN), outbox.c.kind != "direct")
    if place_id is not None:
        here = and_(here, outbox.c.place_id == place_id)
    gone = update(outbox).where(here).values(state="cancelled", settled_at=now, **_UNCLAIMED)
    return await _changed(connection, gone)


async def was_shown(connection: Connected, game_id: int, ply: int) -> bool:
    """Whether anybody can have seen the position after this many plies."""
    found = select(exists().where(_boards(game_id, ply), outbox.c.shown_at.is_not(None)))
    return bool((await connection.execute(found)).scalar_one())


async def mark_shown(connection: Connected, game_id: int, ply: int, now: Moment) -> None:
    here = (_boards(game_id, ply), outbox.c.ply == ply, outbox.c.shown_at.is_(None))
    await connection.execute(update(outbox).where(*here).values(shown_at=now))


async def cancel_boards(connection: Connected, game_id: int, keep: int, now: Moment) -> None:
    """Do not post the boards after this many plies, unless they were already shown, nor tell
    anybody of these moves."""
    here = (
        *(outbox.c.game_id == game_id, outbox.c.kind.in_(("board", "direct"))),
        outbox.c.ply > keep,
        *(outbox.c.shown_at.is_(None), outbox.c.state.in_(OPEN)),
    )
    await connection.execute(update(outbox).where(*here).values(state="cancelled", settled_at=now))


async def buttoned_before(
    connection: Connected, claimed: Claimed, ply: int | None, branch: int | None
) -> tuple[int, Message] | None:
    """The last post with buttons in the same place that belongs to another position: its id, and
    the message it was made from."""
    posts = (
        select(outbox.c.message_id, outbox.c.place_id, outbox.c.kind, outbox.c.payload)
        .where(
            outbox.c.game_id == claimed.game_id,
            outbox.c.id < claimed.id,
            outbox.c.kind.in_(BUTTONED),
            outbox.c.message_id.is_not(None),
        )
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    if ply is not None:
        posts = posts.where(
            or_(outbox.c.kind == "lobby", outbox.c.ply != ply, outbox.c.branch != branch)
        )
    row = (await connection.execute(posts)).one_or_none()
    if row is None or row.place_id != claimed.place_id:
        return None
    return row.message_id, parse_message(row.kind, row.payload)


async def board_post(
    connection: Connected, game_id: int, place_id: int, ply: int, branch: int
) -> int | None:
    """The last post of this position's board in a place."""
    found = select(func.max(outbox.c.message_id)).where(
        outbox.c.game_id == game_id,
        outbox.c.place_id == place_id,
        outbox.c.kind == "board",
        outbox.c.ply == ply,
        outbox.c.branch == branch,
    )
    post: int | None = (await connection.execute(found)).scalar()
    return post


async def missed_notes(connection: Connected, user_id: int) -> list[tuple[int, Message]]:
    """The direct messages that could not be delivered to a person, with their ids, in their
    order."""
    found = select(outbox.c.id, outbox.c.kind, outbox.c.payload).where(_missed(user_id))
    rows = (await connection.execute(found.order_by(outbox.c.id))).all()
    return [(row.id, parse_message(row.kind, row.payload)) for row in rows]


async def note_read(connection: Connected, note_id: int, now: Moment) -> None:
    here = (outbox.c.id == note_id) & (outbox.c.state == "failed")
    await connection.execute(update(outbox).where(here).values(state="delivered", settled_at=now))


async def _changed(connection: Connected, change: Update) -> list[Message]:
    """Changes messages and returns them, in their order."""
    rows = await connection.execute(change.returning(outbox.c.id, outbox.c.kind, outbox.c.payload))
    return [parse_message(kind, payload) for _, kind, payload in sorted(map(tuple, rows))]


def _boards(game_id: int, ply: int) -> ColumnElement[bool]:
    """The boards that show the position after this many plies."""
    taken_back = (moves.c.game_id == game_id, moves.c.ply <= ply)
    since = select(func.coalesce(func.max(moves.c.undone), 0)).where(*taken_back)
    return and_(
        outbox.c.game_id == game_id,
        outbox.c.kind == "board",
        outbox.c.ply >= ply,
        outbox.c.branch >= since.scalar_subquery(),
    )


def _missed(user_id: int) -> ColumnElement[bool]:
    """A single move, reported to a watcher, is of no use later."""
    unread = (outbox.c.place_id == user_id, outbox.c.kind == "direct", outbox.c.state == "failed")
    return and_(*unread, outbox.c.ply.is_(None))
