"""Databases of earlier versions, frozen as SQL text, so that every upgrade is tested with data, and
archives that these versions exported, so that every one can be imported.

    python -m tests.bot.proof.frozen        writes data/<newest revision>.sql and .json anew

Do this after adding a migration, before it is released; never touch the files of a released
version. A database's file contains the schema as SQLite has it, and rows that both kinds of
databases accept. The archive is that of channel 2, with the other channels as its threads.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import text
from sqlalchemy.engine.url import make_url

from bot.host.data.archive import export_channel
from bot.match.actions import (
    Accept,
    Action,
    Decline,
    NewGame,
    Play,
    Propose,
    Rematch,
    Resign,
    Resume,
    Undo,
)
from bot.match.league.actions import SignUp
from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.league.new_league import NewLeague
from bot.match.league.season import Terms
from bot.match.messages import DirectMessage, Message, RetireButtons
from bot.process.clock import Millis
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.page_keys import GAME_KEYS, SEASON_KEYS, save_key
from bot.store.people import prefer, set_channel
from bot.store.seat_calls import want_kinds
from bot.store.seat_passes import SeatPass, save_pass
from bot.table.boards import ShownBoard
from bot.table.delivery import Delivery
from bot.table.posting import ChannelForbidden
from bot.table.table import Table
from tests.bot.kit import pauses_of
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, numbered, started, to_act

DATA = Path(__file__).parent / "data"
CAROL = 103
ROWS = "-- rows"
CHILDREN_LAST = (
    "seasons",
    "entrants",
    "games",
    "seats",
    "moves",
    "snapshots",
    "audit",
    "outbox",
    "watchers",
)
NUMBERED = ("games", "moves", "audit", "outbox", "seasons", "season_log")
BOOLEAN = (
    "taken",
    "rated",
    "has_left",
    "has_hints",
    "opened",
    "reminded",
    "is_last",
    "to_adjust",
    "complete",
    "is_link",
)


def versions() -> list[str]:
    return sorted(path.stem for path in DATA.glob("*.sql"))


def load_file(version: str, file: Path) -> None:
    """Load the whole database, as SQLite had it then."""
    with sqlite3.connect(file) as connection:
        frozen = (DATA / f"{version}.sql").read_text()
        connection.executescript(f"BEGIN; {frozen} COMMIT;")
    connection.close()


async def load_rows(version: str, database: Database) -> None:
    """Load the rows into the schema that the migrations make for that version."""
    await migrate(database, version)
    _, rows = (DATA / f"{version}.sql").read_text().split(ROWS)
    async with database.writing() as connection:
        for statement in rows.strip().splitlines():
            if "INTO alembic_version" not in statement:
                await connection.exec_driver_sql(statement)
        for table in NUMBERED:
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            last = f"SELECT setval({sequence}, (SELECT max(id) FROM {table}))"
            await connection.execute(text(last))


async def freeze_in(version: str, url: str) -> None:
    """Load the database of an earlier version, of either kind."""
    file = make_url(url).database
    if url.startswith("sqlite"):
        load_file(version, Path(file or ""))
        return
    database = Database(url)
    await load_rows(version, database)
    await database.close()


class Posts:
    """Posts to any channel, but cannot send direct messages."""

    def __init__(self) -> None:
        self._numbers = count(1000)

    async def post(
        self, channel_id: int, message: Message, nonce: str, board: ShownBoard | None = None
    ) -> int:
        return next(self._numbers)

    async def show_live(
        self, channel_id: int, message: Message, message_id: int | None, nonce: str
    ) -> int | None:
        return message_id

    ready = True

    async def find(
        self, place_id: int, message: Message | LeagueMessage, since: Millis
    ) -> int | None: ...

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        return next(self._numbers)

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None: ...

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None: ...

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None: ...

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        raise ChannelForbidden


class Past:
    """The history of the frozen database: a bit of everything."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.table = Table(database, clock=lambda: 1_700_000_000_000)
        self.players = Players(database, Random("frozen"))
        self.ids = numbered("past")

    async def happen(self) -> None:
        await self._running(channel=1)
        resigned = await self._start_and_play(channel=2, plies=2)
        await self._ask(BOB, resigned, Resign())
        await self._ask(ALICE, resigned, Rematch(2))
        agreed = await self._start_and_play(channel=3, plies=1)
        await self._ask(ALICE, agreed, Propose("end"))
        await self._ask(BOB, agreed, Accept("end", 1))
        asked = NewGame("castle", 1, 3, opponents=((BOB, "Bob"),))
        declined = await self.table.open(clicked(next(self.ids), ALICE), asked)
        await self._ask(BOB, declined.game_id, Decline())
        paused = await self._start_and_play(channel=4, plies=1)
        await pauses_of(self.table).pause(paused, 4, "place_gone")
        moved = await self._start_and_play(channel=5, plies=1)
        await pauses_of(self.table).pause(moved, 5, "place_forbidden")
        await self._ask(ALICE, moved, Resume(6, parent_id=5))
        outbox = Delivery(self.database, Posts(), clock=lambda: 1_700_000_100_000)
        await outbox.drain()
        await self._start_and_play(channel=7, plies=1)
        await self._announce_a_league(channel=2)
        await self._small_things()

    async def _running(self, channel: int) -> None:
        """A game with a move taken back, an open request and a note."""
        game_id = await self._start_and_play(channel, plies=3)
        game = await self.table.games.get(game_id)
        mover = next(seat.user_id for n, seat in enumerate(game.seats) if n != game.to_act)
        await self._ask(mover or 0, game_id, Undo())
        await self._play(game_id)
        await self.table.watch(game_id, CAROL, "turns")
        await self.table.watch(game_id, BOB, "end")
        await self.table.own_notes.write(game_id, ALICE, 2, "The keep is next.")
        await self._ask(ALICE, game_id, Propose("end"))

    async def _start_and_play(self, channel: int, plies: int) -> int:
        game_id = await started(self.table, channel)
        for _ in range(plies):
            await self._play(game_id)
        return game_id

    async def _play(self, game_id: int) -> None:
        game = await self.table.games.get(game_id)
        await self._ask(to_act(game), game_id, Play(await self.players.a_move(game), game.ply))

    async def _ask(self, user: int, game_id: int, action: Action) -> None:
        await self.table.act(clicked(next(self.ids), user), game_id, action)

    async def _announce_a_league(self, channel: int) -> None:
        asked = NewLeague("castle", 1, channel, "Winter League", Terms())
        league = await self.table.leagues.open(clicked(next(self.ids), ALICE), asked)
        for user in (ALICE, BOB):
            by = clicked(next(self.ids), user)
            await self.table.leagues.act(by, league.season_id, SignUp())

    async def _small_things(self) -> None:
        async with self.database.writing() as connection:
            await prefer(connection, ALICE, {"language": "de"}, 1_700_000_000_000)
            await want_kinds(connection, 1, CAROL, ["castle"])
            await set_channel(connection, 1, 1, {"preset": "site"}, 1_700_000_000_000)
            await set_channel(connection, 1, 1, {"page": "always"}, 1_700_000_000_000)
            await save_key(connection, GAME_KEYS, 2, "a-key-that-was-given-away", 1_700_000_000_000)
            await save_key(
                connection, SEASON_KEYS, 1, "another-that-was-given-away", 1_700_000_000_000
            )
            admits = SeatPass(1, 0, ALICE, 1_700_000_600_000)
            await save_pass(connection, "a-token", admits, 1_700_000_000_000, is_link=True)
            await connection.execute(
                text(
                    "INSERT INTO ratings VALUES "
                    "(1, 'castle', 101, 'Alice', 25.0, 8.25, 0.25, 2, 1, 0, 1700000000000)"
                )
            )


