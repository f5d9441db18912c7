"""Data stored about one person, shown and erased, in whatever table.

A person appears in the database by their id and by the names they used. Erasing removes both and
leaves the games, which replay as before.
"""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.json import decode, encode

from bot.match.actions import Done
from bot.match.league.season import Entry, Stage
from bot.store.connection.database import AsyncConnection
from bot.store.message_queue import OPEN
from bot.store.schema import (
    audit,
    drafts,
    entrants,
    games,
    judged_seats,
    moves,
    orders,
    outbox,
    own_notes,
    players,
    predictions,
    ratings,
    requests,
    results,
    season_log,
    seasons,
    seat_calls,
    seat_passes,
    seats,
    watchers,
)
from bot.store.spectators import count_watchers

# Columns that hold ids of people, apart from messages. Rows that others need (games, seats,
# moves, the audit, results) stay without the id when a person is erased.
IDS: Sequence[sa.Column[Any]] = (
    players.c.user_id,
    games.c.opener_id,
    seats.c.user_id,
    moves.c.user_id,
    audit.c.user_id,
    watchers.c.user_id,
    own_notes.c.user_id,
    predictions.c.user_id,
    results.c.user_id,
    ratings.c.user_id,
    seat_calls.c.user_id,
    seat_passes.c.user_id,
    requests.c.user_id,
    seasons.c.opener_id,
    entrants.c.user_id,
    season_log.c.user_id,
)
# Rows about a seat, which lead to a person only through it.
OF_A_SEAT: Sequence[sa.Table] = (orders, drafts, judged_seats)
# Columns that are not shown: those with hidden information, with information about others such as
# their orders and preferences, with what belongs to everybody, and with what only the bot
# understands.
HIDDEN = {
    "secret",
    "ordered",
    "revision",
    "watched",
    "events",
    "told",
    "due_at",
    "shown_at",
    "nonce",
    "claimed_by",
    "claimed_until",
    "interaction_id",
    "token_digest",
}
# Not shown either: they count across all people, so the gap between two rows of one person would
# reveal how much others did, such as leaving orders.
COUNTED: Sequence[sa.Column[Any]] = (
    moves.c.id,
    audit.c.id,
    outbox.c.id,
    results.c.id,
    season_log.c.id,
)

# Rows by table.
PersonalRows = Mapping[str, Sequence[Mapping[str, Any]]]


async def personal_rows(connection: AsyncConnection, user_id: int) -> PersonalRows:
    """Find every row in which this person appears, with what there is about their seats."""
    conditions = {column.table: _within_their_games(column, user_id) for column in IDS}
    for table in OF_A_SEAT:
        conditions[table] = _is_own_seat(table, user_id)
    personal = {
        table.name: await _rows(connection, table, condition)
        for table, condition in conditions.items()
    }
    messages = await _messages_about(connection, user_id)
    personal[outbox.name] = await to_thread(_without_ids, messages)
    return {name: rows for name, rows in personal.items() if rows}


