"""Statements of the busiest paths: written with SQLAlchemy, compiled once, executed by the driver.

SQLAlchemy executes everything rare. If it executed these too, a table would make 0.6 times as many
moves a second: on SQLite 0.82 one by one and 0.56 of 64 at once, on PostgreSQL 0.63 and 0.60, with
1.5 to 1.7 times the processor time (medians of six and five paired runs).
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.connection import postgresql, sqlite

Statement = Select[Any] | CompoundSelect[Any] | Insert | Update | Delete
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
        parameters = {**self.fixed, **values}
        return [parameters[name] for name in self.names]


class Prepared:
    """A statement that is executed often. None of its values can be a list or always NULL."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._compiled: dict[str, Compiled] = {}

    async def execute(self, connection: AsyncConnection, values: Values = NOTHING) -> Sequence[Any]:
        """Run the statement and return its rows, with a name for each column."""
        dialect = connection.dialect
        compiled = self._compiled.get(dialect.name) or self._compile(dialect)
        parameters = compiled.parameters(values)
        if dialect.name == "sqlite":
            rows = await sqlite.driver_of(connection).run(
                lambda driver: driver.execute(compiled.sql, parameters).fetchall()
            )
        else:
            rows = await postgresql.driver_of(connection).fetch(compiled.sql, *parameters)
        return [compiled.row(row) for row in rows]

    def _compile(self, dialect: Dialect) -> Compiled:
        sql = self._statement.compile(dialect=dialect)
        assert isinstance(sql, SQLCompiler)
        compiled = Compiled(
            sql=str(sql),
            names=tuple(sql.positiontup or ()),
            fixed={name: value for name, value in sql.params.items() if value is not None},
            row=_row_maker(self._statement.exported_columns.values(), dialect),
        )
        self._compiled[dialect.name] = compiled
        return compiled


def _row_maker(
    columns: Sequence[ColumnElement[Any]], dialect: Dialect
) -> Callable[[Sequence[Any]], Any]:
    """Make the function that makes rows, with the types that the columns have in Python."""
    row_type: Any = namedtuple("Row", [column.key for column in columns])  # type: ignore[misc]
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
