"""Statements of the busiest paths, compiled once.

In a piece of work they go to the driver as they are, which costs a fifth of what SQLAlchemy adds to
each execution. They are written with SQLAlchemy, which still executes everything rare.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.connection import postgresql
from bot.store.connection.sqlite import driver_of

Statement = Select[Any] | Insert | Update | Delete
Values = Mapping[str, Any]
NOTHING: Values = {}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement compiled for one kind of database."""

    on_sqlite: bool
    sql: str
    names: Sequence[str]
    """The names of its parameters, in order."""
    fixed: Values
    """The parameters that are the same each time."""
    row: Callable[[Sequence[Any]], Any]

    def parameters(self, values: Values) -> Sequence[Any]:
        given = {**self.fixed, **values}
        return [given[name] for name in self.names]

    def bound(self, values: Values) -> Callable[[sqlite3.Connection], tuple[Sequence[Any], int]]:
        return partial(_executed, self.sql, self.parameters(values))


class Prepared:
    """A statement that is executed often. An insert names the columns it fills. No value can be a
    list."""

    def __init__(self, statement: Statement, columns: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._columns = columns
        self._compiled: dict[str, Compiled] = {}

    async def rows(self, connection: AsyncConnection, values: Values = NOTHING) -> Sequence[Any]:
        """Its rows, with a name for each column."""
        compiled = self._for(connection.dialect)
        if compiled.on_sqlite:
            found, _ = await driver_of(connection).run(compiled.bound(values))
        elif postgresql.autocommits(connection):
            parameters = compiled.parameters(values)
            found = await postgresql.rows(connection, compiled.sql, parameters)
        else:
            return (await connection.execute(self._statement, values)).all()
        return [compiled.row(row) for row in found]

    async def run(self, connection: AsyncConnection, values: Values = NOTHING) -> int:
        """Execute it and return how many rows it changed."""
        compiled = self._for(connection.dialect)
        if compiled.on_sqlite:
            _, changed = await driver_of(connection).run(compiled.bound(values))
        elif postgresql.autocommits(connection):
            parameters = compiled.parameters(values)
            changed = await postgresql.changed(connection, compiled.sql, parameters)
        else:
            changed = (await connection.execute(self._statement, values)).rowcount
        return changed

    def _for(self, dialect: Dialect) -> Compiled:
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _compiled(self._statement, self._columns, dialect)
        return self._compiled[dialect.name]


def _executed(
    sql: str, parameters: Sequence[Any], driver: sqlite3.Connection
) -> tuple[Sequence[Any], int]:
    """In the thread: the rows it returns, and how many it changed."""
    cursor = driver.execute(sql, parameters)
    return cursor.fetchall(), cursor.rowcount


def _compiled(statement: Statement, columns: Sequence[str] | None, dialect: Dialect) -> Compiled:
    made = statement.compile(dialect=dialect, column_keys=columns)
    assert isinstance(made, SQLCompiler)
    return Compiled(
        on_sqlite=dialect.name == "sqlite",
        sql=str(made),
        names=tuple(made.positiontup or ()),
        fixed={name: bound.value for name, bound in made.binds.items() if not bound.required},
        row=_row_of(statement, dialect) if isinstance(statement, Select) else tuple,
    )


def _row_of(statement: Select[Any], dialect: Dialect) -> Callable[[Sequence[Any]], Any]:
    """Rows with the types that the columns have in Python."""
    columns = statement.selected_columns
    row: Any = namedtuple("Row", [column.key for column in columns])  # type: ignore[misc]
    processors = [
        (number, processor)
        for number, column in enumerate(columns)
        if (processor := column.type.dialect_impl(dialect).result_processor(dialect, None))
    ]
    return partial(_typed, row._make, processors) if processors else row._make


def _typed(
    make: Callable[[Sequence[Any]], Any],
    processors: Sequence[tuple[int, Callable[[Any], Any]]],
    stored: Sequence[Any],
) -> Any:
    row = list(stored)
    for number, processor in processors:
        row[number] = processor(row[number])
    return make(row)
