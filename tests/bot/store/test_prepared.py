"""Statements compiled once: the same rows and changes as with SQLAlchemy, inside and outside a
piece of work."""

from typing import Any

import pytest
from sqlalchemy import bindparam, insert, select, update

from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.prepared import Prepared
from bot.store.schema import seats, watchers
from tests.bot.kit import Seated

SEATS = select(seats).where(seats.c.game_id == bindparam("game")).order_by(seats.c.seat)
TAKE = (
    update(seats)
    .where(seats.c.game_id == bindparam("game"), seats.c.taken.is_(True))
    .values(name=bindparam("new_name"), computer="easy")
    .returning(seats.c.seat)
)
WATCH = Prepared(
    insert(watchers).values({name: bindparam(name) for name in ("game_id", "user_id", "what")})
)


async def test_its_rows_have_the_names_and_types_of_sqlalchemys(seated: Seated) -> None:
    game = await seated.start()

    async def both(connection: AsyncConnection) -> tuple[Any, Any]:
        parameters = {"game": game.id}
        ours = await Prepared(SEATS).execute(connection, parameters)
        return ours, (await connection.execute(SEATS, parameters)).all()

    ours, theirs = await seated.database.read(both)
    assert [row._asdict() for row in ours] == [row._asdict() for row in theirs]
    assert [type(row.taken) for row in ours] == [bool, bool]


async def test_it_returns_the_rows_that_it_changed(seated: Seated) -> None:
    game = await seated.start()
    taken = Prepared(TAKE)

    async def work(connection: AsyncConnection) -> tuple[int, int]:
        nowhere = await taken.execute(connection, {"game": 0, "new_name": "Zoe"})
        seats_changed = await taken.execute(connection, {"game": game.id, "new_name": "Zoe"})
        return len(nowhere), len(seats_changed)

    assert await seated.database.write(work) == (0, 2)
    async with seated.database.reading() as connection:
        rows = await Prepared(SEATS).execute(connection, {"game": game.id})
    assert [(row.name, row.computer) for row in rows] == [("Zoe", "easy")] * 2


async def test_it_is_a_part_of_the_transaction_it_is_executed_in(seated: Seated) -> None:
    game = await seated.start()

    async def undone() -> None:
        async with seated.database.writing() as connection:
            await WATCH.execute(connection, {"game_id": game.id, "user_id": 2, "what": "end"})
            raise LookupError

    with pytest.raises(LookupError):
        await undone()
    async with seated.database.reading() as connection:
        assert await Prepared(select(watchers)).execute(connection) == []


async def test_a_parameter_that_is_missing_is_not_taken_for_null(database: Database) -> None:
    with pytest.raises(KeyError, match="what"):
        await database.write(
            lambda connection: WATCH.execute(connection, {"game_id": 1, "user_id": 2})
        )
