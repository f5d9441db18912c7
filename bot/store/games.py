"""Games and their seats, read and written. The seed is read only where it is asked for by name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from json import dumps, loads
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from bot.match.actions import NewGame
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, NO_REMINDERS, OPEN, Game, Offer, Seat, Status, TurnReminders
from bot.match.preferences import load_habits
from bot.match.time_limits import dump_limit, load_limit, start_limit
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.connection.prepared import Prepared
from bot.store.schema import drafts, games, players, seats

_COLUMNS = [column for column in games.c if column.name != "secret"]
_SEATS = [
    *(seats.c.user_id, seats.c.name, seats.c.taken, seats.c.has_left),
    *(seats.c.computer, seats.c.hints),
]
_HABITS = [players.c.preferences, players.c.aways]
_DERIVED = [exists().where(drafts.c.game_id == games.c.id).label("drafted")]
_GAMES = (
    select(
        *_COLUMNS,
        *_DERIVED,
        *(column.label(f"seat_{column.name}") for column in _SEATS),
        *_HABITS,
    )
    .join(seats, seats.c.game_id == games.c.id)
    .outerjoin(players, players.c.user_id == seats.c.user_id)
    .order_by(seats.c.seat)
)
SELECT_GAME = _GAMES.where(games.c.id == bindparam("game"))
_LOAD = Prepared(SELECT_GAME)
_NEW = {"ply": 0, "branch": 0, "winners": "[]", "revision": 0}


async def load_game(connection: AsyncConnection, game_id: int) -> Game | None:
    rows = await _LOAD.rows(connection, {"game": game_id})
    return game_of(rows) if rows else None


async def load_games(connection: AsyncConnection, ids: Sequence[int]) -> tuple[Game, ...]:
    """These games, in this order."""
    rows: dict[int, list[Row[Any]]] = {game_id: [] for game_id in ids}
    if ids:
        for row in await connection.execute(_GAMES.where(games.c.id.in_(ids))):
            rows[row.id].append(row)
    return tuple(game_of(seated) for seated in rows.values())


async def require_game(connection: AsyncConnection, game_id: int) -> Game:
    game = await load_game(connection, game_id)
    if game is None:
        raise UnknownGame(game_id)
    return game


async def open_game_in(connection: AsyncConnection, channel_id: int) -> int | None:
    """The lobby or running game of a channel; there is at most one."""
    found = select(games.c.id).where(
        games.c.channel_id == channel_id, games.c.status.in_([str(status) for status in OPEN])
    )
    return (await connection.execute(found)).scalar()


async def lobby_of_rematch(
    connection: AsyncConnection, game_id: int, channel_id: int
) -> int | None:
    """The lobby, in a channel or one of its threads, for a rematch of a game."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    found = select(games.c.id).where(
        here, games.c.rematch_of == game_id, games.c.status == str(Status.LOBBY)
    )
    return (await connection.execute(found.order_by(games.c.id).limit(1))).scalar()


