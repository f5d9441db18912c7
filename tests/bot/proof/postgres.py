"""A real PostgreSQL server for the tests: its own folder, its own port on loopback, never as
root."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep

import asyncpg
import pytest

USER = "bot"
PATIENCE = 30.0
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


def find_binaries() -> Path | None:
    """Find the folder of initdb and postgres: on PATH, or else of the newest version installed."""
    on_path = [path for name in ("initdb", "postgres") if (path := shutil.which(name))]
    if len(on_path) == 2:
        return Path(on_path[1]).resolve().parent
    folders = [path for place in PLACES for path in Path("/").glob(place[1:])]
    whole = [
        path for path in folders if (path / "initdb").exists() and (path / "postgres").exists()
    ]
    return max(whole, key=_version, default=None)


class Server:
    """One server, from `initdb` to its end. Only stops the process that it started."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self._folder = folder
        self._user = _unprivileged()
        self._password = token_hex(16)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self._initialise()

    def start(self) -> None:
        log = (self._folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self._folder / "data", *self._settings()],
                **self._as_user(),  # type: ignore[call-overload]
                stdout=log,
                stderr=log,
            )
        until = monotonic() + PATIENCE
        while not asyncio.run(self._answers()):
            if monotonic() > until or self._process.poll() is not None:
                raise RuntimeError((self._folder / "log").read_text())
            sleep(0.05)

    def stop(self) -> None:
        """Stop immediately, as in a crash; committed data is there after the next start."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    @contextmanager
    def tablespace(self, disk: Path) -> Iterator[str]:
        """A place for databases on another disk."""
        (folder := disk / "tablespace").mkdir()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        try:
            yield "small"
        finally:
            self.stop()
            self.start()

    def new_database(self, tablespace: str = "pg_default", template: str = "template1") -> str:
        """Copy the template, which is empty by default."""
        name = f"table_{token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} TABLESPACE {tablespace}")
        return f"postgresql+asyncpg://{USER}:{self._password}@127.0.0.1:{self.port}/{name}"

    def clear(self, url: str, statement: str) -> None:
        """End what other tests have left open on a database, and empty it by this statement, which
        is much cheaper than a new one."""
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        self.execute(f"{others}; {statement}", database=url.rpartition("/")[2])

    def execute(self, statement: str, database: str = "postgres") -> None:
        async def run() -> None:
            connection = await self._connect(database)
            await connection.execute(statement)
            await connection.close()

        asyncio.run(run())

    def _initialise(self) -> None:
        secret = self._folder / "password"
        secret.write_text(self._password)
        if self._user is not None:
            os.chown(secret, self._user.pw_uid, self._user.pw_gid)
        command = [self._binaries / "initdb", "-D", self._folder / "data", "-U", USER]
        command += ["--auth=scram-sha-256", f"--pwfile={secret}", "--encoding=UTF8", "--locale=C"]
        done = subprocess.run(
            [*command, "--no-sync"],
            **self._as_user(),  # type: ignore[call-overload]
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def _settings(self) -> list[str]:
        """The proofs are about races, not power failures, so nothing is synced. Nor is anything
        cleaned up meanwhile: that removes a file which a new connection then needs room for."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
            "autovacuum": "off",
            "max_connections": 100,
        }
        return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]

    def _as_user(self) -> dict[str, object]:
        if self._user is None:
            return {"cwd": self._folder}
        group = {"group": self._user.pw_gid, "extra_groups": []}
        return {"cwd": self._folder, "user": self._user.pw_uid, **group}

    async def _answers(self) -> bool:
        try:
            await (await self._connect("postgres")).close()
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    async def _connect(self, database: str) -> "asyncpg.Connection[asyncpg.Record]":
        return await asyncpg.connect(
            host="127.0.0.1",
            port=self.port,
            user=USER,
            password=self._password,
            database=database,
            timeout=PATIENCE,
        )


@contextmanager
def running_server(binaries: Path) -> Iterator[Server]:
    """A server in a folder of its own; both are removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="table-postgres-"))
    try:
        server = Server(binaries, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server_of_tests() -> Iterator[Server]:
    """Skips the test where there is no server, except in CI."""
    binaries = find_binaries()
    if binaries is None:
        missing = "initdb and postgres are not on this machine; install Debian's `postgresql`"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with running_server(binaries) as running:
        yield running


def _unprivileged() -> pwd.struct_passwd | None:
    """Who runs the server: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    people = {entry.pw_name: entry for entry in pwd.getpwall()}
    return people.get("postgres") or people["nobody"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _version(binaries: Path) -> tuple[int, ...]:
    return tuple(
        int(part) for part in binaries.parent.name.split("-")[-1].split(".") if part.isdigit()
    )
