"""Archives: one channel with its threads and seasons as JSON, for moving it elsewhere. Holds the
seeds of running games, so it is for the operator, not for the players.

Defines the archive's format. Importing replays the games, to check that they follow the rules.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal

from msgspec.json import encode
from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import BigInteger, Column, ColumnElement, Table, insert, select, update

from bot.host.data.verify import Mismatch, lacks_counts, load_log, replay_and_check
from bot.match.actions import Done
from bot.match.announcing import announce
from bot.match.errors import StoreRefused, TableError
from bot.match.game import OPEN
from bot.match.league.messages import LeaguePost, News
from bot.match.league.season import UNDER_WAY, Stage
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.digests import plan_digest
from bot.store.games import games_of_channel, load_game
from bot.store.leagues import require_season, seasons_of_channel
from bot.store.message_queue import enqueue
from bot.store.people import settings_of
from bot.store.results import results_of_games, save_tallies
from bot.store.schema import channels, fixtures, games, metadata, seasons
from bot.store.snapshots import save_snapshot
from bot.table.channels import parse_settings
from bot.table.results import count_results
from engine.errors import EngineError

FORMAT = "table-archive/1"

Value = str | int | float | bool | None
Row = dict[str, Value]
# The numbers that games or seasons have where the archive is imported, by those they had.
Numbers = dict[Value, int]
# The columns that were added since 1.0.0, which older archives lack.
LATER = {"drafts": {"revision"}, "channels": {"due_at", "digest_since"}}
EXPORT_AGAIN = "export it again"
FROM_NEWER = "import it with the version of the bot that exported it, or with a newer one"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GameData(Strict):
    """A game, and the rows of each table that belong to it. Messages already sent stay behind, and
    snapshots are rebuilt. A table that is added since 1.0.0 is `[]` in older archives."""

    game: Row
    seats: list[Row]
    moves: list[Row]
    audit: list[Row]
    watchers: list[Row]
    orders: list[Row]
    drafts: list[Row]
    own_notes: list[Row]
    predictions: list[Row]
    results: list[Row]
    page_keys: list[Row] = []


class SeasonData(Strict):
    """A season and its rows. The games of its fixtures are among the games."""

    season: Row
    entrants: list[Row]
    fixtures: list[Row]
    season_log: list[Row]
    season_page_keys: list[Row] = []


class Archive(Strict):
    format: Literal["table-archive/1"]
    channel: int
    settings: Row | None
    games: list[GameData]
    seasons: list[SeasonData]


def _tables_of(data: type[Strict]) -> Sequence[Table]:
    return [metadata.tables[name] for name in data.model_fields if name in metadata.tables]


# The tables with rows that belong to a game, and to a season.
BELONGING = _tables_of(GameData)
OF_A_SEASON = _tables_of(SeasonData)


async def export_channel(database: Database, channel_id: int) -> str:
    """Export every game of the channel and its threads, and every season, as of one moment."""
    async with database.viewing() as connection:
        ids = await games_of_channel(connection, channel_id)
        own_seasons = await seasons_of_channel(connection, channel_id)
        if not ids and not own_seasons:
            raise StoreRefused(f"channel {channel_id} has no games", "check its number")
        settings = await _rows(connection, channels, channels.c.channel_id == channel_id)
        archive = {
            "format": FORMAT,
            "channel": channel_id,
            "settings": settings[0] if settings else None,
            "games": [
                await _export(connection, "game", games, BELONGING, game_id) for game_id in ids
            ],
            "seasons": [
                await _export(connection, "season", seasons, OF_A_SEASON, season_id)
                for season_id in own_seasons
            ],
        }
    return encode(archive).decode()


async def _export(
    connection: AsyncConnection, name: str, table: Table, belonging: Sequence[Table], number: int
) -> dict[str, Any]:
    """Read a row of the table, and the rows of others that belong to it, without its number."""
    (row,) = await _rows(connection, table, table.c.id == number)
    exported: dict[str, Any] = {name: row}
    for other in belonging:
        owner = f"{name}_id"
        belongs = other.c[owner] == number
        exported[other.name] = await _rows(connection, other, belongs, but={"id", owner})
    return exported


async def import_channel(database: Database, archive_text: str, now: Millis) -> list[int]:
    """Import the games and seasons under new numbers, either all of them or none."""
    archive = _parse(archive_text)
    numbers: Numbers = {}
    renumbered: Numbers = {}
    try:
        async with database.writing() as connection:
            for season in archive.seasons:
                await _add_season(connection, season, renumbered)
            for data in archive.games:
                data.game["season_id"] = renumbered.get(data.game["season_id"])
                await _add(connection, data, numbers, now)
            for season in archive.seasons:
                await _go_on_with_season(connection, season, renumbered, numbers, now)
            is_set_here = channels.c.channel_id == archive.channel
            if archive.settings is not None and not await _rows(connection, channels, is_set_here):
                await connection.execute(insert(channels), [archive.settings])
                settings = parse_settings(await settings_of(connection, archive.channel))
                if settings.has_digests:
                    due_at = settings.digest_after(now)
                    await plan_digest(connection, archive.channel, due_at, not_before=now)
    except WriteConflict as conflict:
        raise StoreRefused(
            "a game of the archive is here already, or its channel has an open game",
            "import it where they are not",
        ) from conflict
    return list(numbers.values())


async def _add(connection: AsyncConnection, data: GameData, numbers: Numbers, now: Millis) -> None:
    row = data.game | {"rematch_of": numbers.get(data.game["rematch_of"])}
    game_id = await _add_row(connection, games, row, numbers)
    for table in BELONGING:
        await _add_rows(connection, table, getattr(data, table.name), game_id=game_id)
    await _make_playable(connection, game_id, now)


async def _add_season(connection: AsyncConnection, data: SeasonData, renumbered: Numbers) -> None:
    """Add a season with who takes part; its games come later."""
    previous_id = renumbered.get(data.season["previous_id"])
    row = data.season | {"previous_id": previous_id, "post_id": None}
    season_id = await _add_row(connection, seasons, row, renumbered)
    for table in OF_A_SEASON:
        if table is not fixtures:
            await _add_rows(connection, table, getattr(data, table.name), season_id=season_id)


async def _add_row(connection: AsyncConnection, table: Table, row: Row, numbers: Numbers) -> int:
    """Add a row under a new number."""
    old = row.pop("id")
    inserted = await connection.execute(insert(table).returning(table.c.id), [row])
    numbers[old] = int(inserted.scalar_one())
    return numbers[old]


async def _add_rows(
    connection: AsyncConnection, table: Table, rows: Sequence[Row], **owner: int
) -> None:
    if rows:
        await connection.execute(insert(table), [{**row, **owner} for row in rows])


async def _go_on_with_season(
    connection: AsyncConnection,
    data: SeasonData,
    renumbered: Numbers,
    numbers: Numbers,
    now: Millis,
) -> None:
    """Add a season's fixtures, with the numbers of their games. What was on its way to be posted
    stayed behind, so fixtures are called anew and an invitation is posted again."""
    season_id = renumbered[data.season["id"]]
    rows: list[Row] = []
    for row in data.fixtures:
        was_called: Row = (
            {"state": "waiting", "thread_id": None} if row["state"] == "called" else {}
        )
        rows.append({**row, **was_called, "game_id": numbers.get(row["game_id"])})
    await _add_rows(connection, fixtures, rows, season_id=season_id)
    next_id = renumbered.get(data.season["next_id"])
    due_at = 0 if data.season["stage"] in [str(stage) for stage in UNDER_WAY] else None
    statement = update(seasons).filter_by(id=season_id)
    await connection.execute(statement.values(next_id=next_id, due_at=due_at))
    if data.season["stage"] == str(Stage.SIGN_UP):
        season = await require_season(connection, season_id)
        invitation = LeaguePost(season_id, News.ANNOUNCED)
        await enqueue(connection, season.channel_id, [invitation], now)


async def _make_playable(connection: AsyncConnection, game_id: int, now: Millis) -> None:
    """Replay the game, store its snapshot and, if it is open, post it again: old buttons refer to
    old numbers."""
    try:
        game = await load_game(connection, game_id)
        rules = None if game is None else rules_of(game.kind)
    except (ValueError, TypeError, TableError, EngineError) as problem:
        unknown = f"a game holds something that this version does not know: {problem}"
        raise StoreRefused(unknown, FROM_NEWER) from problem
    if game is None or rules is None:
        raise StoreRefused("the archive has a game without seats", EXPORT_AGAIN)
    if game.commitment is not None:
        logged = await load_log(connection, game)
        try:
            state = replay_and_check(logged)
        except (Mismatch, EngineError) as problem:
            broken = f"a game does not follow the rules: {problem}"
            raise StoreRefused(broken, f"{EXPORT_AGAIN}, or {FROM_NEWER}") from problem
        await save_snapshot(connection, game, rules.rules_version, rules.snapshots.encode(state))
        counted = (await results_of_games(connection, [game.id]))[game.id]
        if lacks_counts(rules, logged.recorded, counted):
            tallies = count_results(game.kind, logged.recorded).tallies
            await save_tallies(connection, game.id, tallies)
    if game.status in OPEN and game.pause is None:
        await enqueue(connection, game.channel_id, announce(game, game, Done.RESUMED, None), now)


async def _rows(
    connection: AsyncConnection,
    table: Table,
    where: ColumnElement[bool],
    *,
    but: Collection[str] = (),
) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in but]
    query = select(*columns).where(where).order_by(*table.primary_key)
    return [dict(row) for row in (await connection.execute(query)).mappings()]


def _parse(archive_text: str) -> Archive:
    try:
        archive = Archive.model_validate_json(archive_text)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        whole = [(fault["loc"], fault["type"]) for fault in errors if len(fault["loc"]) == 1]
        if whole == [(("seasons",), "missing")]:
            raise StoreRefused(
                "the archive is from before version 1.0.0",
                "upgrade it first: import it with version 1.0.0 of the bot, and export it again",
            ) from None
        first = errors[0]
        location = ", ".join(map(str, first["loc"]))
        newer = first["type"] == "extra_forbidden" or first["loc"] == ("format",)
        advice = FROM_NEWER if newer else "take an archive of export-channel"
        raise StoreRefused(f"{location}: {first['msg']}", advice) from None
    for data in archive.games:
        _check_rows(games, [data.game])
        for table in BELONGING:
            _check_rows(table, getattr(data, table.name), but={"id", "game_id"})
    for season in archive.seasons:
        _check_rows(seasons, [season.season])
        for table in OF_A_SEASON:
            _check_rows(table, getattr(season, table.name), but={"id", "season_id"})
    if archive.settings is not None:
        _check_rows(channels, [archive.settings])
    return archive


def _check_rows(table: Table, rows: Sequence[Row], *, but: Collection[str] = ()) -> None:
    """Check that all rows have the same columns, so that all get the same defaults where the
    archive is too old to have a column."""
    names = set(table.c.keys()) - set(but)
    required = names - LATER.get(table.name, set())
    for row in rows:
        if unknown := row.keys() - names:
            problem = f"a row of {table.name} has {min(unknown)}, which this version does not know"
            raise StoreRefused(problem, FROM_NEWER)
        if lacking := (required - row.keys()) | (rows[0].keys() ^ row.keys()):
            raise StoreRefused(f"a row of {table.name} lacks {min(lacking)}", EXPORT_AGAIN)
        for name, value in row.items():
            if not _fits(table.c[name], value):
                raise StoreRefused(f"a row of {table.name} has a wrong {name}", EXPORT_AGAIN)


def _fits(column: Column[Any], value: object) -> bool:
    if value is None:
        return column.nullable is True
    kind = column.type.python_type
    if kind is int and type(value) is int:
        most = 2**63 if isinstance(column.type, BigInteger) else 2**31
        return -most <= value < most
    return type(value) is kind or (kind is float and type(value) is int)
