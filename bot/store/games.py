"""Games and their seats, read, written and listed. The seed is read only where it is asked for by
name.

A field of `Game` is stored in the column with its name, or in the one that COLUMNS says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from bot.match.absences import limit_absences
from bot.match.actions import NewGame
from bot.match.errors import UnknownGame
from bot.match.game import ENDED, NO_REMINDERS, OPEN, Game, Offer, Seat, Status, TurnReminders
from bot.match.league.season import MOST_AWAY
from bot.match.preferences import PlayerPreferences, load_preferences
from bot.match.time_limits import TimeLimit
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.connection.prepared import Prepared
from bot.store.schema import drafts, games, players, seasons, seats

# The most games that are read by one statement: between two, others get their turn.
GAMES_AT_ONCE = 50
# Fields that are stored with a new game and never change.
SET_ONCE = {"id", "kind", "guild_id", "options", "rematch_of", "has_hints", "season_id"}
# Fields that are changed where something is counted, not with the game.
COUNTED = {"revision", "watched", "ordered"}
# Fields without a column of their own.
DERIVED = {"seats", "drafted", "settled"}
# Fields that few actions change. SQLite rewrites every index of a column that is set, even to the
# value that it has.
INDEXED = {"channel_id", "parent_id", "status"}

# The columns that are called otherwise than their fields.
COLUMNS = {"offer": "asked", "reminders": "told"}
COLUMNS_OF_SEATS = {"left": "has_left"}
# Fields that are JSON in their columns, and what they are read as.
JSON: Mapping[str, Any] = {
    "options": dict[str, str],
    "winners": tuple[int, ...],
    "offer": Offer,
    "time_limit": TimeLimit,
    "reminders": TurnReminders,
}
# The meaning of NULL where it does not mean None.
NULLS = {"reminders": NO_REMINDERS}

_COLUMNS = {
    field.name: games.c[COLUMNS.get(field.name, field.name)]
    for field in fields(Game)
    if field.name not in DERIVED
}
# The names of the columns, by field.
_NAMES = {field: column.name for field, column in _COLUMNS.items()}
# The fields that are stored whenever a game is changed.
_CHANGED = tuple(name for name in _NAMES if name not in SET_ONCE | COUNTED | INDEXED)
_SEAT = {
    field.name: seats.c[COLUMNS_OF_SEATS.get(field.name, field.name)]
    for field in fields(Seat)
    if field.name != "preferences"
}
_SEAT_LABELS = {field: f"seat_{field}" for field in _SEAT}
_GAMES = (
    sa.select(
        *_COLUMNS.values(),
        sa.exists().where(drafts.c.game_id == games.c.id).label("drafted"),
        games.c.settled_at.is_not(None).label("settled"),
        *(column.label(_SEAT_LABELS[field]) for field, column in _SEAT.items()),
        players.c.preferences,
        players.c.aways,
        seasons.c.began_at.label("season_began_at"),
    )
    .join(seats, seats.c.game_id == games.c.id)
    .outerjoin(players, players.c.user_id == seats.c.user_id)
    .outerjoin(seasons, seasons.c.id == games.c.season_id)
    .order_by(seats.c.seat)
)
SELECT_GAME = _GAMES.where(games.c.id == sa.bindparam("game"))
_LOAD = Prepared(SELECT_GAME)
_SELECT_GAMES = _GAMES.where(games.c.id.in_(sa.bindparam("ids", expanding=True)))


async def load_game(connection: AsyncConnection, game_id: int) -> Game | None:
    rows = await _LOAD.execute(connection, {"game": game_id})
    return game_of(rows) if rows else None


async def load_games(connection: AsyncConnection, ids: Sequence[int]) -> tuple[Game, ...]:
    """Load these games, in this order."""
    loaded: list[Game] = []
    for first in range(0, len(ids), GAMES_AT_ONCE):
        some = ids[first : first + GAMES_AT_ONCE]
        rows: dict[int, list[Any]] = {game_id: [] for game_id in some}
        for row in await connection.execute(_SELECT_GAMES, {"ids": some}):
            rows[row.id].append(row)
        loaded += [game_of(seated) for seated in rows.values()]
    return tuple(loaded)


async def require_game(connection: AsyncConnection, game_id: int) -> Game:
    game = await load_game(connection, game_id)
    if game is None:
        raise UnknownGame(game_id)
    return game


def game_of(rows: Sequence[Any]) -> Game:
    """Build a game from the rows of SELECT_GAME, one for each seat."""
    row = rows[0]
    values = {field: getattr(row, name) for field, name in _NAMES.items()}
    for name, kind in JSON.items():
        text = values[name]
        values[name] = NULLS.get(name) if text is None else _read_json(text, kind)
    values["status"] = Status(row.status)
    game_seats = tuple(
        Seat(
            **{field: getattr(seat, label) for field, label in _SEAT_LABELS.items()},
            preferences=_preferences_in(row, seat),
        )
        for seat in rows
    )
    return Game(**values, seats=game_seats, drafted=bool(row.drafted), settled=bool(row.settled))


def _preferences_in(game: Any, seat: Any) -> PlayerPreferences:
    """Load a seat's preferences; in a season, absences stop no clock for longer than it allows."""
    preferences = load_preferences(seat.preferences, seat.aways)
    if game.season_began_at is None or not preferences.aways:
        return preferences
    counted = limit_absences(preferences.aways, game.season_began_at, MOST_AWAY)
    return replace(preferences, aways=counted)


