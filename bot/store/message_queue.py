"""Messages waiting to be posted, written in the transaction of what they report.

The states of a message:

    waiting -> delivered | failed | cancelled
    waiting <-> held, while its game is paused; only a probe keeps waiting
    held -> cancelled, when the game ends paused, or resumes with a post of the same position

Whether a position was shown follows from its boards. A board shows every ply up to its own. It
counts for the line that stands while no later branch has taken back any of them, that is, when it
is of the branch in which the last of them was played, or of a later one.
"""

import logging
from collections.abc import Iterable
from secrets import token_hex
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, insert, or_, select, update

from bot.match.game import Status
from bot.match.league.messages import FixturePost, LeagueMessage, LeagueNote, LeaguePost
from bot.match.message_codec import (
    QueuedMessage,
    UnreadableMessage,
    dump_message,
    kind_of,
    load_message,
)
from bot.match.messages import (
    BUTTONED,
    BoardPost,
    CallPost,
    Digest,
    DirectMessage,
    LiveBoard,
    Message,
    RetireButtons,
)
from bot.process.clock import Millis
from bot.store.claims import UNCLAIMED, Claimed
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.schema import games, moves, outbox

log = logging.getLogger(__name__)

OPEN = ("waiting", "held")
# Conditions with `in_` refer to themselves: made for each statement, they would be garbage.
_IS_OPEN = outbox.c.state.in_(OPEN)
_HAS_BUTTONS = outbox.c.kind.in_(BUTTONED)
_TELLS_OF_MOVES = outbox.c.kind.in_(("board", "call", "direct"))
# Messages of a game to its channel; a digest is about others as well, and a person is no channel.
_TO_ITS_CHANNEL = outbox.c.kind.not_in(("direct", "digest"))
# Condition for a direct message that did not reach its person. Notes to watchers about single
# moves are of no use later.
IS_UNREAD = and_(outbox.c.kind == "direct", outbox.c.state == "failed", outbox.c.ply.is_(None))

_NEW = (
    "game_id",
    "season_id",
    "place_id",
    "kind",
    "ply",
    "branch",
    "payload",
    "nonce",
    "state",
    "attempts",
    "due_at",
    "created_at",
)
_INSERT = Prepared(insert(outbox).inline().values({name: bindparam(name) for name in _NEW}))


async def enqueue(
    connection: AsyncConnection, place_id: int, messages: Iterable[QueuedMessage], now: Millis
) -> None:
    """Queue messages for a channel, in this order; one to a person goes to them instead."""
    for message in messages:
        values = {
            "game_id": getattr(message, "game_id", None),
            "season_id": getattr(message, "season_id", None),
            "place_id": message.user_id
            if isinstance(message, DirectMessage | LeagueNote)
            else place_id,
            "kind": kind_of(message),
            "ply": _ply_of(message),
            "branch": getattr(message, "branch", None),
            "payload": dump_message(message),
            "nonce": token_hex(10),
            "state": "waiting",
            "attempts": 0,
            "due_at": now,
            "created_at": now,
        }
        await _INSERT.execute(connection, values)


async def cancel_news(connection: AsyncConnection, season_id: int, now: Millis) -> None:
    """Cancel what a season still has to post: something later takes its place."""
    messages = (outbox.c.season_id == season_id, _IS_OPEN)
    posts = (*messages, outbox.c.kind != "league_note")
    await _change(connection, *posts, state="cancelled", settled_at=now, **UNCLAIMED)


async def waiting_news(
    connection: AsyncConnection, place_id: int
) -> list[tuple[int, LeaguePost | FixturePost]]:
    """List the posts about seasons that wait in a channel, in order, with their ids. One that
    cannot be read is left for its turn."""
    query = (
        select(outbox.c.id, outbox.c.kind, outbox.c.payload)
        .where(outbox.c.place_id == place_id, outbox.c.state == "waiting")
        .where(outbox.c.season_id.is_not(None))
        .order_by(outbox.c.id)
    )
    news = list[tuple[int, LeaguePost | FixturePost]]()
    for row in (await connection.execute(query)).all():
        try:
            message = load_message(row.kind, row.payload)
        except UnreadableMessage:
            continue
        if isinstance(message, LeaguePost | FixturePost):
            news.append((row.id, message))
    return news


