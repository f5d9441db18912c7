"""A game played on at the table, by a process of its own beside the playground's."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bot.match.actions import Actor, Join, Play
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
# In a game with this seed greedy players win wall tile 1, which in some games nobody can.
SEED_OF_ANOTHER_TURN = "s13"
WAITING = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
MOVER = """
    SELECT seats.name FROM games
    JOIN seats ON seats.game_id = games.id AND seats.seat = games.to_act
    WHERE games.id = 1
"""
DROP_EARLIER = """
    DELETE FROM outbox WHERE state = 'waiting' AND claimed_by IS NULL
    AND id < (SELECT max(id) FROM outbox WHERE kind = 'board')
"""


class GreedyMove(NamedTuple):
    seat: int
    text: str


def play_ahead(folder: Path, share: float) -> Game:
    """Play on until this share of the game's turns is over, or only the last ones are left. The
    playground of this folder posts the last board, and perhaps some before."""
    game: Game = _apart(_play_ahead, folder, share)
    with closing(sqlite3.connect(folder / "bot.db")) as connection, connection:
        connection.execute(DROP_EARLIER)
    return game


def accept(folder: Path, seed: str) -> None:
    """Accept the invitation to a game, which this seed decides."""
    _apart(_accept, folder, seed)


def play_to_another_turn(folder: Path) -> None:
    """Accept the invitation to a game of The Castle, and play it on until somebody is asked
    whether they take another turn."""
    _apart(_play_to_another_turn, folder)


def explain_no_more(folder: Path) -> None:
    """End the explanations of first games for the player of the first seat."""
    _apart(_explain_no_more, folder)


def asks_for_another_turn(folder: Path) -> bool:
    """True if the player to act is asked that, and plays by their first choice."""
    return bool(_apart(_asks_for_another_turn, folder))


def read_mover(folder: Path) -> str:
    """Read whose turn it is."""
    return str(_read_value(folder, MOVER))


def is_running(folder: Path) -> bool:
    """True once the invitation has been accepted."""
    return bool(_read_value(folder, "SELECT status FROM games WHERE id = 1") == Status.RUNNING)


def read_moment(folder: Path) -> str:
    """Read the branch and the number of moves."""
    return str(_read_value(folder, "SELECT branch || '.' || ply FROM games WHERE id = 1"))


def count_moves(folder: Path) -> int:
    return int(_read_value(folder, "SELECT ply FROM games WHERE id = 1"))


def all_is_posted(folder: Path) -> bool:
    return not _read_value(folder, WAITING)


def _read_value(folder: Path, query: str) -> Any:
    with closing(sqlite3.connect(folder / "bot.db")) as connection:
        [value] = connection.execute(query).fetchone()
    return value


def read_last_move(folder: Path) -> tuple[Game, Any]:
    """Read the game, with its last move."""
    game_and_move: tuple[Game, Any] = _apart(_read_last_move, folder)
    return game_and_move


def _apart(work: Callable[..., Any], *arguments: Any) -> Any:
    """In a thread: the browser is driven from an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_with_table(work, *arguments))).result()


async def _with_table(work: Callable[..., Any], folder: Path, *arguments: Any) -> Any:
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    try:
        return await work(Table(database), *arguments)
    finally:
        await database.close()


async def _play_ahead(table: Table, share: float) -> Game:
    game, state = await _present(table)
    moves = [move for move, _ in _play_greedily(game.kind, state, Random(game.ply))]
    ahead = min(int(share * (game.ply + len(moves))) - game.ply, len(moves) - LAST)
    await _play(table, game, moves[:ahead])
    return await table.games.get(GAME)


async def _accept(table: Table, seed: str) -> None:
    seeded = Table(table._database, seeds=lambda: seed)
    invited = (await table.games.get(GAME)).seats[1]
    await seeded.act(Actor("ahead/accept", invited.user_id or 0, invited.name), GAME, Join())


async def _explain_no_more(table: Table) -> None:
    player = (await table.games.get(GAME)).seats[0]
    await table.learning.explain_no_more(player.user_id or 0)


async def _play_to_another_turn(table: Table) -> None:
    await _accept(table, SEED_OF_ANOTHER_TURN)
    game, state = await _present(table)
    moves = list[GreedyMove]()
    for move, after in _play_greedily(game.kind, state, Random(0)):
        moves.append(move)
        if after.phase == "again":
            break
    else:
        raise AssertionError("nobody is asked")
    await _play(table, game, moves)


async def _asks_for_another_turn(table: Table) -> bool:
    _, state = await _present(table)
    return bool(state.phase == "again")


async def _present(table: Table) -> tuple[Game, Any]:
    """The game with its state."""
    game = await table.games.get(GAME)
    async with table._database.viewing() as connection:
        return game, await table._positions.current(connection, game)


def _play_greedily(kind: str, state: Any, chance: Random) -> Iterator[tuple[GreedyMove, Any]]:
    """Yields the moves to the end of a game, each with the state after it."""
    rules = rules_of(kind)
    while (seat := rules.to_act(state)) is not None:
        move = GREEDY[kind](state, chance)
        state, _ = rules.apply(state, seat, move)
        yield GreedyMove(seat, rules.move_text(move)), state


async def _play(table: Table, game: Game, moves: Sequence[GreedyMove]) -> None:
    for ply, move in enumerate(moves, game.ply):
        player = game.seats[move.seat]
        by = Actor(f"ahead/{ply}", player.user_id or 0, player.name)
        await table.act(by, GAME, Play(move.text))


async def _read_last_move(table: Table) -> tuple[Game, Any]:
    story = await table.games.story(GAME)
    return story.game, rules_of(story.game.kind).parse_move(story.moves[-1].notation)
