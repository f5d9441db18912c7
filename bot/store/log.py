"""Every move and every other acknowledged action: the log, which is the truth about a game."""

from dataclasses import dataclass, fields
from hashlib import sha256

import sqlalchemy as sa

from bot.match.actions import Actor, Answer, Done
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from bot.match.results import TimedMove, TimedNote, Timeline
from bot.match.rules import ending_of
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.games import secret_of
from bot.store.schema import audit, games, moves
from engine.recorded import LEAVES, Recorded, leaving_seat

# `undone` of a move that was not taken back.
NOT_UNDONE = 0
# The prefix of the interaction id of a move made by an order; the rest names the interaction that
# made the order come true.
BY_ORDER = "order:"
# The prefix of the interaction id of a computer player's move; the rest names the position.
BY_COMPUTER = "computer:"
# The same for a player whom the season takes out of a game.
BY_SEASON = "season:"
DIGEST = "sha256:"
DIGITS = 16
# The name, in a record, which is in English, of a person whose data was erased.
NAMELESS = "a player"


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A row of `moves`, its keys aside."""

    ply: int
    undone: int
    seat: int
    user_id: int | None
    notation: str
    events: str
    """As text, or their digest if the game was shortened."""
    played_at: Millis
    interaction_id: str

    @property
    def leaves(self) -> bool:
        """Its player left the game, instead of making a move."""
        return leaving_seat(self.notation) is not None

    @property
    def shortened(self) -> bool:
        """Its events have to be found by replaying."""
        return is_digest(self.events)

    def gave(self, events: str) -> bool:
        """True if these are the events that were stored."""
        return self.events == (digest_of_events(events) if self.shortened else events)

    @property
    def by_order(self) -> bool:
        """An order left earlier played it."""
        return self.interaction_id.startswith(BY_ORDER)


_FIELDS = [field.name for field in fields(LoggedMove)]
_APPEND = Prepared(
    sa.insert(moves).inline().values({name: sa.bindparam(name) for name in ("game_id", *_FIELDS)})
)
_MOVES = sa.select(*[moves.c[name] for name in _FIELDS]).where(
    moves.c.game_id == sa.bindparam("game")
)
_CURRENT = _MOVES.where(moves.c.undone == NOT_UNDONE).order_by(moves.c.ply)
_UP_TO = _CURRENT.where(moves.c.ply <= sa.bindparam("upto"))
_AT = _CURRENT.where(moves.c.ply == sa.bindparam("at"))
_ANSWER = Prepared(
    sa.union_all(
        sa.select(audit.c.game_id, audit.c.done, audit.c.ply).where(
            audit.c.interaction_id == sa.bindparam("interaction")
        ),
        sa.select(moves.c.game_id, sa.literal(str(Done.PLAYED)), moves.c.ply).where(
            moves.c.interaction_id == sa.bindparam("interaction")
        ),
    )
)
# Condition for a row of moves: its player left the game.
IS_LEAVING = moves.c.notation.startswith(LEAVES)


def digest_of_events(events: str) -> str:
    """Digest a move's events, for a shortened game to keep: enough to notice a difference."""
    return DIGEST + sha256(events.encode()).hexdigest()[:DIGITS]


def is_digest(events: str) -> bool:
    return events.startswith(DIGEST)


async def append_move(connection: AsyncConnection, game_id: int, move: LoggedMove) -> None:
    values = {name: getattr(move, name) for name in _FIELDS}
    await _APPEND.execute(connection, {"game_id": game_id, **values})


async def take_back(connection: AsyncConnection, game_id: int, keep: int, branch: int) -> None:
    """Mark every move after the first `keep` as taken back by this branch."""
    statement = sa.update(moves).where(_stands(game_id), moves.c.ply > keep)
    await connection.execute(statement.values(undone=branch))


async def current_moves(connection: AsyncConnection, game_id: int, upto: int) -> list[LoggedMove]:
    """Load the moves up to this ply, without those that were taken back."""
    rows = await connection.execute(_UP_TO, {"game": game_id, "upto": upto})
    return [LoggedMove(*row) for row in rows]


async def current_move(connection: AsyncConnection, game_id: int, ply: int) -> LoggedMove | None:
    row = (await connection.execute(_AT, {"game": game_id, "at": ply})).one_or_none()
    return None if row is None else LoggedMove(*row)


async def every_move(connection: AsyncConnection, game_id: int) -> list[LoggedMove]:
    """Load all moves in the order in which they were played, also those taken back."""
    rows = await connection.execute(_MOVES.order_by(moves.c.id), {"game": game_id})
    return [LoggedMove(*row) for row in rows]