async def games_of_channel(connection: AsyncConnection, channel_id: int) -> Sequence[int]:
    """Every game of a channel and its threads, the oldest first."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    found = select(games.c.id).where(here).order_by(games.c.id)
    return (await connection.execute(found)).scalars().all()


async def game_ids(connection: AsyncConnection, after: int, limit: int) -> Sequence[int]:
    found = select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(limit)
    return (await connection.execute(found)).scalars().all()


async def secret_of(connection: AsyncConnection, game_id: int) -> str:
    """The seed. Nobody but the engine may see it before the game is over."""
    found = select(games.c.secret).where(games.c.id == game_id)
    return str((await connection.execute(found)).scalar_one())


async def insert_game(
    connection: AsyncConnection,
    asked: NewGame,
    options: Mapping[str, str],
    sitting: Sequence[Seat],
    *,
    opener_id: int | None,
    now: Millis,
    rematch_of: int | None = None,
    status: Status = Status.LOBBY,
) -> Game:
    """A new lobby; or a game that ended elsewhere, which occupies no channel."""
    limit = None if asked.time_limit is None else start_limit(asked.time_limit, len(sitting))
    values = {
        "kind": asked.kind,
        "guild_id": asked.guild_id,
        "channel_id": asked.channel_id,
        "parent_id": asked.parent_id,
        "opener_id": opener_id,
        "options": dumps(dict(options)),
        "first": asked.first,
        "rated": asked.rated,
        "has_hints": asked.hints,
        "waiting_since": now,
        "rematch_of": rematch_of,
        "created_at": now,
        "time_limit": dump_limit(limit),
        **_NEW,
        "status": str(status),
    }
    game_id = await insert_row(connection, values, sitting)
    game = await load_game(connection, game_id)
    assert game is not None
    return game


async def insert_row(
    connection: AsyncConnection, values: Mapping[str, Any], sitting: Sequence[Seat]
) -> int:
    inserted = await connection.execute(insert(games).values(**values).returning(games.c.id))
    game_id = int(inserted.scalar_one())
    rows = [
        {"game_id": game_id, "seat": number, **_seat_row(seat)}
        for number, seat in enumerate(sitting)
    ]
    await connection.execute(insert(seats), rows)
    return game_id


async def change_game(
    connection: AsyncConnection,
    before: Game,
    after: Game,
    now: Millis,
    *,
    due_at: Millis | None = None,
    moves_at: Millis | None = None,
) -> None:
    """Store the game after an action, with when to look at it again and when its computer player
    moves. WriteConflict if it has changed since it was read."""
    seen = {"game": before.id, "seen": before.revision, "watched_by": before.watched}
    values = {
        "opener_id": after.opener_id,
        "first": after.first,
        "commitment": after.commitment,
        "ply": after.ply,
        "branch": after.branch,
        "to_act": after.to_act,
        "winners": dumps(after.winners),
        "asked": None if after.offer is None else _text(after.offer),
        "pause": after.pause,
        "paused_at": after.paused_at,
        "waiting_since": after.waiting_since,
        "ended_at": None if after.status in OPEN else now,
        "time_limit": dump_limit(after.time_limit),
        "told": None if after.reminders == NO_REMINDERS else _text(after.reminders),
        "due_at": due_at,
        "moves_at": moves_at,
        "rated": after.rated,
    }
    if _indexed(after) != _indexed(before):
        values |= _indexed(after)
    if await _change(tuple(values)).run(connection, {**seen, **values}) != 1:
        raise WriteConflict(f"game {before.id} is not at revision {before.revision} any more")
    await _change_seats(connection, before, after)


@cache
def _change(columns: tuple[str, ...]) -> Prepared:
    """Set these columns of a game, unless it has changed since it was read."""
    unchanged = (
        games.c.id == bindparam("game"),
        games.c.revision == bindparam("seen"),
        games.c.watched == bindparam("watched_by"),
    )
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    return Prepared(
        update(games).where(*unchanged).values(revision=bindparam("seen") + 1, **values)
    )


def _indexed(game: Game) -> Mapping[str, Any]:
    """The indexed columns that few actions change. SQLite rewrites every index of a column that is
    set, even to the value that it has."""
    return {
        "channel_id": game.channel_id,
        "parent_id": game.parent_id,
        "status": str(game.status),
    }


async def _change_seats(connection: AsyncConnection, before: Game, after: Game) -> None:
    """The seats that are dropped are the last ones."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=False)):
        if old != new:
            here = (seats.c.game_id == before.id) & (seats.c.seat == number)
            await connection.execute(update(seats).where(here).values(**_seat_row(new)))
    if len(after.seats) < len(before.seats):
        dropped = (seats.c.game_id == before.id) & (seats.c.seat >= len(after.seats))
        await connection.execute(delete(seats).where(dropped))


async def lock_game(connection: AsyncConnection, game: Game) -> None:
    """Nobody changes the game until the transaction ends; WriteConflict if somebody has."""
    found = select(games.c.revision).where(games.c.id == game.id).with_for_update()
    if (await connection.execute(found)).scalar_one() != game.revision:
        raise WriteConflict(f"game {game.id} is not at revision {game.revision} any more")


async def save_secret(connection: AsyncConnection, game_id: int, secret: str, now: Millis) -> None:
    """The seed of a game that starts now."""
    started = update(games).where(games.c.id == game_id).values(secret=secret, started_at=now)
    await connection.execute(started)


