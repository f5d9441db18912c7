"""Nothing hidden leaves the table before the end: no seed, no order of tiles, no wall tile."""

import json
import logging
import re

import pytest
from sqlalchemy import select

from bot.match.actions import Play, Resign
from bot.match.errors import StoreCorrupt, StoreError
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.games import secret_of
from bot.store.schema import audit, moves, outbox
from bot.table.delivery import Delivery
from bot.table.table import Table
from tests.bot.kit import ANNA, FakePoster, Seated, TurnedClock


async def seed_of(seated: Seated, game: Game) -> str:
    async with seated.database.reading() as connection:
        return await secret_of(connection, game.id)


async def stored_and_posted(seated: Seated, poster: FakePoster) -> str:
    async with seated.database.reading() as connection:
        rows = [(await connection.execute(select(table))).all() for table in (outbox, moves, audit)]
    return repr(rows) + repr(poster.posted)


async def test_messages_and_logs_hold_no_secrets_of_a_running_game(
    seated: Seated, outbox: Delivery, poster: FakePoster, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = await seated.start()
    await seated.play(game.id, 6)
    with pytest.raises(Exception, match="expected"):
        await seated.act(ANNA, game.id, Play("nonsense", 6))
    await outbox.drain()
    text = await stored_and_posted(seated, poster)
    text += repr((await seated.table.games.get(game.id), seated.table, seated.table.__dict__))
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("bot")
    )
    seed = await seed_of(seated, game)
    view = (await seated.table.games.position(game.id, None)).view
    assert game.commitment is not None
    assert game.commitment in text
    assert seed not in text + logged
    for tile in view.unseen:
        assert not re.search(rf"\b{re.escape(tile)}\b", text + logged)


async def test_the_record_of_a_running_game_holds_no_secret(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    record = json.loads(await seated.table.games.record(game.id))
    assert {"seed", "deck", "wall_tiles"} & record.keys() == set()
    assert record["commitment"] == game.commitment


async def test_the_end_reveals_the_seed_and_its_record_proves_the_seal(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    seed = await seed_of(seated, game)
    await seated.act(ANNA, game.id, Resign())
    await outbox.drain()
    (*_, (_, last, _)) = poster.posted
    assert last.facts == {"seed": seed, "commitment": game.commitment}  # type: ignore[union-attr]
    rules = rules_of(game.kind)
    record = await seated.table.games.record(game.id)
    read = rules.records.read_record(record)
    state, _ = rules.begin(read.seed, read.options, read.first)
    assert rules.commitment(state) == game.commitment


def _shows_nothing_of(secret: str, error: BaseException) -> None:
    cause: BaseException | None = error
    while cause is not None:
        assert secret not in str(cause) + repr(cause)
        cause = cause.__cause__ or cause.__context__


async def test_a_failing_statement_does_not_show_its_values(seated: Seated) -> None:
    """The text of a snapshot contains the seed."""
    game = await seated.start()
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql("DROP TABLE snapshots")
    with pytest.raises(Exception, match="no such table") as caught:
        await seated.play(game.id)
    _shows_nothing_of(await seed_of(seated, game), caught.value)
    assert not isinstance(caught.value, StoreError)


async def _damage(seated: Seated, table: str, column: str) -> None:
    """What is stored there begins with `seed` and is no longer text."""
    async with seated.database.writing() as connection:
        damaged = f"UPDATE {table} SET {column} = CAST(X'73656564FF' AS TEXT)"
        await connection.exec_driver_sql(damaged)


async def test_a_text_that_is_damaged_is_told_and_not_quoted(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await _damage(seated, "games", "secret")
    with pytest.raises(StoreCorrupt) as caught:
        await Table(seated.database).games.position(game.id, None, ply=0)
    _shows_nothing_of("seed", caught.value)


async def test_damaged_snapshots_are_rebuilt_without_being_quoted(
    seated: Seated, caplog: pytest.LogCaptureFixture
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    before = await seated.table.games.position(game.id, None, ply=1)
    await _damage(seated, "snapshots", "state")
    with caplog.at_level(logging.DEBUG):
        position = await Table(seated.database).games.position(game.id, None, ply=1)
    assert position.view == before.view
    assert "seed" not in caplog.text


async def test_seeds_cannot_be_guessed(database: Database, clock: TurnedClock) -> None:
    seated = Seated(Table(database, clock=clock), database, clock)
    seeds = [await seed_of(seated, await seated.start(channel)) for channel in range(20)]
    assert len(set(seeds)) == 20
    assert {len(seed) for seed in seeds} == {64}
