"""Databases and disks for the proofs: a SQLite file, a real PostgreSQL server, a small disk."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

import pytest

from bot.store.schema import metadata
from tests.bot.proof.playing import opened
from tests.bot.proof.postgres import Server, server_of_tests


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with server_of_tests() as running:
        yield running


@pytest.fixture
def sqlite_url(migrated: Path, tmp_path: Path) -> str:
    copy(migrated, tmp_path / "bot.db")
    return f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture(scope="session")
def migrated_on_server(server: Server) -> str:
    """A database with the newest schema, which one test after the other uses."""
    url = server.new_database()

    async def migrate_once() -> None:
        async with opened(url):
            pass

    asyncio.run(migrate_once())
    return url


@pytest.fixture
def postgresql_url(server: Server, migrated_on_server: str) -> str:
    server.clear(migrated_on_server, f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")
    return migrated_on_server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database without games, once of each kind."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o777)
        yield path


@pytest.fixture
def small_disk(public_folder: Path) -> Iterator[Path]:
    """A file system of a few MiB; skipped where this process may not mount one."""
    folder = public_folder / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m,mode=777", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk; the limit on pages is tested everywhere")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
