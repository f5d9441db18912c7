"""Copies every row of one database into another, whichever kinds they are.

Knows the tables only by their list in the schema. Rows go from driver to driver unchanged, as a
hundred thousand games have millions of them.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import Table, insert, select, tuple_

from bot.store.connection.database import Connected
from bot.store.schema import metadata

BATCH = 500
TABLES: Sequence[Table] = metadata.sorted_tables
"""Ordered so that every table comes after those it refers to."""

Rows = list[tuple[Any, ...]]


async def copy_rows(source: Connected, target: Connected) -> None:
    """Copy all rows into empty tables, as of the moment that the source sees."""
    for table in TABLES:
        add = str(insert(table).compile(dialect=target.dialect))
        async for rows in _batches(source, table):
            await target.exec_driver_sql(add, rows)


async def _batches(source: Connected, table: Table) -> AsyncIterator[Rows]:
    """All rows of a table in batches, in the order of the primary key."""
    key = list(table.primary_key)
    places = [list(table.columns).index(column) for column in key]
    page = select(table).order_by(*key).limit(BATCH)
    rows: Rows = [tuple(row) for row in await source.execute(page)]
    while rows:
        yield rows
        last = [rows[-1][place] for place in places]
        after = page.where(tuple_(*key) > tuple_(*last))
        rows = [tuple(row) for row in await source.execute(after)]
