"""A game played on at the table, by a process of its own beside the playground's."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.match.actions import Actor, Play
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.table.table import Table
from engine.selfplay import carcassonne, castellan, castle

GREEDY: Mapping[str, Callable[[Any, Random], Any]] = {
    "castle": castle.play_greedily,
    "carcassonne": carcassonne.play_greedily,
    "castellan": castellan.play_greedily,
}
# The id of the first game in a database.
GAME = 1
# The turns at the end that are always left.
LAST = 2
WAITING = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
DROP_EARLIER = """
    DELETE FROM outbox WHERE state = 'waiting' AND claimed_by IS NULL
    AND id < (SELECT max(id) FROM outbox WHERE kind = 'board')
"""


def play_ahead(folder: Path, share: float) -> Game:
    """Play on until this share of the game's turns is over, or only the last ones are left. The
    playground of this folder posts the last board, and perhaps some before."""
    game: Game = _apart(_play_ahead, folder, share)
    with closing(sqlite3.connect(folder / "bot.db")) as connection, connection:
        connection.execute(DROP_EARLIER)
    return game


def read_mover(folder: Path) -> str:
    """The name of the player whose turn it is."""
    name: str = _apart(_read_mover, folder)
    return name


def is_running(folder: Path) -> bool:
    """True once the invitation has been accepted."""
    with closing(sqlite3.connect(folder / "bot.db")) as connection:
        [status] = connection.execute("SELECT status FROM games WHERE id = ?", [GAME]).fetchone()
    return bool(status == Status.RUNNING)


def count_moves(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "bot.db")) as connection:
        [ply] = connection.execute("SELECT ply FROM games WHERE id = ?", [GAME]).fetchone()
    return int(ply)


def read_last_move(folder: Path) -> tuple[Game, Any]:
    """The game, with its last move."""
    found: tuple[Game, Any] = _apart(_read_last_move, folder)
    return found


def all_is_posted(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / "bot.db")) as connection:
        [waiting] = connection.execute(WAITING).fetchone()
    return not waiting


def _apart(work: Callable[..., Any], *given: Any) -> Any:
    """In a thread: the browser is driven from an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_with_table(work, *given))).result()


async def _with_table(work: Callable[..., Any], folder: Path, *given: Any) -> Any:
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    try:
        return await work(Table(database), *given)
    finally:
        await database.close()


async def _play_ahead(table: Table, share: float) -> Game:
    game = await table.games.get(GAME)
    rules = rules_of(game.kind)
    chance = Random(game.ply)
    async with table._database.viewing() as connection:
        state = await table._positions.current(connection, game)
    seats = list[int]()
    moves = list[str]()
    while (seat := rules.to_act(state)) is not None:
        move = GREEDY[game.kind](state, chance)
        seats.append(seat)
        moves.append(rules.move_text(move))
        state, _ = rules.apply(state, seat, move)
    ahead = min(int(share * (game.ply + len(moves))) - game.ply, len(moves) - LAST)
    for number in range(ahead):
        player = game.seats[seats[number]]
        by = Actor(f"ahead/{game.ply + number}", player.user_id or 0, player.name)
        await table.act(by, GAME, Play(moves[number]))
    return await table.games.get(GAME)


async def _read_mover(table: Table) -> str:
    game = await table.games.get(GAME)
    async with table._database.viewing() as connection:
        state = await table._positions.current(connection, game)
    seat = rules_of(game.kind).to_act(state)
    assert seat is not None
    return game.seats[seat].name


async def _read_last_move(table: Table) -> tuple[Game, Any]:
    story = await table.games.story(GAME)
    return story.game, rules_of(story.game.kind).parse_move(story.moves[-1].notation)
