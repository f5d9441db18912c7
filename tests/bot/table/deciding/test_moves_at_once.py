"""Moves on a game that another process, or another move at the same moment, has changed."""

import asyncio
import sqlite3
from typing import Any

import pytest

from bot.match.actions import Play, Undo
from bot.match.errors import StaleMove, StoreFull
from bot.match.rules import rules_of
from bot.store.connection.sqlite import WatchedConnection
from bot.store.snapshots import drop_snapshot
from bot.table.positions import Positions
from engine.castle.choices import legal_moves
from tests.bot.kit import ANNA, BEN, Seated, by
from tests.bot.meanwhile import meanwhile
from tests.bot.table.orders.ordering import state_of


async def test_moves_on_a_game_undone_since_it_was_read_are_stale(
    seated: Seated,
) -> None:
    """Another process takes the move back; this one still has the state in memory."""
    game = await seated.start()
    await seated.play(game.id)
    seen = await seated.table.games.get(game.id)
    move = await seated.legal_move(seen)
    other = seated.in_another_process().table
    await other.act(by(ANNA), game.id, Undo())
    with pytest.raises(StaleMove):
        await seated.table.act(by(BEN), game.id, Play(move, 1), game_as_read=seen)


async def test_moves_that_lose_a_race_against_a_remote_undo_are_stale(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a state that has to be read from the log."""
    loop = asyncio.get_running_loop()
    game = await seated.start()
    await seated.play(game.id)
    move = await seated.legal_move(await seated.table.games.get(game.id))
    other = seated.in_another_process().table
    original = Positions.current
    async with seated.database.writing() as connection:
        await drop_snapshot(connection, game.id)

    async def after_an_undo(*asked: Any) -> Any:
        monkeypatch.undo()
        await meanwhile(seated.act(ANNA, game.id, Undo()), loop)
        return await original(*asked)

    monkeypatch.setattr(Positions, "current", after_an_undo)
    with pytest.raises(StaleMove):
        await other.act(by(BEN), game.id, Play(move, 1))


async def test_results_of_a_failed_commit_are_not_used_as_the_position(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moves share a transaction, and the second is worked out on the state after the first."""
    game = await seated.start()
    rules = rules_of("castle")
    other = seated.in_another_process().table
    first, *_, instead = await seated.legal_moves(game)
    state, _ = rules.apply(await state_of(seated.database, game), 0, rules.parse_move(first))
    reply = rules.move_text(next(legal_moves(state)))
    with monkeypatch.context() as patch:
        patch.setattr(WatchedConnection, "commit", _fails, raising=False)
        answers = await asyncio.gather(
            seated.act(ANNA, game.id, Play(first, 0)),
            seated.act(BEN, game.id, Play(reply, 1)),
            return_exceptions=True,
        )
    assert [type(answer) for answer in answers] == [StoreFull] * 2
    await other.act(by(ANNA), game.id, Play(instead, 0))
    position = await seated.table.games.position(game.id, None)
    position_elsewhere = await other.games.position(game.id, None)
    assert position.view == position_elsewhere.view


def _fails(driver: sqlite3.Connection) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error