def frozen_text(file: Path) -> Iterator[str]:
    with sqlite3.connect(file) as connection:
        schema = connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
            "ORDER BY type DESC, name"
        )
        yield from (f"{' '.join(statement.split())};" for (statement,) in schema)
        yield ROWS
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = {name for (name,) in tables if not name.startswith("sqlite_")}
        for table in (*CHILDREN_LAST, *sorted(names - set(CHILDREN_LAST))):
            yield from _inserts(connection, table)
    connection.close()


def _inserts(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY rowid")
    columns = [column[0] for column in rows.description]
    for row in rows:
        values = ", ".join(_literal(*entry) for entry in zip(columns, row, strict=True))
        yield f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values});"


def _literal(column: str, value: object) -> str:
    if value is None:
        return "NULL"
    if column in BOOLEAN:
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"


async def archive_database(file: Path) -> str:
    """Export the games of the database, as one channel and its threads."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE games SET parent_id = 2 WHERE channel_id <> 2")
        connection.execute("UPDATE channels SET channel_id = 2")
    connection.close()
    database = Database(f"sqlite+aiosqlite:///{file}")
    archive = await export_channel(database, 2)
    await database.close()
    return archive


async def freeze(file: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await migrate(database)
    await Past(database).happen()
    await database.close()


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bot.db"
        asyncio.run(freeze(file))
        with sqlite3.connect(file) as connection:
            (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.close()
        DATA.mkdir(exist_ok=True)
        (DATA / f"{version}.sql").write_text("\n".join(frozen_text(file)) + "\n")
        (DATA / f"{version}.json").write_text(asyncio.run(archive_database(file)) + "\n")


if __name__ == "__main__":
    main()