async def recorded_of(connection: AsyncConnection, game: Game, upto: int | None = None) -> Recorded:
    """Load everything needed to replay a game: after this many plies, or all of it."""
    if game.first is None or game.commitment is None:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    played = await current_moves(connection, game.id, game.ply if upto is None else upto)
    ending = ending_of(game)
    return Recorded(
        options=game.options,
        seed=await secret_of(connection, game.id),
        first=game.first,
        players=tuple(seat.name or NAMELESS for seat in game.seats),
        moves=tuple(move.notation for move in played),
        ended=None if ending is None else ending.how,
        winners=() if ending is None else ending.winners,
    )


async def last_ply_of(connection: AsyncConnection, game_id: int, seat: int) -> int | None:
    """Find the ply of a seat's last move that was not taken back."""
    query = sa.select(sa.func.max(moves.c.ply)).where(_stands(game_id), moves.c.seat == seat)
    ply: int | None = await connection.scalar(query)
    return ply


async def last_undone(connection: AsyncConnection, game_id: int, ply: int) -> int:
    """Find the latest branch that took back any of the moves up to this ply; 0 if none did."""
    condition = (moves.c.game_id == game_id) & (moves.c.ply <= ply)
    return await connection.scalar(sa.select(sa.func.max(moves.c.undone)).where(condition)) or 0


async def last_leaving(connection: AsyncConnection, game_id: int) -> int:
    """Find the ply at which somebody last left; 0 when nobody has."""
    query = sa.select(sa.func.max(moves.c.ply)).where(_stands(game_id), IS_LEAVING)
    return await connection.scalar(query) or 0


async def course_of(connection: AsyncConnection, game_id: int) -> Timeline:
    """Load when everything happened in a game that was started and has ended."""
    times = sa.select(games.c.started_at, games.c.ended_at).where(games.c.id == game_id)
    started_at, ended_at = (await connection.execute(times)).one()
    played = (
        sa.select(moves.c.seat, moves.c.played_at, moves.c.undone)
        .where(moves.c.game_id == game_id, ~IS_LEAVING)
        .order_by(moves.c.id)
    )
    noted = sa.select(audit.c.done, audit.c.at, audit.c.ply).where(audit.c.game_id == game_id)
    return Timeline(
        started_at=started_at,
        ended_at=ended_at,
        moves=[
            TimedMove(seat, at, undone == NOT_UNDONE)
            for seat, at, undone in await connection.execute(played)
        ],
        notes=[
            TimedNote(Done(done), at, ply)
            for done, at, ply in await connection.execute(noted.order_by(audit.c.id))
        ],
    )


async def log_action(
    connection: AsyncConnection, answer: Answer, by: Actor | None, now: Millis
) -> None:
    """Log an acknowledged action that is not a move, with the answer it got. `by` is None when a
    timer or the outbox did it."""
    logged = sa.insert(audit).values(
        game_id=answer.game_id,
        done=str(answer.done),
        ply=answer.ply,
        user_id=by and by.user_id,
        interaction_id=by and by.interaction_id,
        at=now,
    )
    await connection.execute(logged)


async def log_replacement(
    connection: AsyncConnection, before: Game, after: Game, now: Millis
) -> None:
    """Log who no longer has the seat that was handed over; in a lobby nobody has seen a hand."""
    if before.status is Status.LOBBY:
        return
    row = {"game_id": before.id, "done": str(Done.REPLACED), "ply": before.ply, "at": now}
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.user_id != new.user_id:
            await connection.execute(sa.insert(audit).values(**row, user_id=old.user_id))


async def had_a_seat(connection: AsyncConnection, game_id: int, user_id: int) -> bool:
    """True if this person once played in this game: they moved, or were replaced."""
    moved = sa.exists().where(moves.c.game_id == game_id, moves.c.user_id == user_id)
    replaced = sa.exists().where(_did(game_id, user_id, Done.REPLACED))
    return bool(await connection.scalar(sa.select(sa.or_(moved, replaced))))


async def was_done(connection: AsyncConnection, game: Game, user_id: int, done: Done) -> bool:
    """True if this person already did this at the same ply."""
    same = sa.exists().where(_did(game.id, user_id, done), audit.c.ply == game.ply)
    return bool(await connection.scalar(sa.select(same)))


async def answer_to(connection: AsyncConnection, interaction_id: str) -> Answer | None:
    """Return the answer that an interaction got, if it was acknowledged before."""
    rows = await _ANSWER.execute(connection, {"interaction": interaction_id})
    return Answer(rows[0].game_id, Done(rows[0].done), rows[0].ply) if rows else None


def _stands(game_id: int) -> sa.ColumnElement[bool]:
    return (moves.c.game_id == game_id) & (moves.c.undone == NOT_UNDONE)


def _did(game_id: int, user_id: int, done: Done) -> sa.ColumnElement[bool]:
    condition = (audit.c.game_id == game_id) & (audit.c.user_id == user_id)
    return condition & (audit.c.done == str(done))
