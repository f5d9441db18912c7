"""Looking at everything that the bot needs on its host, without changing any of it: each finding
with its remedy."""

import ctypes
import os
import shutil
import sqlite3
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from socket import getaddrinfo
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from bot.games.faces import FACES, prepare_painting, prepare_painting_sparingly
from bot.host.running import open_database
from bot.host.settings import LEAST_MEMORY, ROOMY, SECRETS, Settings
from bot.locale import words_of
from bot.match.errors import StoreError
from bot.presentation.address import PublicAddress
from bot.process.clock import SECOND, system_clock
from bot.process.memory import MIB, total_memory
from bot.process.worker_processes import Thrift, WorkerEnded, WorkerProcesses
from bot.store.connection.database import Database
from bot.store.migration import FIRST_REVISION, newest_revision, schema_of
from bot.store.server import server_of

# The least that has to be free on a disk, in bytes, besides room for a copy of the database.
ROOM = 200_000_000
CLOCKS_AGREE = 5 * SECOND
# The answer of adjtimex when nothing keeps the clock right.
UNSYNCHRONISED = 5
UPGRADE = "stop the bot, then `python -m bot.host upgrade`"


class Finding(NamedTuple):
    about: str
    text: str
    remedy: str | None = None
    """None if all is well."""
    bearable: bool = False
    """The bot can play nevertheless."""

    @property
    def is_problem(self) -> bool:
        return self.remedy is not None and not self.bearable

    def __str__(self) -> str:
        if self.remedy is None:
            return f"{'ok':<8} {self.about}: {self.text}"
        state = "problem" if self.is_problem else "warning"
        return f"{state:<8} {self.about}: {self.text}; {self.remedy}"


async def check(settings: Settings) -> AsyncIterator[Finding]:
    token = "" if settings.discord_token else "; without DISCORD_TOKEN the playground starts"
    yield Finding("settings", f"valid{token}")
    for remark in settings.remarks:
        yield Finding("settings", remark)
    async with open_database(settings) as database:
        async for finding in _database(database):
            yield finding
    file = Path(database.file) if database.on_sqlite else None
    for finding in (*_folders(file, settings.backup_folder), *_secrets(file), _clock()):
        yield finding
    if settings.public_url is not None:
        yield await to_thread(_web_pages, settings, settings.public_url)
    yield _memory(settings)
    yield await to_thread(_pictures, sparingly=settings.in_small_mode)


def _web_pages(settings: Settings, address: PublicAddress) -> Finding:
    """Check whether the name of the web pages leads anywhere."""
    served = f"{address.origin}, served at {settings.web_host} port {settings.web_port}"
    try:
        getaddrinfo(urlsplit(address.origin).hostname, None)
    except OSError:
        remedy = "have its owner make it lead to this machine"
        return Finding("web pages", f"{served}; this name leads nowhere", remedy, bearable=True)
    return Finding("web pages", served)


async def _database(database: Database) -> AsyncIterator[Finding]:
    try:
        if database.on_sqlite:
            version = await to_thread(_schema_of_file, Path(database.file))
            server = None
        else:
            server = await server_of(database)
            version = await schema_of(database)
    except StoreError as error:
        yield Finding("database", error.problem, error.advice)
        return
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        problem = f"{database.file} cannot be read ({reason})"
        yield Finding("database", problem, "see `What to do when` in the guide")
        return
    name = f"SQLite {sqlite3.sqlite_version}" if server is None else server.name
    newest = newest_revision()
    if version is None:
        yield Finding("database", f"{name}, without any games; the first start creates it")
    elif version == newest:
        yield Finding("database", f"{name}, version {version}")
    elif version < FIRST_REVISION:
        earlier = f"{name}, version {version}, from before 1.0.0"
        yield Finding("database", earlier, "upgrade it with version 1.0.0 of the bot first")
    elif version < newest:
        yield Finding("database", f"{name}, version {version}; this bot has {newest}", UPGRADE)
    else:
        newer = f"{name}, version {version}, newer than this bot, which has {newest}"
        yield Finding("database", newer, "start the newer version of the bot, or restore a backup")
    if server is not None and server.clock is not None:
        apart = abs(server.clock - system_clock())
        if apart > CLOCKS_AGREE:
            text = f"the database's server is {apart // SECOND} seconds apart"
            yield Finding("clock", text, "synchronise the clocks of both: `timedatectl`")


