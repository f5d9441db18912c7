"""Seasons with their entrants and fixtures: read and written as a whole, in the transaction of what
changes them."""

import unicodedata
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Table, and_, exists, insert, select, text, update

from bot.match.actions import Actor
from bot.match.errors import UnknownSeason
from bot.match.game import ENDED
from bot.match.league.actions import SeasonAnswer, SeasonDone
from bot.match.league.course import look_again_at
from bot.match.league.season import (
    UNDER_WAY,
    Entrant,
    Entry,
    Fixture,
    FixtureState,
    Season,
    Stage,
)
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.faults import WriteConflict
from bot.store.schema import entrants, fixtures, games, season_log, seasons

# Fields of a season, and lists of a fixture, that are JSON in their columns.
JSON = ("options", "terms", "players", "places", "scores")
# The advisory locks for the names of leagues on PostgreSQL.
NAMES = 7_205_760
# Fields of a season that have tables of their own.
_KEPT_APART = {"entrants", "fixtures"}
Part = Entrant | Fixture
T = TypeVar("T")
_IS_UNDER_WAY = seasons.c.stage.in_([str(stage) for stage in UNDER_WAY])


class Title(NamedTuple):
    """A season or a cup that somebody has won."""

    id: int
    name: str
    """Of the league."""
    kind: str
    channel_id: int
    ended_at: Millis


class ListedSeason(NamedTuple):
    """A season in a list for somebody."""

    season: Season
    """Without its entrants and fixtures."""
    entered: bool
    """They are among its entrants, and nobody has replaced them."""


async def load_season(
    connection: AsyncConnection, season_id: int, *, to_change: bool = False
) -> Season | None:
    """Load a season. With `to_change`, nobody else changes it until the transaction ends."""
    query = select(seasons).filter_by(id=season_id)
    if to_change:
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    own = select(entrants).filter_by(season_id=season_id).order_by(entrants.c.number)
    games = select(fixtures).filter_by(season_id=season_id).order_by(fixtures.c.number)
    return replace(
        _read(Season, row),
        entrants=tuple([_read(Entrant, row) for row in await connection.execute(own)]),
        fixtures=tuple([_read(Fixture, row) for row in await connection.execute(games)]),
    )


async def require_season(
    connection: AsyncConnection, season_id: int, *, to_change: bool = False
) -> Season:
    season = await load_season(connection, season_id, to_change=to_change)
    if season is None:
        raise UnknownSeason(season_id)
    return season


def _read(kind: type[T], row: Any) -> T:
    """Read a season without its entrants and fixtures, or one of these."""
    values = {str(name): value for name, value in row._mapping.items()}
    values |= {name: msgspec.json.decode(values[name]) for name in JSON if name in values}
    return msgspec.convert(values, kind)


async def insert_season(connection: AsyncConnection, season: Season, now: Millis) -> Season:
    """Insert a season and return it with the number that it gets here."""
    row = _row_of(season)
    del row["id"]
    times = {"created_at": now, "due_at": look_again_at(season)}
    adding = insert(seasons).values(**row, **times).returning(seasons.c.id)
    stored = replace(season, id=int((await connection.execute(adding)).scalar_one()))
    await _save_parts(connection, entrants, stored.id, (), stored.entrants)
    return stored


async def save_season(
    connection: AsyncConnection, before: Season, after: Season, now: Millis
) -> Season:
    """Store what has changed, with the moment to look at the season again. WriteConflict if it is
    another one than before."""
    values = {**_row_of(after), "revision": before.revision + 1, "due_at": look_again_at(after)}
    if before.stage in UNDER_WAY and after.stage not in UNDER_WAY:
        values["ended_at"] = now
    changed = update(seasons).filter_by(id=before.id, revision=before.revision)
    if (await connection.execute(changed.values(**values))).rowcount != 1:
        raise WriteConflict(f"season {before.id} is not at revision {before.revision} any more")
    await _save_parts(connection, entrants, after.id, before.entrants, after.entrants)
    await _save_parts(connection, fixtures, after.id, before.fixtures, after.fixtures)
    return replace(after, revision=before.revision + 1)