async def give_up_news(connection: AsyncConnection, number: int, error: str, now: Millis) -> None:
    condition = and_(outbox.c.id == number, outbox.c.state == "waiting")
    await _change(connection, condition, state="failed", error=error, settled_at=now, **UNCLAIMED)


async def _change(
    connection: AsyncConnection, *conditions: ColumnElement[bool], **values: object
) -> None:
    await connection.execute(update(outbox).where(*conditions).values(**values))


def _ply_of(message: QueuedMessage) -> int | None:
    """Return the ply of a message; for a note to a watcher, that of the move it reports."""
    ply = message.facts.get("ply") if isinstance(message, DirectMessage) else None
    return ply if isinstance(ply, int) else getattr(message, "ply", None)


async def mark_delivered(
    connection: AsyncConnection, claimed: Claimed, message_id: int | None, now: Millis
) -> None:
    await _settle(connection, claimed, state="delivered", message_id=message_id, settled_at=now)


async def mark_failed(
    connection: AsyncConnection, claimed: Claimed, error: str, now: Millis
) -> None:
    await _settle(connection, claimed, state="failed", error=error, settled_at=now)


async def postpone(
    connection: AsyncConnection, claimed: Claimed, error: str, due_at: Millis
) -> None:
    await _settle(connection, claimed, error=error, due_at=due_at)


async def _settle(connection: AsyncConnection, claimed: Claimed, **values: object) -> None:
    """Settle a message, unless its game has resumed elsewhere since, where it is then still to be
    posted."""
    statement = update(outbox).filter_by(id=claimed.id, state="waiting", place_id=claimed.place_id)
    await connection.execute(statement.values(**UNCLAIMED, **values))


class Probe(NamedTuple):
    """Post that tests whether the channel of a paused game accepts posts again: the one that was
    refused, tried once more at this moment."""

    id: int
    due_at: Millis
    error: str


async def hold(connection: AsyncConnection, game_id: int, probe: Probe | None = None) -> None:
    """Hold back a game's messages to its channel, except the probe if there is one."""
    condition = and_(outbox.c.game_id == game_id, outbox.c.state == "waiting", _TO_ITS_CHANNEL)
    if probe is not None:
        tried = {"due_at": probe.due_at, "error": probe.error, **UNCLAIMED}
        await _change(connection, condition, outbox.c.id == probe.id, **tried)
        condition = and_(condition, outbox.c.id != probe.id)
    await _change(connection, condition, state="held", **UNCLAIMED)


async def replace_held(connection: AsyncConnection, message: Message, now: Millis) -> None:
    """Cancel what is held for the same position as a new post with buttons, which replaces it."""
    if kind_of(message) not in BUTTONED:
        return
    condition = and_(
        outbox.c.game_id == message.game_id,
        outbox.c.state == "held",
        outbox.c.kind == kind_of(message),
        outbox.c.ply.is_not_distinct_from(_ply_of(message)),
        outbox.c.branch.is_not_distinct_from(getattr(message, "branch", None)),
    )
    await _change(connection, condition, state="cancelled", settled_at=now)


async def release(connection: AsyncConnection, game_id: int, place_id: int, now: Millis) -> None:
    """Send what was held, in order, to where the game continues."""
    condition = and_(outbox.c.game_id == game_id, outbox.c.state == "held")
    await _change(connection, condition, state="waiting", place_id=place_id, due_at=now, error=None)


async def withdraw(
    connection: AsyncConnection, game_id: int, now: Millis, place_id: int | None = None
) -> list[Message]:
    """Cancel the messages that a game still has for its channel, or for a place it has left, and
    return those that can be read, in order."""
    condition = and_(outbox.c.game_id == game_id, _IS_OPEN, _TO_ITS_CHANNEL)
    if place_id is not None:
        condition = and_(condition, outbox.c.place_id == place_id)
    statement = (
        update(outbox).where(condition).values(state="cancelled", settled_at=now, **UNCLAIMED)
    )
    messages = statement.returning(outbox.c.id, outbox.c.kind, outbox.c.payload)
    rows = sorted(map(tuple, await connection.execute(messages)))
    return [message for row in rows if (message := _readable(*row)) is not None]


