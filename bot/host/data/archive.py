"""Archives: one channel with its threads and seasons as JSON, for moving it elsewhere. Holds the
seeds of running games, so it is for the operator, not for the players.

Defines the archive's format. Importing replays the games, to check that they follow the rules.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal

from msgspec.json import encode
from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Column, ColumnElement, Table, insert, select, update

from bot.host.data.verify import Mismatch, lacks_counts, replay_and_check
from bot.match.actions import Done
from bot.match.announcing import announce
from bot.match.errors import StoreRefused, TableError
from bot.match.game import ENDED, OPEN, Status
from bot.match.league.messages import LeaguePost, News
from bot.match.league.season import UNDER_WAY, Stage
from bot.match.rules import rules_of
from bot.process.clock import DAY, Millis
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.games import games_of_channel, load_game
from bot.store.leagues import require_season, seasons_of_channel
from bot.store.log import recorded_of
from bot.store.message_queue import enqueue, enqueue_news
from bot.store.results import results_of_games, save_tallies
from bot.store.schema import (
    audit,
    channels,
    drafts,
    entrants,
    fixtures,
    games,
    has_default,
    moves,
    orders,
    own_notes,
    predictions,
    results,
    season_log,
    seasons,
    seats,
    watchers,
)
from bot.store.snapshots import save_snapshot
from bot.table.results import count_results
from engine.errors import EngineError

FORMAT = "table-archive/1"
BELONGING: Sequence[Table] = (
    *(seats, moves, audit, watchers, orders, drafts, own_notes, predictions, results),
)
"""The data about a game besides its own row. Messages already sent stay behind, and snapshots are
rebuilt."""

NUMBERS = {"id", "game_id"}
"""Columns that get new values where the archive is imported."""
OF_A_SEASON: Sequence[Table] = (entrants, fixtures, season_log)
"""The data about a season besides its own row. The games of its fixtures are among the games."""
SEASON_NUMBERS = {"id", "season_id"}
"""The same for a season."""

Row = dict[str, str | int | float | bool | None]
EXPORT_AGAIN = "export it again"
FROM_NEWER = "import it with the version of the bot that exported it, or with a newer one"


class GameData(BaseModel):
    """Older archives lack the tables that came later."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Row
    seats: list[Row]
    moves: list[Row]
    audit: list[Row]
    timers: list[Row] = []
    """A table of the first two versions: since then, a game's `due_at` is in its own row."""
    watchers: list[Row] = []
    orders: list[Row] = []
    drafts: list[Row] = []
    own_notes: list[Row] = []
    predictions: list[Row] = []
    results: list[Row] = []