async def _save_parts(
    connection: AsyncConnection,
    table: Table,
    season_id: int,
    before: Sequence[Part],
    after: Sequence[Part],
) -> None:
    for old, new in zip(before, after, strict=False):
        if old != new:
            changed = update(table).filter_by(season_id=season_id, number=new.number)
            await connection.execute(changed.values(**_row_of(new)))
    added = [{"season_id": season_id, **_row_of(stored)} for stored in after[len(before) :]]
    if added:
        await connection.execute(insert(table), added)


def _row_of(stored: Season | Part) -> dict[str, Any]:
    """Convert to the values of a row, which `_read` reads back."""
    row = {
        field.name: getattr(stored, field.name)
        for field in fields(stored)
        if field.name not in _KEPT_APART
    }
    row |= {name: msgspec.json.encode(row[name]).decode() for name in JSON if name in row}
    values: dict[str, Any] = msgspec.to_builtins(row)
    return values


# What its games and posts do to it.


async def note_late(connection: AsyncConnection, season_id: int, game_id: int, seat: int) -> None:
    """Count a game that an entrant has lost on time."""
    season = await require_season(connection, season_id, to_change=True)
    fixture = next((each for each in season.fixtures if each.game_id == game_id), None)
    if fixture is not None:
        late = season.entrants[fixture.players[seat]]
        lost = update(entrants).filter_by(season_id=season_id, number=late.number)
        await connection.execute(lost.values(late=late.late + 1))
        changed = update(seasons).filter_by(id=season_id)
        await connection.execute(changed.values(revision=seasons.c.revision + 1, due_at=0))


async def set_invitation(connection: AsyncConnection, season_id: int, post_id: int) -> None:
    await connection.execute(update(seasons).filter_by(id=season_id).values(post_id=post_id))


async def revision_of(connection: AsyncConnection, season_id: int) -> int | None:
    """Return the revision; None if there is no such season."""
    return await connection.scalar(select(seasons.c.revision).filter_by(id=season_id))


async def invitation_of(connection: AsyncConnection, season_id: int) -> int | None:
    """Return the post with the invitation; None if it was not made."""
    return await connection.scalar(select(seasons.c.post_id).filter_by(id=season_id))


async def games_to_settle(connection: AsyncConnection, season_id: int) -> Sequence[int]:
    """List its games that are over and not counted yet."""
    query = (
        select(games.c.id)
        .join(fixtures, fixtures.c.game_id == games.c.id)
        .where(fixtures.c.season_id == season_id, fixtures.c.state == str(FixtureState.RUNNING))
        .where(games.c.status.in_([str(status) for status in ENDED]), games.c.settled_at.is_(None))
    )
    return (await connection.scalars(query.order_by(games.c.id))).all()


# Looking after them.


async def set_due(connection: AsyncConnection, season_id: int, due_at: Millis | None) -> None:
    await connection.execute(update(seasons).filter_by(id=season_id).values(due_at=due_at))


# Lists.


async def season_named(connection: AsyncConnection, guild_id: int, name: str) -> int | None:
    """Find the season under way of this name in a server. Nobody else names one there until the
    transaction ends."""
    if connection.dialect.name == "postgresql":  # on SQLite, only one transaction writes anyway
        lock = text("SELECT pg_advisory_xact_lock(:space, hashtext(:guild))")
        await connection.execute(lock, {"space": NAMES, "guild": str(guild_id)})
    query = select(seasons.c.id, seasons.c.name).where(_IS_UNDER_WAY)
    in_server = query.filter_by(guild_id=guild_id).order_by(seasons.c.id)
    rows = (await connection.execute(in_server)).all()
    as_read = _name_as_read(name)
    return next((row.id for row in rows if _name_as_read(row.name) == as_read), None)


