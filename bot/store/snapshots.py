"""The last state of each game as text. A cache: a snapshot with any fault counts as missing."""

from hashlib import sha256

from sqlalchemy import and_, bindparam, delete, insert, select, update

from bot.errors import UnknownGame
from bot.game import Game
from bot.rules import rules_of
from bot.store.database import Connected
from bot.store.games import SELECT_GAME, game_of
from bot.store.schema import games, snapshots

_SAVE = (
    update(snapshots)
    .where(snapshots.c.game_id == bindparam("game"))
    .values(
        ply=bindparam("ply"),
        branch=bindparam("branch"),
        rules_version=bindparam("rules_version"),
        digest=bindparam("digest"),
        state=bindparam("state"),
    )
)
_LOAD = select(snapshots.c.digest, snapshots.c.state).where(
    snapshots.c.game_id == bindparam("game"),
    snapshots.c.ply == bindparam("ply"),
    snapshots.c.branch == bindparam("branch"),
    snapshots.c.rules_version == bindparam("rules_version"),
)
_LOAD_WITH_GAME = SELECT_GAME.add_columns(
    snapshots.c.rules_version, snapshots.c.digest, snapshots.c.state
).outerjoin(
    snapshots,
    and_(
        snapshots.c.game_id == games.c.id,
        snapshots.c.ply == games.c.ply,
        snapshots.c.branch == games.c.branch,
    ),
)


async def save_snapshot(connection: Connected, game: Game, rules_version: str, state: str) -> None:
    values = {
        "ply": game.ply,
        "branch": game.branch,
        "rules_version": rules_version,
        "digest": digest_of(state),
        "state": state,
    }
    saved = await connection.execute(_SAVE, {"game": game.id, **values})
    if saved.rowcount == 0:
        await connection.execute(insert(snapshots).values(game_id=game.id, **values))


async def load_snapshot(connection: Connected, game: Game, rules_version: str) -> str | None:
    """The state's text, when it is of this position and these rules, and whole."""
    wanted = {
        "game": game.id,
        "ply": game.ply,
        "branch": game.branch,
        "rules_version": rules_version,
    }
    row = (await connection.execute(_LOAD, wanted)).one_or_none()
    return row.state if row is not None and row.digest == digest_of(row.state) else None


async def load_with_snapshot(connection: Connected, game_id: int) -> tuple[Game, str | None]:
    """A game and the text of its state, read at one moment, because in one statement."""
    rows = (await connection.execute(_LOAD_WITH_GAME, {"game": game_id})).all()
    if not rows:
        raise UnknownGame(game_id)
    game, row = game_of(rows), rows[0]
    fits = row.rules_version == rules_of(game.kind).rules_version
    return game, row.state if fits and row.digest == digest_of(row.state) else None


async def drop_snapshot(connection: Connected, game_id: int) -> None:
    await connection.execute(delete(snapshots).where(snapshots.c.game_id == game_id))


def digest_of(state: str) -> str:
    return sha256(state.encode()).hexdigest()