def _read_json(text: str, kind: Any) -> Any:
    stored = msgspec.json.decode(text)
    if isinstance(kind, type) and is_dataclass(kind):
        unknown = stored.keys() - _field_names(kind)
        if unknown:  # msgspec would ignore what a newer version stored
            raise ValueError(f"unknown: {sorted(unknown)}")
    return msgspec.convert(stored, kind)


@cache
def _field_names(kind: type[Any]) -> frozenset[str]:
    return frozenset(part.name for part in fields(kind))


def stored_value(name: str, value: Any) -> Any:
    """Convert a field's value to what its column holds."""
    if name in JSON:
        is_null = value == NULLS.get(name)
        return None if is_null else msgspec.json.encode(value).decode()
    return str(value) if name == "status" else value


async def insert_game(
    connection: AsyncConnection,
    new_game: NewGame,
    options: Mapping[str, str],
    sitting: Sequence[Seat],
    *,
    opener_id: int | None,
    now: Millis,
    rematch_of: int | None = None,
    season_id: int | None = None,
    status: Status = Status.LOBBY,
) -> Game:
    """Insert a new lobby; or a game that ended elsewhere, which occupies no channel."""
    named = {field.name: getattr(new_game, field.name) for field in fields(new_game)}
    named |= {
        "options": options,
        "status": status,
        "opener_id": opener_id,
        "rematch_of": rematch_of,
        "season_id": season_id,
        "has_hints": new_game.hints,
        "time_limit": new_game.time_limit
        and new_game.time_limit.begin(len(sitting), counts_late=season_id is not None),
        "waiting_since": now,
        "ply": 0,
        "branch": 0,
        "winners": (),
        "revision": 0,
    }
    values = {
        _COLUMNS[name]: stored_value(name, value)
        for name, value in named.items()
        if name in _COLUMNS
    }
    values[games.c.created_at] = now
    adding = sa.insert(games).values(values).returning(games.c.id)
    game_id = int((await connection.execute(adding)).scalar_one())
    rows = [
        {"game_id": game_id, "seat": number, **_seat_row(seat)}
        for number, seat in enumerate(sitting)
    ]
    await connection.execute(sa.insert(seats), rows)
    return await require_game(connection, game_id)


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
    indexed = [name for name in INDEXED if getattr(before, name) != getattr(after, name)]
    values = {
        _NAMES[name]: stored_value(name, getattr(after, name)) for name in (*_CHANGED, *indexed)
    }
    values |= {
        "ended_at": None if after.status in OPEN else now,
        "due_at": due_at,
        "moves_at": moves_at,
    }
    seen = {"game": before.id, "seen": before.revision, "watched_by": before.watched}
    if not await _change(tuple(values)).execute(connection, {**seen, **values}):
        raise WriteConflict(f"game {before.id} is not at revision {before.revision} any more")
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=False)):
        if old != new:
            seat = sa.update(seats).filter_by(game_id=before.id, seat=number)
            await connection.execute(seat.values(**_seat_row(new)))
    if len(after.seats) < len(before.seats):  # the last ones
        dropped = (seats.c.game_id == before.id) & (seats.c.seat >= len(after.seats))
        await connection.execute(sa.delete(seats).where(dropped))