def _name_as_read(name: str) -> str:
    """Make names that look the same equal, whatever invisible signs they contain."""
    signs = unicodedata.normalize("NFKC", name)
    return "".join(sign for sign in signs if unicodedata.category(sign) != "Cf").casefold()


async def seasons_in(
    connection: AsyncConnection, guild_id: int, user_id: int, limit: int
) -> Sequence[ListedSeason]:
    """List a server's seasons as somebody sees them, those under way first, then the latest."""
    # Whoever was replaced sees no more of a season than others do.
    was_replaced = and_(entrants.c.entry == str(Entry.WITHDRAWN), entrants.c.division.is_(None))
    theirs = (entrants.c.season_id == seasons.c.id, entrants.c.user_id == user_id)
    entered = exists().where(*theirs, ~was_replaced)
    query = select(seasons, entered.label("entered"))
    order = (_IS_UNDER_WAY.desc(), seasons.c.id.desc())
    in_server = query.where(seasons.c.guild_id == guild_id).order_by(*order).limit(limit)
    rows = await connection.execute(in_server)
    return [ListedSeason(_read(Season, row), bool(row.entered)) for row in rows]


async def seasons_of(connection: AsyncConnection, user_id: int) -> tuple[Season, ...]:
    """List the seasons under way in which somebody takes part."""
    part = exists().where(
        entrants.c.season_id == seasons.c.id,
        entrants.c.user_id == user_id,
        entrants.c.entry == str(Entry.IN),
    )
    query = select(seasons.c.id).where(part, _IS_UNDER_WAY).order_by(seasons.c.id)
    return await _load(connection, query)


async def seasons_of_channel(connection: AsyncConnection, channel_id: int) -> Sequence[int]:
    """List the seasons of a channel, the oldest first."""
    query = select(seasons.c.id).filter_by(channel_id=channel_id).order_by(seasons.c.id)
    return (await connection.scalars(query)).all()


async def seasons_under_way_in(connection: AsyncConnection, channel_id: int) -> Sequence[int]:
    """List the seasons of a channel that are not over, the oldest first."""
    query = select(seasons.c.id).where(seasons.c.channel_id == channel_id, _IS_UNDER_WAY)
    return (await connection.scalars(query.order_by(seasons.c.id))).all()


async def titles_of(connection: AsyncConnection, guild_id: int, user_id: int) -> Sequence[Title]:
    """List the seasons and cups that somebody has won, alone or with others, the latest first."""
    won = exists().where(
        entrants.c.season_id == seasons.c.id,
        entrants.c.user_id == user_id,
        and_(entrants.c.division == 0, entrants.c.place == 1),
    )
    over = (seasons.c.guild_id == guild_id, seasons.c.stage == str(Stage.OVER))
    query = select(*(seasons.c[name] for name in Title._fields)).where(won, *over)
    return [
        Title._make(row) for row in await connection.execute(query.order_by(seasons.c.id.desc()))
    ]


async def _load(connection: AsyncConnection, query: Any) -> tuple[Season, ...]:
    ids = (await connection.scalars(query)).all()
    loaded = [await load_season(connection, season_id) for season_id in ids]
    return tuple(season for season in loaded if season is not None)


# The log.


async def log_action(
    connection: AsyncConnection, answer: SeasonAnswer, by: Actor, now: Millis
) -> None:
    """Log an action; WriteConflict if this interaction is in the log already."""
    deed = {"season_id": answer.season_id, "done": str(answer.done), "at": now}
    actor = {"user_id": by.user_id, "interaction_id": by.interaction_id}
    await connection.execute(insert(season_log), deed | actor)


async def answer_to(connection: AsyncConnection, interaction_id: str) -> SeasonAnswer | None:
    """Return the answer that an interaction got, if it was acknowledged before."""
    query = select(season_log.c.season_id, season_log.c.done)
    rows = await connection.execute(query.filter_by(interaction_id=interaction_id))
    row = rows.one_or_none()
    return None if row is None else SeasonAnswer(row.season_id, SeasonDone(row.done))
