"""Statements of the busiest paths: written with SQLAlchemy, compiled once, executed by the driver.

SQLAlchemy executes everything rare. If it executed these too, a table would make 0.6 times as many
moves a second: on SQLite 0.82 one by one and 0.56 of 64 at once, on PostgreSQL 0.63 and 0.60, with
1.5 to 1.7 times the processor time (medians of six and five paired runs).
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.connection import postgresql, sqlite

Statement = Select[Any] | Insert | Update | Delete
Values = Mapping[str, Any]
NOTHING: Values = {}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement compiled for one kind of database."""

    sql: str
    names: Sequence[str]
    """The names of its parameters, in order."""
    fixed: Values
    """The parameters that are the same each time."""
    row: Callable[[Sequence[Any]], Any]

    def parameters(self, values: Values) -> Sequence[Any]:
        given = {**self.fixed, **values}
        return [given[name] for name in self.names]


class Prepared:
    """A statement that is executed often. None of its values can be a list or always NULL."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._compiled: dict[str, Compiled] = {}

    async def rows(self, connection: AsyncConnection, values: Values = NOTHING) -> Sequence[Any]:
        """Its rows, with a name for each column."""
        compiled = self._for(connection.dialect)
        if connection.dialect.name == "sqlite":
            found, _ = await self._run_on_sqlite(connection, values)
        elif postgresql.autocommits(connection):
            driver = postgresql.driver_of(connection)
            found = await driver.fetch(compiled.sql, *compiled.parameters(values))
        else:
            return (await connection.execute(self._statement, values)).all()
        return [compiled.row(row) for row in found]

    async def run(self, connection: AsyncConnection, values: Values = NOTHING) -> int:
        """Execute it and return how many rows it changed."""
        compiled = self._for(connection.dialect)
        if connection.dialect.name == "sqlite":
            _, changed = await self._run_on_sqlite(connection, values)
            return changed
        if postgresql.autocommits(connection):
            driver = postgresql.driver_of(connection)
            status: str = await driver.execute(compiled.sql, *compiled.parameters(values))
            return int(status.rpartition(" ")[2])  # "UPDATE 1"
        return (await connection.execute(self._statement, values)).rowcount

    async def _run_on_sqlite(
        self, connection: AsyncConnection, values: Values
    ) -> tuple[Sequence[Any], int]:
        compiled = self._for(connection.dialect)
        parameters = compiled.parameters(values)

        def execute(driver: sqlite3.Connection) -> tuple[Sequence[Any], int]:
            cursor = driver.execute(compiled.sql, parameters)
            return cursor.fetchall(), cursor.rowcount

        return await sqlite.driver_of(connection).run(execute)

    def _for(self, dialect: Dialect) -> Compiled:
        if dialect.name not in self._compiled:
            made = self._statement.compile(dialect=dialect)
            assert isinstance(made, SQLCompiler)
            self._compiled[dialect.name] = Compiled(
                sql=str(made),
                names=tuple(made.positiontup or ()),
                fixed={name: value for name, value in made.params.items() if value is not None},
                row=self._row_maker(dialect) if isinstance(self._statement, Select) else tuple,
            )
        return self._compiled[dialect.name]

    def _row_maker(self, dialect: Dialect) -> Callable[[Sequence[Any]], Any]:
        """Makes rows with the types that the columns have in Python."""
        assert isinstance(self._statement, Select)
        columns = self._statement.selected_columns
        row_type: Any = namedtuple("Row", [one.key for one in columns])  # type: ignore[misc]
        make: Callable[[Sequence[Any]], Any] = row_type._make
        processors = [
            (number, processor)
            for number, column in enumerate(columns)
            if (processor := column.type.dialect_impl(dialect).result_processor(dialect, None))
        ]
        if not processors:
            return make

        def convert(stored: Sequence[Any]) -> Any:
            row = list(stored)
            for number, processor in processors:
                row[number] = processor(row[number])
            return make(row)

        return convert