def _schema_of_file(file: Path) -> str | None:
    """Read without making a file, as SQLite's usual way of opening one would."""
    try:
        with file.open("rb") as content:  # SQLite does not tell the system's reason
            if not content.read(1):
                return None
    except FileNotFoundError:
        return None
    alone = "&immutable=1" if not file.with_name(f"{file.name}-wal").exists() else ""
    address = f"{file.absolute().as_uri()}?mode=ro{alone}"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        ours = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
        if not connection.execute(ours).fetchone()[0]:
            return None
        [(version,)] = connection.execute("SELECT version_num FROM alembic_version")
        return str(version)


def _folders(file: Path | None, backups: Path | None) -> Iterator[Finding]:
    """Check the rights and the room in the folders of the database and of the backups."""
    size = file.stat().st_size if file is not None and _is_there(file) else 0
    if file is not None:
        yield _folder("database", file.absolute().parent, size)
        if _is_there(file) and not os.access(file, os.R_OK | os.W_OK):
            yield Finding("database", f"{file} cannot be written", _give(file))
    if backups is None:
        yield Finding("backups", "the bot makes none, as BACKUP_FOLDER is empty")
    else:
        yield _folder("backups", backups.expanduser(), size)


def _folder(about: str, folder: Path, size: int) -> Finding:
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        return Finding(about, f"nothing can be written in {folder}", _give(existing))
    free = shutil.disk_usage(existing).free
    needed = ROOM + size
    remedy = f"make room: {needed // 1_000_000} MB are needed" if free < needed else None
    return Finding(about, f"{free // 1_000_000} MB are free in {folder}", remedy)


def _is_there(path: Path) -> bool:
    """Return False as well where this process may not look."""
    return os.path.exists(path)  # noqa: PTH110  # which raises an error there


def _give(path: Path) -> str:
    user = os.getuid() if hasattr(os, "getuid") else "of the bot"
    return f"give user {user} the right to write: `chown`, `chmod u+rwX {path}`"


def _secrets(file: Path | None) -> Iterator[Finding]:
    """Check that the settings and games are for the bot alone, where the system has such rights."""
    for path in (Path(".env"), file):
        if os.name != "posix" or path is None or not _is_there(path):
            continue
        if path.stat().st_mode & 0o077:
            yield Finding("secrets", f"others have rights on {path}", f"`chmod 600 {path}`")
        else:
            yield Finding("secrets", f"{path} is private")


def _clock() -> Finding:
    if is_clock_synchronised():
        return Finding("clock", "as it should be")
    text = "nothing keeps it right; reminders and time limits follow it"
    remedy = "`timedatectl set-ntp true`, or install `chrony`"
    return Finding("clock", text, remedy, bearable=True)


def is_clock_synchronised() -> bool:
    """Return False only if the system says so."""
    try:
        return bool(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) != UNSYNCHRONISED)
    except (AttributeError, OSError, TypeError):  # not on Linux
        return True


def _memory(settings: Settings) -> Finding:
    """Report how much memory there is for the bot, and what it makes of it."""
    total = total_memory()
    small = settings.in_small_mode
    mode = "small mode: one process paints and thinks, only while it is needed"
    if not small:
        painters = settings.most_painters
        thinkers = settings.thinkers
        mode = f"normal mode, with painters: {painters}, thinkers: {thinkers}"
    chosen = "by the memory there is" if settings.small is None else "by SMALL"
    text = "this system does not tell how much there is" if total is None else f"{total // MIB} MB"
    text = f"{text}; {mode}, chosen {chosen}"
    least = LEAST_MEMORY if small else ROOMY
    if total is None or total >= least:
        return Finding("memory", text)
    remedy = f"give the bot {least // MIB} MB, or the system ends parts of it"
    return Finding("memory", text, remedy if small else f"{remedy}; or leave SMALL empty")


def _pictures(*, sparingly: bool) -> Finding:
    """Start a painter, and have it paint with the fonts and the art of every game."""
    since = monotonic()
    showcases = (face.pictures.showcase(words_of("en")) for face in FACES.values())
    prepare = prepare_painting_sparingly if sparingly else prepare_painting
    painter = WorkerProcesses(1, prepare, thrift=Thrift() if sparingly else None, secrets=SECRETS)
    try:
        painted = [painter.run(drawing.paint) for drawing in showcases if drawing is not None]
    except (WorkerEnded, OSError) as error:
        text = f"no painter could start, or paint ({error})"
        return Finding("pictures", text, "install the requirements again; see the log for memory")
    finally:
        painter.close()
    took = monotonic() - since
    return Finding("pictures", f"a painter started and painted {len(painted)} in {took:.1f} s")