def _without_ids(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


async def _messages_about(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """List the messages to this person, and those whose content has their number somewhere."""
    may_name = sa.or_(outbox.c.place_id == user_id, outbox.c.payload.contains(str(user_id)))
    candidates = await _rows(connection, outbox, may_name, outbox.c.id)
    return await to_thread(_read_messages, candidates, user_id)


def _read_messages(
    candidates: Sequence[Mapping[str, Any]], user_id: int
) -> list[Mapping[str, Any]]:
    """Select the messages about this person, with what is in their payloads."""
    rows: list[Mapping[str, Any]] = []
    for row in candidates:
        try:
            payload = decode(row["payload"])
        except ValueError:  # no part of its text is kept if somebody's id is in it
            payload = {"damaged": row["payload"]}
        if row["place_id"] == user_id or _without(payload, user_id) != payload:
            rows.append({**row, "payload": payload})
    return rows


async def hold_games(connection: AsyncConnection, user_id: int) -> None:
    """Keep everybody from changing a game in which they appear, or starting a rematch of it, until
    the transaction ends. Any work already computed with it has to be computed again, so that
    neither the id nor the name is written back. A new game that was faster is visible from now
    on."""
    watched = sa.select(watchers.c.game_id).where(watchers.c.user_id == user_id)
    theirs = games.c.id.in_(_games(user_id, watched))
    await connection.execute(sa.update(games).where(theirs).values(revision=games.c.revision + 1))


async def erase(connection: AsyncConnection, user_id: int) -> None:
    """Erase a person who has no open game, and whose games are held. From now on nothing in the
    database leads to them."""
    watched = sa.select(watchers.c.game_id).where(watchers.c.user_id == user_id)
    ids = (await connection.scalars(watched)).all()
    for table in (orders, drafts):
        await connection.execute(sa.delete(table).where(_is_own_seat(table, user_id)))
    to_them = outbox.c.kind.in_(("direct", "league_note")) & (outbox.c.place_id == user_id)
    await connection.execute(sa.delete(outbox).where(to_them))
    for table in (
        players,
        ratings,
        seat_calls,
        seat_passes,
        watchers,
        own_notes,
        predictions,
        requests,
    ):
        await connection.execute(sa.delete(table).where(table.c.user_id == user_id))
    naming = requests.c.request.contains(str(user_id))
    await connection.execute(sa.update(requests).where(naming).values(request=None))
    await _take_out_of_messages(connection, user_id)
    # The seats and the audit come last, since they show which games are theirs.
    await _leave_seasons(connection, user_id)
    for column in (
        seasons.c.opener_id,
        season_log.c.user_id,
        games.c.opener_id,
        moves.c.user_id,
        results.c.user_id,
        audit.c.user_id,
    ):
        update = sa.update(column.table).where(_within_their_games(column, user_id))
        await connection.execute(update.values({column.name: None}))
    theirs = sa.update(seats).where(seats.c.user_id == user_id)
    await connection.execute(theirs.values(user_id=None, name=""))
    await count_watchers(connection, ids)


async def _leave_seasons(connection: AsyncConnection, user_id: int) -> None:
    """Take them out of the seasons that have not begun; in the others their place stays."""
    signed_up = sa.select(seasons.c.id).where(seasons.c.stage == str(Stage.SIGN_UP))
    theirs = entrants.c.user_id == user_id
    leaving = sa.update(entrants).where(theirs, entrants.c.season_id.in_(signed_up))
    await connection.execute(leaving.values(entry=str(Entry.OUT)))
    changed = sa.select(entrants.c.season_id).where(theirs)
    await connection.execute(
        sa.update(seasons)
        .where(seasons.c.id.in_(changed), seasons.c.stage == str(Stage.SIGN_UP))
        .values(revision=seasons.c.revision + 1, due_at=0)
    )
    await connection.execute(sa.update(entrants).where(theirs).values(user_id=None, name=""))


async def _take_out_of_messages(connection: AsyncConnection, user_id: int) -> None:
    """Take them out of messages. Posted notices, which can hold names, are not needed again."""
    posted = (outbox.c.kind == "notice") & outbox.c.state.not_in(OPEN)
    of_their_games = outbox.c.game_id.in_(_games(user_id))
    await connection.execute(sa.delete(outbox).where(of_their_games, posted))
    for row in await _messages_about(connection, user_id):
        payload = encode(_without(row["payload"], user_id)).decode()
        message = sa.update(outbox).where(outbox.c.id == row["id"])
        await connection.execute(message.values(payload=payload))


def _without(content: Any, user_id: int) -> Any:
    """Return the content of a message without the person's id and names."""
    match content:
        case {"damaged": str(text)} if str(user_id) in text:
            return {}
        case dict():
            named = [name for name in ("before", "by") if content.get(f"{name}_id") == user_id]
            nobody = dict.fromkeys(named, "") | {f"{name}_id": 0 for name in named}
            return {name: _without(part, user_id) for name, part in (content | nobody).items()}
        case list():
            return [_without(part, user_id) for part in content if str(part) != str(user_id)]
        case int() | str() if str(content) == str(user_id):
            return None
        case _:
            return content


def _within_their_games(column: sa.Column[Any], user_id: int) -> sa.ColumnElement[bool]:
    """Select the rows with this person. There are far too many moves to search them all, so they
    are found through their games."""
    is_theirs = column == user_id
    if column.table is not moves:
        return is_theirs
    handed_over = sa.select(audit.c.game_id).where(audit.c.done == str(Done.HANDED_OVER))
    return sa.and_(moves.c.game_id.in_(_games(user_id, handed_over)), is_theirs)


def _games(user_id: int, *besides: sa.Select[int]) -> sa.CompoundSelect[int]:
    """Select the games in which they have a seat or once did something, and those in `besides`. The
    first two miss games in which they only played in a seat that a moderator gave them and took
    back."""
    sitting = sa.select(seats.c.game_id).where(seats.c.user_id == user_id)
    return sitting.union(sa.select(audit.c.game_id).where(audit.c.user_id == user_id), *besides)


def _is_own_seat(table: sa.Table, user_id: int) -> sa.ColumnElement[bool]:
    sitting = sa.and_(seats.c.game_id == table.c.game_id, seats.c.seat == table.c.seat)
    return sa.select(seats.c.seat).where(sitting, seats.c.user_id == user_id).exists()


async def _rows(
    connection: AsyncConnection,
    table: sa.Table,
    condition: sa.ColumnElement[bool],
    *besides: sa.Column[Any],
) -> list[Mapping[str, Any]]:
    columns = [column for column in shown_columns(table) if column not in {*besides}]
    query = sa.select(*columns, *besides).where(condition).order_by(*table.primary_key)
    # There can be many thousands, such as the moves of years.
    return await to_thread(_as_mappings, await connection.execute(query))


def _as_mappings(result: sa.CursorResult[Any]) -> list[Mapping[str, Any]]:
    return [dict(row) for row in result.mappings()]


def shown_columns(table: sa.Table) -> Sequence[sa.Column[Any]]:
    return [column for column in table.c if column.name not in HIDDEN and column not in {*COUNTED}]