@cache
def _change(columns: tuple[str, ...]) -> Prepared:
    """Set these columns of a game, unless it has changed since it was read."""
    unchanged = (
        games.c.id == sa.bindparam("game"),
        games.c.revision == sa.bindparam("seen"),
        games.c.watched == sa.bindparam("watched_by"),
    )
    values: dict[str, Any] = {name: sa.bindparam(name) for name in columns}
    changed = sa.update(games).where(*unchanged).values(revision=sa.bindparam("seen") + 1, **values)
    return Prepared(changed.returning(games.c.id))


def _seat_row(seat: Seat) -> Mapping[str, Any]:
    """Make the row of a seat, without its hints, which are counted one by one."""
    stored = {column.name: getattr(seat, field) for field, column in _SEAT.items()}
    del stored["hints"]
    return stored


async def lock_game(connection: AsyncConnection, game: Game) -> None:
    """Lock the game until the transaction ends; WriteConflict if somebody has changed it."""
    query = sa.select(games.c.revision).where(games.c.id == game.id).with_for_update()
    if (await connection.execute(query)).scalar_one() != game.revision:
        raise WriteConflict(f"game {game.id} is not at revision {game.revision} any more")


async def save_secret(connection: AsyncConnection, game_id: int, secret: str, now: Millis) -> None:
    """Store the seed of a game, which starts now."""
    game = sa.update(games).filter_by(id=game_id)
    await connection.execute(game.values(secret=secret, started_at=now))


async def secret_of(connection: AsyncConnection, game_id: int) -> str:
    """Load the seed, which nobody but the engine may see before the game is over."""
    query = sa.select(games.c.secret).where(games.c.id == game_id)
    return str((await connection.execute(query)).scalar_one())


# Lists. The statuses are literals in the statements, so that an index of open games can be used.


def _is(statuses: Iterable[Status]) -> sa.ColumnElement[bool]:
    return games.c.status.in_([sa.literal_column(f"'{status}'") for status in statuses])


IS_OPEN = _is(OPEN)
_TO_ACT = sa.and_(games.c.to_act == seats.c.seat, games.c.pause.is_(None))
_LATEST = (games.c.waiting_since.desc(), games.c.id.desc())
_LATEST_ENDED = (games.c.ended_at.desc(), games.c.id.desc())


async def open_game_in(connection: AsyncConnection, channel_id: int) -> int | None:
    """Find the lobby or running game of a channel; there is at most one."""
    query = sa.select(games.c.id).where(games.c.channel_id == channel_id, IS_OPEN)
    return await connection.scalar(query)


async def lobby_of_rematch(
    connection: AsyncConnection, game_id: int, channel_id: int
) -> int | None:
    """Find the lobby for a rematch of a game, in a channel or one of its threads."""
    lobby = (games.c.rematch_of == game_id, games.c.status == str(Status.LOBBY))
    query = sa.select(games.c.id).where(_around(channel_id), *lobby).order_by(games.c.id).limit(1)
    return await connection.scalar(query)


