"""Drafts: what a player has chosen so far for a move, or an order, that is not complete yet.

A draft belongs to one position, and nobody sees it in another one; it is deleted when the position
changes. A seat has at most one.
"""

from json import dumps, loads

from sqlalchemy import bindparam, delete, insert, select

from bot.match.game import Game
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.schema import drafts

_OF_A_GAME = delete(drafts).where(drafts.c.game_id == bindparam("game"))


async def draft_of(
    connection: Connected, game: Game, seat: int, kind: str
) -> tuple[str, ...] | None:
    """What this seat has chosen in the current position; the kind is what an order assumes will be
    drawn, empty for a move."""
    found = select(drafts.c.chosen).where(
        drafts.c.game_id == game.id,
        drafts.c.seat == seat,
        drafts.c.branch == game.branch,
        drafts.c.ply == game.ply,
        drafts.c.kind == kind,
    )
    chosen = (await connection.execute(found)).scalar()
    return None if chosen is None else tuple(loads(chosen))


async def keep_draft(
    connection: Connected, game: Game, seat: int, kind: str, chosen: tuple[str, ...], *, now: Millis
) -> None:
    """Replaces the one the seat had."""
    await forget_draft(connection, game.id, seat)
    row = {
        "game_id": game.id,
        "seat": seat,
        "branch": game.branch,
        "ply": game.ply,
        "kind": kind,
        "chosen": dumps(chosen),
        "changed_at": now,
    }
    await connection.execute(insert(drafts), [row])


async def forget_draft(connection: Connected, game_id: int, seat: int) -> None:
    """Also when the seat changes hands: the next person did not begin it."""
    here = (drafts.c.game_id == game_id) & (drafts.c.seat == seat)
    await connection.execute(delete(drafts).where(here))


async def forget_every_draft(connection: Connected, game_id: int) -> None:
    await connection.execute(_OF_A_GAME, {"game": game_id})
