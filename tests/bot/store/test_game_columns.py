"""Columns of `games`: each is read, written, moved and shown, or left out on purpose."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from sqlalchemy import select, update

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.backup import back_up, restore
from bot.match.actions import NewGame
from bot.match.game import Game, Offer, Status, TurnReminders
from bot.match.time_limits import TimeLimit
from bot.store.connection.database import Database
from bot.store.erasure import IDS, shown_columns
from bot.store.games import COUNTED, DERIVED, SET_ONCE, change_game, insert_game, load_game
from bot.store.leagues import insert_season
from bot.store.schema import games
from tests.bot.kit import BEN, CHANNEL, GUILD, NOON, Seated
from tests.bot.match.league.simulating import announced

# Columns that are no field of a game: each has a statement of its own.
NOT_READ = {
    "secret",
    "created_at",
    "started_at",
    "ended_at",
    "due_at",
    "moves_at",
    "settled_at",
}
# What a person is shown of their games. The rest is hidden, about others, or only for the bot.
SHOWN = {
    "id",
    "kind",
    "guild_id",
    "channel_id",
    "parent_id",
    "opener_id",
    "options",
    "status",
    "first",
    "commitment",
    "ply",
    "branch",
    "to_act",
    "winners",
    "asked",
    "pause",
    "paused_at",
    "waiting_since",
    "rematch_of",
    "created_at",
    "started_at",
    "ended_at",
    "rated",
    "time_limit",
    "moves_at",
    "settled_at",
    "has_hints",
    "season_id",
}
NO_PERSON = {"guild_id", "channel_id", "parent_id", "season_id"}
# Values unlike those of a new game, for fields that are no plain number, text or truth.
OTHERS: dict[str, Any] = {
    "status": Status.CANCELLED,
    "pause": "halted",
    "winners": (1,),
    "offer": Offer("undo", 1, 2, 1, NOON, 3, (0,)),
    "time_limit": TimeLimit(3, 2, 4, (1, 2), ((0, 1),), (3, 4)),
    "reminders": TurnReminders(1, 2, 3, 4, 5, True, 1, 6),
}


def another(game: Game, field: str) -> Any:
    before = getattr(game, field)
    kind = get_type_hints(Game)[field]
    if field in OTHERS:
        return OTHERS[field]
    if bool in (kind, *get_args(kind)):
        return not before
    return (before or 0) + 1 if int in (kind, *get_args(kind)) else f"{before}, another"


def change_everything(game: Game) -> Game:
    names = {field.name for field in fields(Game)} - SET_ONCE - COUNTED - DERIVED
    return replace(game, **{name: another(game, name) for name in names})


async def row_of(database: Database, game_id: int) -> dict[str, Any]:
    async with database.reading() as connection:
        result = await connection.execute(select(games).where(games.c.id == game_id))
        return dict(result.mappings().one())


async def lobby_of(seated: Seated, channel: int = CHANNEL) -> Game:
    return await seated.table.games.get(await seated.open(channel))


async def with_every_column(seated: Seated) -> Game:
    """A lobby whose row has something in every column. Only a game that was started has a
    commitment, and is replayed by who imports it."""
    earlier = await lobby_of(seated)
    game = await lobby_of(seated, CHANNEL + 1)
    after = replace(change_everything(game), status=Status.LOBBY, commitment=None, pause=None)
    after = replace(after, parent_id=CHANNEL + 2)
    async with seated.database.writing() as connection:
        await change_game(connection, game, after, NOON, due_at=1, moves_at=2)
        season = await insert_season(connection, announced(), NOON)
        values = {"secret": "seed", "started_at": 3, "ended_at": 4, "settled_at": 5}
        values["season_id"] = season.id
        counts = {"watched": 0, "ordered": 1, "rematch_of": earlier.id}
        statement = update(games).where(games.c.id == game.id)
        await connection.execute(statement.values(**values, **counts))
    row = await row_of(seated.database, game.id)
    assert {name for name, value in row.items() if value is None} == {"commitment", "pause"}
    return after


def test_every_column_is_read_or_left_out_on_purpose() -> None:
    read = {field.name for field in fields(Game)} - DERIVED
    assert len(read) + len(NOT_READ) == len(games.c)
    assert set(games.c.keys()) >= NOT_READ


async def test_a_new_game_holds_what_was_asked_for(seated: Seated) -> None:
    asked = NewGame(
        "castle", GUILD, CHANNEL, CHANNEL + 1, first=1, rated=False, hints=False,
        time_limit=TimeLimit(1, 2, 3),
    )  # fmt: skip
    lobby = await lobby_of(seated)
    async with seated.database.writing() as connection:
        game = await insert_game(
            connection,
            asked,
            {"a": "b"},
            lobby.seats,
            opener_id=BEN,
            now=NOON,
            rematch_of=lobby.id,
            status=Status.FINISHED,
        )
    expected = replace(
        lobby,
        id=game.id,
        parent_id=CHANNEL + 1,
        opener_id=BEN,
        options={"a": "b"},
        status=Status.FINISHED,
        first=1,
        rematch_of=lobby.id,
        rated=False,
        has_hints=False,
        time_limit=TimeLimit(1, 2, 3, (1, 1)),
        waiting_since=NOON,
        revision=0,
    )
    assert game == expected


async def test_a_game_belongs_to_its_season(seated: Seated) -> None:
    lobby = await lobby_of(seated)
    async with seated.database.writing() as connection:
        season = await insert_season(connection, announced(), NOON)
        game = await insert_game(
            connection,
            NewGame("castle", GUILD, CHANNEL + 5),
            {},
            lobby.seats,
            opener_id=None,
            now=NOON,
            season_id=season.id,
        )
    assert game.season_id == season.id


async def test_every_field_that_changes_is_stored(seated: Seated) -> None:
    game = await lobby_of(seated)
    after = change_everything(game)
    async with seated.database.writing() as connection:
        await change_game(connection, game, after, NOON)
        assert await load_game(connection, game.id) == replace(after, revision=game.revision + 1)


async def test_an_archive_holds_every_column(seated: Seated, other: Database) -> None:
    game = await with_every_column(seated)
    archive = await export_channel(seated.database, game.channel_id)
    (imported_id,) = await import_channel(other, archive, NOON)
    renumbered = {"id": imported_id, "rematch_of": None, "season_id": None}
    before = await row_of(seated.database, game.id)
    assert await row_of(other, imported_id) == before | renumbered


async def test_a_backup_holds_every_column(seated: Seated, other: Database, tmp_path: Path) -> None:
    game = await with_every_column(seated)
    await back_up(seated.database, tmp_path / "backup")
    await restore(other, tmp_path / "backup")
    assert await row_of(other, game.id) == await row_of(seated.database, game.id)


def test_every_column_is_shown_to_people_or_hidden() -> None:
    assert {column.name for column in shown_columns(games)} == SHOWN


def test_every_id_of_a_person_is_erased() -> None:
    ids = {column.name for column in games.c if column.name.endswith("_id")}
    assert ids - NO_PERSON == {column.name for column in IDS if column.table is games}
