"""Last state of each game as text. A cache: a snapshot with any fault counts as missing."""

from contextlib import suppress
from hashlib import sha256
from typing import Any

from sqlalchemy import LargeBinary, and_, bindparam, delete, insert, select, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from bot.match.errors import UnknownGame
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.games import SELECT_GAME, game_of
from bot.store.schema import games, seats, snapshots

_VALUES = ("ply", "branch", "rules_version", "digest", "state")
_HERE = snapshots.c.game_id == bindparam("game")
_SAVE = Prepared(
    update(snapshots)
    .where(_HERE)
    .values({name: bindparam(name) for name in _VALUES})
    .returning(snapshots.c.game_id)
)


class _raw(GenericFunction[bytes]):  # noqa: N801  # named as a function of SQL
    """Stored bytes of a text, even if they are damaged."""

    type = LargeBinary()
    inherit_cache = True


@compiles(_raw, "sqlite")
def _raw_on_sqlite(element: _raw, compiler: SQLCompiler, **options: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **options)} AS BLOB)"


@compiles(_raw, "postgresql")
def _raw_on_postgresql(element: _raw, compiler: SQLCompiler, **options: Any) -> str:
    return f"convert_to({compiler.process(element.clauses, **options)}, 'UTF8')"


_STORED = (_raw(snapshots.c.digest).label("digest"), _raw(snapshots.c.state).label("state"))
_LOAD = select(*_STORED).where(
    _HERE,
    snapshots.c.ply == bindparam("ply"),
    snapshots.c.branch == bindparam("branch"),
    snapshots.c.rules_version == bindparam("rules_version"),
)
# The state is long, so it comes only with the row of the first seat.
_OF_FIRST_SEAT = and_(
    snapshots.c.game_id == games.c.id,
    snapshots.c.ply == games.c.ply,
    snapshots.c.branch == games.c.branch,
    seats.c.seat == 0,
)
_RULES_VERSION = _raw(snapshots.c.rules_version).label("rules_version")
_LOAD_WITH_GAME = Prepared(
    SELECT_GAME.add_columns(_RULES_VERSION, *_STORED).outerjoin(snapshots, _OF_FIRST_SEAT)
)


async def save_snapshot(
    connection: AsyncConnection, game: Game, rules_version: str, state: str
) -> None:
    values = {
        "ply": game.ply,
        "branch": game.branch,
        "rules_version": rules_version,
        "digest": digest_of(state),
        "state": state,
    }
    if not await _SAVE.execute(connection, {"game": game.id, **values}):
        await connection.execute(insert(snapshots).values(game_id=game.id, **values))


async def load_snapshot(connection: AsyncConnection, game: Game, rules_version: str) -> str | None:
    """Load the text of the state, if it is intact and made for this position and these rules."""
    key = {"game": game.id, "ply": game.ply, "branch": game.branch}
    parameters = {**key, "rules_version": rules_version}
    row = (await connection.execute(_LOAD, parameters)).one_or_none()
    return None if row is None else _whole(row.state, row.digest)


async def load_with_snapshot(connection: AsyncConnection, game_id: int) -> tuple[Game, str | None]:
    """Load a game and the text of its state, in one statement and so as of one moment."""
    rows = await _LOAD_WITH_GAME.execute(connection, {"game": game_id})
    if not rows:
        raise UnknownGame(game_id)
    game = game_of(rows)
    row = rows[0]
    fits = row.rules_version == rules_of(game.kind).rules_version.encode()
    return game, _whole(row.state, row.digest) if fits else None


async def drop_snapshot(connection: AsyncConnection, game_id: int) -> None:
    await connection.execute(delete(snapshots).where(snapshots.c.game_id == game_id))


def _whole(state: bytes, digest: bytes) -> str | None:
    """Decode the text; None if it differs from the one that was stored."""
    if sha256(state).hexdigest().encode() != digest:
        return None
    with suppress(UnicodeDecodeError):
        return state.decode()
    return None


def digest_of(state: str) -> str:
    return sha256(state.encode()).hexdigest()