async def was_shown(connection: AsyncConnection, game_id: int, ply: int) -> bool:
    """True if anybody can have seen the position after this many plies."""
    query = select(exists().where(_boards(game_id, ply), outbox.c.shown_at.is_not(None)))
    return bool(await connection.scalar(query))


async def mark_shown(connection: AsyncConnection, game_id: int, ply: int, now: Millis) -> None:
    conditions = (_boards(game_id, ply), outbox.c.ply == ply, outbox.c.shown_at.is_(None))
    await _change(connection, *conditions, shown_at=now)


async def cancel_boards(connection: AsyncConnection, game_id: int, keep: int, now: Millis) -> None:
    """Cancel the boards after this many plies, unless they were already shown, and the notes that
    report these moves."""
    conditions = (
        outbox.c.game_id == game_id,
        _TELLS_OF_MOVES,
        outbox.c.ply > keep,
        outbox.c.shown_at.is_(None),
        _IS_OPEN,
    )
    await _change(connection, *conditions, state="cancelled", settled_at=now)


async def previous_buttoned_post(
    connection: AsyncConnection, claimed: Claimed, ply: int | None, branch: int | None
) -> tuple[int, Message] | None:
    """Find the last post with buttons of another position, if it is in the same place: its id, and
    the message it was made from. None also if that cannot be read."""
    posts = (
        select(outbox)
        .where(
            outbox.c.game_id == claimed.game_id,
            outbox.c.id < claimed.id,
            _HAS_BUTTONS,
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
    message = _readable(row.id, row.kind, row.payload)
    return None if message is None else (row.message_id, message)


async def board_post(
    connection: AsyncConnection, game_id: int, place_id: int, ply: int, branch: int
) -> int | None:
    """Find the last post of this position's board in a place."""
    of_position = (outbox.c.kind == "board", outbox.c.ply == ply, outbox.c.branch == branch)
    return await _last_post(connection, game_id, place_id, *of_position)


async def lobby_post(connection: AsyncConnection, game_id: int, place_id: int) -> int | None:
    """Find the last post of the invitation to a game in a place."""
    return await _last_post(connection, game_id, place_id, outbox.c.kind == "lobby")


async def _last_post(
    connection: AsyncConnection, game_id: int, place_id: int, *conditions: ColumnElement[bool]
) -> int | None:
    of_game = (outbox.c.game_id == game_id, outbox.c.place_id == place_id)
    query = select(func.max(outbox.c.message_id)).where(*of_game, *conditions)
    post: int | None = await connection.scalar(query)
    return post


async def missed_notes(connection: AsyncConnection, user_id: int) -> list[tuple[int, Message]]:
    """List the direct messages that could not be delivered to a person, with their ids, in order.
    One that cannot be read stays for a version that can."""
    unread = and_(IS_UNREAD, outbox.c.place_id == user_id)
    query = select(outbox.c.id, outbox.c.kind, outbox.c.payload).where(unread)
    rows = (await connection.execute(query.order_by(outbox.c.id))).all()
    return [(row.id, note) for row in rows if (note := _readable(*row)) is not None]


async def note_read(connection: AsyncConnection, note_id: int, now: Millis) -> None:
    condition = and_(outbox.c.id == note_id, outbox.c.state == "failed")
    await _change(connection, condition, state="delivered", settled_at=now)


def _readable(number: int, kind: str, payload: str) -> Message | None:
    """Load a message about a game. One that cannot be read is logged, and holds up nothing."""
    try:
        message = load_message(kind, payload)
    except UnreadableMessage as error:
        log.warning("message %d cannot be read: %s", number, error)
        return None
    return None if isinstance(message, LeagueMessage) else message


def _boards(game_id: int, ply: int) -> ColumnElement[bool]:
    """Select the boards that show the position after this many plies."""
    taken_back = (moves.c.game_id == game_id, moves.c.ply <= ply)
    since = select(func.coalesce(func.max(moves.c.undone), 0)).where(*taken_back)
    return and_(
        outbox.c.game_id == game_id,
        outbox.c.kind == "board",
        outbox.c.ply >= ply,
        outbox.c.branch >= since.scalar_subquery(),
    )


# The live board is drawn from the game as it is on delivery, so one unclaimed message is enough.


async def refresh_live_board(
    connection: AsyncConnection, game_id: int, place_id: int, now: Millis
) -> None:
    unclaimed = (_IS_OPEN, outbox.c.claimed_by.is_(None))
    if not await connection.scalar(select(exists().where(_is_live(game_id, place_id), *unclaimed))):
        await enqueue(connection, place_id, [LiveBoard(game_id)], now)


async def refresh_live_boards(connection: AsyncConnection, channel_id: int, now: Millis) -> None:
    """Refresh the live board of every running game of a channel and its threads."""
    for game in await _games_in_play(connection, channel_id):
        await refresh_live_board(connection, game.id, game.channel_id, now)


class GameInPlay(NamedTuple):
    """A running game that is not paused, and its position."""

    id: int
    channel_id: int
    ply: int
    branch: int


async def _games_in_play(connection: AsyncConnection, channel_id: int) -> list[GameInPlay]:
    """List those of a channel and its threads."""
    query = select(games.c.id, games.c.channel_id, games.c.ply, games.c.branch).where(
        (games.c.channel_id == channel_id) | (games.c.parent_id == channel_id),
        games.c.status == str(Status.RUNNING),
        games.c.pause.is_(None),
    )
    return [GameInPlay(*row) for row in await connection.execute(query)]


async def post_boards(connection: AsyncConnection, channel_id: int, now: Millis) -> None:
    """Post the board of every running game of a channel and its threads, without calling anybody:
    no live board shows it any longer. What called the player to act goes."""
    for game in await _games_in_play(connection, channel_id):
        board = BoardPost(game.id, game.ply, game.branch)
        await enqueue(connection, game.channel_id, [RetireButtons(game.id), board], now)


async def call_in_channel(
    connection: AsyncConnection, place_id: int, board: BoardPost, now: Millis
) -> None:
    """Call the player to act whom this board would have called, unless that is to come already."""
    same_call = (
        outbox.c.game_id == board.game_id,
        outbox.c.kind == "call",
        outbox.c.ply == board.ply,
        outbox.c.branch == board.branch,
        _IS_OPEN,
    )
    if board.mention and not await connection.scalar(select(exists().where(*same_call))):
        call = CallPost(board.game_id, board.ply, board.branch, board.mention)
        await enqueue(connection, place_id, [call], now)


async def withdraw_digests(connection: AsyncConnection, place_id: int, now: Millis) -> list[Digest]:
    """Cancel the digests that a channel still has to get and that nobody has tried to post, and
    return them: a later one takes their place."""
    waiting = (
        outbox.c.place_id == place_id,
        outbox.c.kind == "digest",
        outbox.c.state == "waiting",
        outbox.c.attempts == 0,
    )
    statement = update(outbox).where(*waiting).values(state="cancelled", settled_at=now)
    messages = statement.returning(outbox.c.id, outbox.c.kind, outbox.c.payload)
    digests = [_readable(*row) for row in await connection.execute(messages)]
    return [digest for digest in digests if isinstance(digest, Digest)]


async def live_post(connection: AsyncConnection, game_id: int, place_id: int) -> int | None:
    """Find the id of the post that shows the live board; None when there is none."""
    query = (
        select(outbox.c.message_id)
        .where(_is_live(game_id, place_id), outbox.c.state == "delivered")
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    return await connection.scalar(query)


def _is_live(game_id: int, place_id: int) -> ColumnElement[bool]:
    condition = (outbox.c.game_id == game_id) & (outbox.c.place_id == place_id)
    return condition & (outbox.c.kind == "live")