class SeasonData(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    season: Row
    entrants: list[Row]
    fixtures: list[Row]
    season_log: list[Row]


class Archive(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["table-archive/1"]
    channel: int
    settings: Row | None
    games: list[GameData]
    seasons: list[SeasonData] = []


async def export_channel(database: Database, channel_id: int) -> str:
    """Every game of the channel and its threads, and every season, as of one moment."""
    async with database.viewing() as connection:
        ids = await games_of_channel(connection, channel_id)
        own_seasons = await _export_seasons(connection, channel_id)
        if not ids and not own_seasons:
            raise StoreRefused(f"channel {channel_id} has no games", "check its number")
        settings = await _rows(connection, channels, channels.c.channel_id == channel_id)
        exported: list[dict[str, Any]] = []
        for game_id in ids:
            (row,) = await _rows(connection, games, games.c.id == game_id)
            exported.append({"game": row})
            for table in BELONGING:
                here = table.c.game_id == game_id
                exported[-1][table.name] = await _rows(connection, table, here, but=NUMBERS)
    archive = {
        "format": FORMAT,
        "channel": channel_id,
        "settings": settings[0] if settings else None,
        "games": exported,
        "seasons": own_seasons,
    }
    return encode(archive).decode()


async def _export_seasons(connection: AsyncConnection, channel_id: int) -> list[dict[str, Any]]:
    exported: list[dict[str, Any]] = []
    for season_id in await seasons_of_channel(connection, channel_id):
        (row,) = await _rows(connection, seasons, seasons.c.id == season_id)
        exported.append({"season": row})
        for table in OF_A_SEASON:
            here = table.c.season_id == season_id
            exported[-1][table.name] = await _rows(connection, table, here, but=SEASON_NUMBERS)
    return exported


async def import_channel(database: Database, archive_text: str, now: Millis) -> list[int]:
    """Import the games and seasons under new numbers; all of them or, if something is wrong with
    one, none."""
    archive = _parse(archive_text)
    numbers: dict[int, int] = {}
    renumbered: dict[int, int] = {}
    try:
        async with database.writing() as connection:
            for season in archive.seasons:
                await _add_season(connection, season, renumbered)
            for data in archive.games:
                season_id = data.game.get("season_id")
                known = renumbered.get(season_id) if isinstance(season_id, int) else None
                data.game["season_id"] = known
                await _add(connection, data, numbers, now)
            for season in archive.seasons:
                await _go_on_with_season(connection, season, renumbered, numbers, now)
            here = channels.c.channel_id == archive.channel
            if archive.settings is not None and not await _rows(connection, channels, here):
                await connection.execute(insert(channels), [archive.settings])
    except WriteConflict as conflict:
        raise StoreRefused(
            "a game of the archive is here already, or its channel has an open game",
            "import it where they are not",
        ) from conflict
    return list(numbers.values())


async def _add(
    connection: AsyncConnection, data: GameData, numbers: dict[int, int], now: Millis
) -> None:
    row = _with_times(data)
    old, earlier = row.pop("id"), row.get("rematch_of")
    row["rematch_of"] = numbers.get(earlier) if isinstance(earlier, int) else None
    inserted = await connection.execute(insert(games).returning(games.c.id), [row])
    game_id = int(inserted.scalar_one())
    if isinstance(old, int):
        numbers[old] = game_id
    for table in BELONGING:
        rows = [{**row, "game_id": game_id} for row in getattr(data, table.name)]
        if rows:
            await connection.execute(insert(table), rows)
    await _make_playable(connection, game_id, now)


async def _add_season(
    connection: AsyncConnection, data: SeasonData, renumbered: dict[int, int]
) -> None:
    """With who takes part; its games come later."""
    row = dict(data.season)
    old, earlier = row.pop("id"), row["previous_id"]
    row["previous_id"] = renumbered.get(earlier) if isinstance(earlier, int) else None
    row["post_id"] = None
    inserted = await connection.execute(insert(seasons).returning(seasons.c.id), [row])
    season_id = int(inserted.scalar_one())
    if isinstance(old, int):
        renumbered[old] = season_id
    for table in (entrants, season_log):
        rows = [{**row, "season_id": season_id} for row in getattr(data, table.name)]
        if rows:
            await connection.execute(insert(table), rows)


async def _go_on_with_season(
    connection: AsyncConnection,
    data: SeasonData,
    renumbered: dict[int, int],
    numbers: dict[int, int],
    now: Millis,
) -> None:
    """Its fixtures, with the numbers of their games. What was on its way to be posted stayed
    behind, so it is called anew."""
    old, following = data.season["id"], data.season["next_id"]
    season_id = renumbered[old] if isinstance(old, int) else 0
    rows = []
    for row in data.fixtures:
        game = row["game_id"]
        known = numbers.get(game) if isinstance(game, int) else None
        was_called = {"state": "waiting", "thread_id": None} if row["state"] == "called" else {}
        rows.append({**row, **was_called, "season_id": season_id, "game_id": known})
    if rows:
        await connection.execute(insert(fixtures), rows)
    next_id = renumbered.get(following) if isinstance(following, int) else None
    due_at = 0 if data.season["stage"] in [str(stage) for stage in UNDER_WAY] else None
    here = update(seasons).where(seasons.c.id == season_id)
    await connection.execute(here.values(next_id=next_id, due_at=due_at))
    if data.season["stage"] == str(Stage.SIGN_UP):
        season = await require_season(connection, season_id)
        invitation = LeaguePost(season_id, News.ANNOUNCED)
        await enqueue_news(connection, season.channel_id, [invitation], now)


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
        try:
            state = await replay_and_check(connection, game)
        except (Mismatch, EngineError) as problem:
            broken = f"a game does not follow the rules: {problem}"
            raise StoreRefused(broken, f"{EXPORT_AGAIN}, or {FROM_NEWER}") from problem
        await save_snapshot(connection, game, rules.rules_version, rules.encode(state))
        counted = (await results_of_games(connection, [game.id]))[game.id]
        recorded = await recorded_of(connection, game)
        if lacks_counts(rules, recorded, counted):
            tallies = count_results(game.kind, recorded).tallies
            await save_tallies(connection, game.id, tallies)
    if game.status in OPEN and game.pause is None:
        messages = announce(game, game, Done.RESUMED, None)
        await enqueue(connection, game.channel_id, messages, now)


async def _rows(
    connection: AsyncConnection,
    table: Table,
    where: ColumnElement[bool],
    *,
    but: Collection[str] = (),
) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in but]
    found = select(*columns).where(where).order_by(*table.primary_key)
    return [dict(row) for row in (await connection.execute(found)).mappings()]


def _with_times(data: GameData) -> Row:
    """The game's row, with the times that migrations 0003 and 0004 gave to games of before."""
    row, status, since = dict(data.game), data.game["status"], data.game["waiting_since"]
    assert isinstance(since, int)
    called = f'{{"at": {since}}}'
    if "due_at" not in row:
        moments = [timer.get("due_at") for timer in data.timers]
        row["due_at"] = row.get("ended_at") if status in ENDED else next(iter(moments), None)
        if status == Status.RUNNING:
            row["told"] = called
            row["due_at"] = row["due_at"] if row.get("pause") else None
    if status == Status.RUNNING and row.get("pause") is None and row["due_at"] is None:
        row["due_at"] = since + DAY
        row["told"] = row.get("told") or called
    return row


def _parse(archive_text: str) -> Archive:
    try:
        archive = Archive.model_validate_json(archive_text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ", ".join(map(str, first["loc"]))
        newer = first["type"] == "extra_forbidden" or first["loc"] == ("format",)
        advice = FROM_NEWER if newer else "take an archive of export-channel"
        raise StoreRefused(f"{place}: {first['msg']}", advice) from None
    for data in archive.games:
        _check_rows(games, [data.game], set(games.c.keys()))
        for table in BELONGING:
            columns = set(table.c.keys()) - NUMBERS
            _check_rows(table, getattr(data, table.name), columns)
    for season in archive.seasons:
        _check_rows(seasons, [season.season], set(seasons.c.keys()))
        for table in OF_A_SEASON:
            columns = set(table.c.keys()) - SEASON_NUMBERS
            _check_rows(table, getattr(season, table.name), columns)
    if archive.settings is not None:
        _check_rows(channels, [archive.settings], set(channels.c.keys()))
    return archive


def _check_rows(table: Table, rows: Sequence[Row], names: set[str]) -> None:
    """All rows have the same columns, so that all get the same defaults where the archive is too
    old to have a column."""
    required = {name for name in names if not has_default(table.c[name])}
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
    return type(value) is kind or (kind is float and type(value) is int)