def game_of(rows: Sequence[Row[Any]]) -> Game:
    """From the rows of SELECT_GAME, one for each seat."""
    row = rows[0]
    return Game(
        id=row.id,
        kind=row.kind,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        parent_id=row.parent_id,
        opener_id=row.opener_id,
        options=loads(row.options),
        status=Status(row.status),
        seats=tuple(_seat(one) for one in rows),
        first=row.first,
        commitment=row.commitment,
        ply=row.ply,
        branch=row.branch,
        to_act=row.to_act,
        winners=tuple(loads(row.winners)),
        offer=None if row.asked is None else _asked(loads(row.asked)),
        pause=row.pause,
        waiting_since=row.waiting_since,
        paused_at=row.paused_at,
        revision=row.revision,
        rematch_of=row.rematch_of,
        watched=row.watched,
        ordered=row.ordered,
        drafted=bool(row.drafted),
        rated=row.rated,
        time_limit=load_limit(row.time_limit),
        reminders=NO_REMINDERS if row.told is None else TurnReminders(**loads(row.told)),
        has_hints=row.has_hints,
        settled=row.settled_at is not None,
    )


def _seat(row: Row[Any]) -> Seat:
    habits = load_habits(row.preferences, row.aways)
    return Seat(
        user_id=row.seat_user_id,
        name=row.seat_name,
        taken=row.seat_taken,
        habits=habits,
        left=row.seat_has_left,
        computer=row.seat_computer,
        hints=row.seat_hints,
    )


def _asked(stored: Mapping[str, Any]) -> Offer:
    return Offer(**{**stored, "agreed": tuple(stored.get("agreed", ()))})


def _text(value: Offer | TurnReminders) -> str:
    return dumps({part.name: getattr(value, part.name) for part in fields(value)})


def _seat_row(seat: Seat) -> Mapping[str, Any]:
    """Without its hints, which are counted one by one."""
    return {
        "user_id": seat.user_id,
        "name": seat.name,
        "taken": seat.taken,
        "has_left": seat.left,
        "computer": seat.computer,
    }


# listing


def _is(statuses: Iterable[Status]) -> ColumnElement[bool]:
    return games.c.status.in_([literal_column(f"'{status}'") for status in statuses])


def is_open() -> ColumnElement[bool]:
    return _is(OPEN)


_SEATED = select(games.c.id).join(seats, seats.c.game_id == games.c.id)
_STILL_SEATED = _SEATED.where(~seats.c.has_left)
_TO_ACT = and_(games.c.to_act == seats.c.seat, games.c.pause.is_(None))
_LATEST = (games.c.waiting_since.desc(), games.c.id.desc())
_LATEST_ENDED = (games.c.ended_at.desc(), games.c.id.desc())


async def open_games_of(
    connection: AsyncConnection, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """Where this person has a seat or a reserved one; first the games in which it is their turn."""
    found = _STILL_SEATED.where(seats.c.user_id == user_id, _is(OPEN))
    order = (case((_TO_ACT, 0), else_=1), *_LATEST)
    return await _loaded(connection, _within(found, guild_id).order_by(*order).limit(limit))


async def open_games_in(
    connection: AsyncConnection, guild_id: int, limit: int, offset: int
) -> tuple[Game, ...]:
    """In a server, the latest first."""
    found = select(games.c.id).where(games.c.guild_id == guild_id, _is(OPEN))
    page = found.order_by(*_LATEST).limit(limit).offset(offset)
    return await _loaded(connection, page)


async def ended_games_of(
    connection: AsyncConnection, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """The latest first."""
    found = _SEATED.where(seats.c.user_id == user_id, _is(ENDED))
    return await _loaded(connection, _within(found, guild_id).order_by(*_LATEST_ENDED).limit(limit))


async def ended_games_in(connection: AsyncConnection, channel_id: int) -> tuple[Game, ...]:
    """In a channel and its threads, the oldest first."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    found = select(games.c.id).where(here, _is(ENDED))
    return await _loaded(connection, found.order_by(games.c.id))


async def last_game_in(connection: AsyncConnection, channel_id: int) -> Game | None:
    """The open one, else the one that ended last."""
    found = select(games.c.id).where(games.c.channel_id == channel_id, _is((*OPEN, *ENDED)))
    order = (case((_is(OPEN), 0), else_=1), *_LATEST_ENDED)
    return next(iter(await _loaded(connection, found.order_by(*order).limit(1))), None)


def _within(found: Select[int], guild_id: int | None) -> Select[int]:
    return found if guild_id is None else found.where(games.c.guild_id == guild_id)


async def _loaded(connection: AsyncConnection, found: Select[int]) -> tuple[Game, ...]:
    ids: Sequence[int] = (await connection.execute(found)).scalars().all()
    return await load_games(connection, ids)
