"""Managing the data from the command line: `python -m bot.host COMMAND`. See docs/table.md.

Ends with status 1 and one line on the error stream when something is wrong, with 78 when a setting
is invalid.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

from bot import NAME, VERSION
from bot.host.data.archive import FORMAT, export_channel, import_channel
from bot.host.data.backup import back_up, restore
from bot.host.data.records import import_record, read_any_record
from bot.host.data.replay import Replay
from bot.host.data.upgrade import upgrade
from bot.host.data.verify import verify
from bot.host.running import open_database
from bot.host.settings import BAD_SETTINGS, Settings, SettingsError, read_settings
from bot.match.errors import Refused, StoreError, StoreRefused, TableError
from bot.match.league.season import Stage
from bot.match.rules import rules_of
from bot.process.clock import system_clock
from bot.store.connection.database import Database
from bot.store.connection.sqlite import PRIVATE
from bot.store.erasure import PersonalRows
from bot.store.games import all_open_games_of, load_game
from bot.store.leagues import seasons_of
from bot.store.log import recorded_of
from bot.store.migration import (
    require_newest_schema,
    require_some_schema,
    require_upgradable,
    schema_of,
)
from bot.table.people import dump_personal_data
from bot.table.table import Table

# The commands for a database whose schema may be another version's.
OF_ANY_VERSION = ("upgrade", "backup", "restore")

# The largest number that a database takes.
MOST_ID = 2**63 - 1
# The commands that make a database where there is none.
THAT_MAKE_ONE = ("upgrade", "restore", "import")


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return asyncio.run(_run(_parser().parse_args(arguments)))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return BAD_SETTINGS
    except (StoreError, TableError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"{error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
    return 1


async def _run(chosen: argparse.Namespace) -> int:
    settings = read_settings()
    if chosen.command == "check":
        return await _check(settings)
    async with open_database(settings) as database:
        if chosen.command not in THAT_MAKE_ONE:
            await require_some_schema(database)
        if chosen.command not in OF_ANY_VERSION:
            await require_newest_schema(database)
        match chosen.command:
            case "upgrade":
                upgraded = await upgrade(database, settings.backup_folder, alone=True)
                print(upgraded or "the database is up to date", flush=True)
                return await _verify(database, repair=True)
            case "verify":
                return await _verify(database, repair=chosen.repair)
            case "backup":
                require_upgradable(await schema_of(database))
                print(f"{await back_up(database, chosen.file)} games in {chosen.file}")
            case "restore":
                count = await restore(database, chosen.file, overwrite=chosen.overwrite)
                print(f"{count} games restored", flush=True)
                return await _verify(database, repair=True)
            case "export-game":
                _write(chosen.file, await _record(database, chosen.game))
            case "export-channel":
                _write(chosen.file, await export_channel(database, chosen.channel), private=True)
            case "export-records":
                await _write_records(database, chosen)
            case "show":
                rows = await _personal_data(database, chosen.user)
                print("".join(dump_personal_data(chosen.user, rows)))
            case "erase":
                await _personal_data(database, chosen.user)
                await _erase(database, chosen.user)
                print("erased")
            case "import":
                await _import(database, chosen)
            case unknown:
                raise AssertionError(unknown)
    return 0


async def _check(settings: Settings) -> int:
    from bot.host.check import check  # noqa: PLC0415  # loads what paints

    problems = 0
    async for finding in check(settings):
        print(finding, flush=True)
        problems += finding.is_problem
    return 1 if problems else 0


async def _verify(database: Database, *, repair: bool) -> int:
    """Check the database; status 1 if there are differences that were not repaired."""
    rewritten = 0
    left = 0
    async for difference in verify(database, repair=repair):
        if difference.repaired:
            rewritten += 1
        else:
            print(difference)
            left += 1
    if repair:
        await Replay(database).complete()
    if rewritten:
        print(f"{rewritten} snapshots or counts were of other rules, or wrong, and are rewritten")
    print(f"{left} differences" if left else "every game replays as it is stored")
    return 1 if left else 0


async def _personal_data(database: Database, user_id: int) -> PersonalRows:
    """Load what is kept about a person; refused if that is nothing."""
    rows = await Table(database).people.personal_data(user_id)
    if not rows:
        raise StoreRefused(f"nothing is kept about {user_id}", "check the id")
    return rows


async def _erase(database: Database, user_id: int) -> None:
    try:
        await Table(database).people.erase(user_id)
    except Refused as refused:
        async with database.viewing() as connection:
            games = await all_open_games_of(connection, user_id)
            seasons = await seasons_of(connection, user_id)
        parts = [f"game {game.id} in channel {game.channel_id}" for game in games]
        parts += [
            f"season {season.id} ({season.name}) in channel {season.channel_id}"
            for season in seasons
            if season.stage is Stage.RUNNING
        ]
        raise StoreRefused(
            f"{user_id} still has a part in {', '.join(parts)}",
            "first they leave, or a moderator there says `/table-admin end`, hands the place over "
            "with `/table-admin seat` or, in a season, puts in a substitute with "
            "`/table-admin league`",
        ) from refused


async def _record(database: Database, game_id: int) -> str:
    async with database.viewing() as connection:
        game = await load_game(connection, game_id)
        if game is None or game.commitment is None:
            raise StoreRefused(f"game {game_id} was never started", "check its number")
        return rules_of(game.kind).records.write_record(await recorded_of(connection, game))


async def _write_records(database: Database, chosen: argparse.Namespace) -> None:
    table = Table(database)
    ended = await table.games.ended_games_in(chosen.channel)
    if not ended:
        raise StoreRefused(f"no game has ended in channel {chosen.channel}", "check its number")
    with _new_file(chosen.file) as out:
        async for record in table.games.records(ended):
            out.write(record + "\n")


async def _import(database: Database, chosen: argparse.Namespace) -> None:
    try:
        content = chosen.file.read_text("utf-8")
    except UnicodeDecodeError:
        raise StoreRefused(
            f"{chosen.file} is no text",
            "take a file that export-game or export-channel wrote; a backup is for `restore`",
        ) from None
    if f'"{FORMAT.partition("/")[0]}/' in content[:200]:  # of whichever version
        numbers = await import_channel(database, content, system_clock())
    elif chosen.guild is None or chosen.channel is None:
        raise StoreRefused("a record says nothing of where it belongs", "add --guild and --channel")
    else:
        place = chosen.guild, chosen.channel
        _, recorded = read_any_record(content)
        if recorded.skipped:
            skipped = ", ".join(map(repr, recorded.skipped))
            print(f"warning: keys that are unknown here are skipped: {skipped}", file=sys.stderr)
        numbers = [await import_record(database, content, *place, now=system_clock())]
    print(f"imported as {', '.join(map(str, numbers))}")


def _write(file: Path, content: str, *, private: bool = False) -> None:
    with _new_file(file, private=private) as out:
        out.write(content + "\n")


@contextmanager
def _new_file(file: Path, *, private: bool = False) -> Iterator[TextIO]:
    """Open a new file for writing, never an existing one. If it cannot be written to its end, none
    is left."""
    opener = partial(os.open, mode=PRIVATE if private else 0o666)
    out = open(file, "x", encoding="utf-8", opener=opener)  # noqa: SIM115  # before `try`
    try:
        with out:
            yield out
    except OSError as error:
        file.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def number(text: str) -> int:
    """Read an id, or the number of a game."""
    value = int(text)
    if abs(value) > MOST_ID:
        raise StoreRefused(f"{text} is too large for an id", "check it")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.host", description="Look after games.")
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, about: str, **arguments: Callable[[str], object]) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about)
        for argument, kind in arguments.items():
            command.add_argument(argument, type=kind)
        return command

    add("upgrade", "bring the database to this version, with a backup before; stop the bot first")
    add("check", "look for what would keep the bot from playing")
    repairs = add("verify", "replay every game and report any difference")
    repairs.add_argument("--repair", action="store_true", help="rewrite wrong snapshots")
    add("backup", "copy everything to a file, while games run", file=Path)
    back = add("restore", "put a backup into the database; stop the bot first", file=Path)
    back.add_argument("--overwrite", action="store_true", help="in place of the games in it")
    add("export-game", "write the public record of a game", game=number, file=Path)
    add("export-channel", "write a channel, with its seeds", channel=number, file=Path)
    add("export-records", "write a channel's ended games as lines", channel=number, file=Path)
    add("show", "tell what is kept about a person", user=number)
    add("erase", "forget a person; their games stay, without a name", user=number)
    taken = add("import", "take in a record or a channel", file=Path)
    taken.add_argument("--guild", type=number, help="where a record belongs")
    taken.add_argument("--channel", type=number, help="where a record belongs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