async def open_games_of(
    connection: AsyncConnection, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """List the open games with a seat of this person, or a reserved one; first those where it is
    their turn."""
    query = _within(_select_games_of(user_id).where(~seats.c.has_left, IS_OPEN), guild_id)
    order = (sa.case((_TO_ACT, 0), else_=1), *_LATEST)
    return await _load(connection, query.order_by(*order).limit(limit))


async def has_played_before(connection: AsyncConnection, user_id: int, game: Game) -> bool:
    """Check whether somebody has, or had, a seat in another game of this kind in which a move was
    made."""
    others = (games.c.kind == game.kind, games.c.id != game.id, games.c.ply > 0)
    return await connection.scalar(_select_games_of(user_id).where(*others).limit(1)) is not None


async def all_open_games_of(connection: AsyncConnection, user_id: int) -> tuple[Game, ...]:
    """List the open games with a seat of this person, or a reserved one, the oldest first."""
    query = _select_games_of(user_id).where(~seats.c.has_left, IS_OPEN)
    return await _load(connection, query.order_by(games.c.id))


async def open_games_in(
    connection: AsyncConnection, guild_id: int, limit: int, offset: int
) -> tuple[Game, ...]:
    """List the open games of a server, the latest first."""
    query = sa.select(games.c.id).where(games.c.guild_id == guild_id, IS_OPEN)
    return await _load(connection, query.order_by(*_LATEST).limit(limit).offset(offset))


async def ended_games_of(
    connection: AsyncConnection, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """List somebody's ended games, in one server or in all, the latest first."""
    query = _within(_select_games_of(user_id).where(_is(ENDED)), guild_id)
    return await _load(connection, query.order_by(*_LATEST_ENDED).limit(limit))


async def ended_games_in(connection: AsyncConnection, channel_id: int) -> tuple[Game, ...]:
    """List the ended games of a channel and its threads, the oldest first."""
    query = sa.select(games.c.id).where(_around(channel_id), _is(ENDED))
    return await _load(connection, query.order_by(games.c.id))


async def last_game_in(
    connection: AsyncConnection, channel_id: int, kind: str | None
) -> Game | None:
    """Find the open game of a channel, else the one that ended last; of one kind or of any."""
    query = sa.select(games.c.id).where(games.c.channel_id == channel_id, _is((*OPEN, *ENDED)))
    if kind is not None:
        query = query.where(games.c.kind == kind)
    order = (sa.case((IS_OPEN, 0), else_=1), *_LATEST_ENDED)
    return next(iter(await _load(connection, query.order_by(*order).limit(1))), None)


async def games_of_channel(
    connection: AsyncConnection, channel_id: int, commitment: str | None = None
) -> Sequence[int]:
    """List the games of a channel and its threads, or with this commitment; the oldest first."""
    query = sa.select(games.c.id).where(_around(channel_id)).order_by(games.c.id)
    if commitment is not None:
        query = query.where(games.c.commitment == commitment)
    return (await connection.scalars(query)).all()


async def game_ids(connection: AsyncConnection, after: int, limit: int) -> Sequence[int]:
    query = sa.select(games.c.id).where(games.c.id > after).order_by(games.c.id).limit(limit)
    return (await connection.scalars(query)).all()


def _select_games_of(user_id: int) -> sa.Select[int]:
    seated = sa.select(games.c.id).join(seats, seats.c.game_id == games.c.id)
    return seated.where(seats.c.user_id == user_id)


def _around(channel_id: int) -> sa.ColumnElement[bool]:
    return sa.or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)


def _within(query: sa.Select[int], guild_id: int | None) -> sa.Select[int]:
    return query if guild_id is None else query.where(games.c.guild_id == guild_id)


async def _load(connection: AsyncConnection, query: sa.Select[int]) -> tuple[Game, ...]:
    return await load_games(connection, (await connection.scalars(query)).all())
