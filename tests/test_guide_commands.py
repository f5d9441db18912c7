"""The commands of the operator's page, pasted into a shell as they stand there: for an upgrade from
every version, for the way back, and for moving. What needs root or systemd is only noted."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.migration import newest_revision
from tests.bot.proof.frozen import freeze_in, versions

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "operating.md").read_text("utf-8")
CODE = ("bot", "engine", "render", "migrations", "requirements.txt", ".env.example")
NEXT = '''"""One more table."""

from alembic import op

revision = "9999"
down_revision = "{newest}"


def upgrade() -> None:
    op.execute("CREATE TABLE news (id integer)")
'''
SHIM = """#!/bin/sh
echo "$(basename "$0") $*" >> "$NOTES"
"""
RUNUSER = """#!/bin/sh
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
"""
DATED = re.compile(r"before-upgrade-20260301-120000Z(?!\.db)")
DATED_FILE = re.compile(r"\S+-20260301-\d+Z\.db")

pytestmark = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("git", "bash")), reason="needs git and bash"
)


def blocks(head: str) -> list[str]:
    """The shell commands under a heading of the page."""
    part = re.search(rf"^(##+) {head}\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert part is not None
    return re.findall(r"```sh\n(.*?)```", part[2], re.DOTALL)


[CASTLE] = [block for block in blocks("Install on Debian") if block.startswith("castle()")]
[UPGRADE] = blocks("Upgrade on Debian")
[BACK] = blocks("Going back on Debian")
[RESTORE] = blocks("Restore on Debian")


def version_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        [(version,)] = connection.execute("SELECT version_num FROM alembic_version")
        return str(version)


class Machine:
    """A host with the folders of the guide under one of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.origin = folder / "origin"
        self.code = folder / "opt/castle-bot"
        self.data = folder / "var/lib/castle-bot"
        self.backups = folder / "var/backups/castle-bot"
        for each in (self.origin, folder / "bin"):
            each.mkdir(parents=True)
        for name in ("systemctl", "apt-get", "chown", "useradd", "python3"):
            self._tool(folder / "bin" / name, SHIM)
        self._tool(folder / "bin/runuser", RUNUSER)
        self._publish()
        self.git("clone", "--quiet", str(self.origin), str(self.code), at=folder)
        tools = self.code / ".venv/bin"
        tools.mkdir(parents=True)
        self._tool(tools / "pip", SHIM)
        self._tool(tools / "python", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        self._published = self.git("rev-parse", "HEAD", at=self.code).strip()

    def begin_anew(self) -> None:
        """Everything is as it was when the bot was installed, but what is compiled stays so."""
        for clone in (self.origin, self.code):
            self.git("reset", "--quiet", "--hard", self._published, at=clone)
        self.git("clean", "--quiet", "--force", "-d", at=self.code)
        for tag in self.git("tag", at=self.code).split():
            self.git("tag", "--delete", tag, at=self.code)
        for folder in (self.data, self.backups):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        for file in (self.notes, self.folder / "bin/date"):
            file.unlink(missing_ok=True)
        (self.data / ".env").write_text(f"BACKUP_FOLDER={self.backups}\n")

    @staticmethod
    def _tool(file: Path, content: str) -> None:
        file.write_text(content)
        file.chmod(0o755)

    def _publish(self) -> None:
        """What the project publishes, without the files of this machine."""
        ignored = shutil.ignore_patterns("__pycache__")
        for name in CODE:
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(place, self.origin / name, ignore=ignored)
            else:
                shutil.copy(place, self.origin)
        (self.origin / ".gitignore").write_text("__pycache__\n.venv\n")
        self.git("init", "--quiet", "--initial-branch=main", at=self.origin)
        self._commit()

    def stop_the_clock(self) -> None:
        """Let whatever follows happen within one second."""
        self._tool(self.folder / "bin/date", "#!/bin/sh\necho 20260301-180000Z\n")

    def publish_a_newer_version(self) -> None:
        file = self.origin / "migrations/versions/9999_news.py"
        file.write_text(NEXT.format(newest=newest_revision()))
        self._commit()

    def _commit(self) -> None:
        self.git("add", "--all", at=self.origin)
        who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
        self.git(*who, "commit", "--quiet", "--message=A version", at=self.origin)

    def git(self, *arguments: str, at: Path) -> str:
        asked = ["git", "-C", str(at), *arguments]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout

    def paste(self, block: str, *, ends_with: int = 0) -> str:
        """What the block prints, in a shell with the function that the page asks for."""
        script = f"{CASTLE}\n{block}"
        for place in ("/opt/castle-bot", "/var/lib/castle-bot", "/var/backups/castle-bot"):
            script = script.replace(place, f"{self.folder}{place}")
        left = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env={**left, "PATH": path, "NOTES": str(self.notes), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == ends_with, done.stdout
        return done.stdout

    def freeze(self, version: str) -> None:
        asyncio.run(freeze_in(version, f"sqlite+aiosqlite:///{self.data / 'bot.db'}"))

    @property
    def version(self) -> str:
        return version_of(self.data / "bot.db")

    def backups_named(self, beginning: str) -> Sequence[Path]:
        return sorted(self.backups.glob(f"{beginning}-*.db"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("machine"))


@pytest.fixture
def machine(installed: Machine) -> Machine:
    installed.begin_anew()
    return installed


@pytest.mark.parametrize("version", versions())
def test_an_upgrade_can_be_pasted_for_every_version(version: str, machine: Machine) -> None:
    machine.freeze(version)
    output = machine.paste(UPGRADE)
    assert machine.version == newest_revision()
    assert "every game replays as it is stored" in output
    assert len(machine.backups_named("before-upgrade")) == (version != newest_revision())
    assert machine.notes.read_text().splitlines()[-1] == "systemctl start castle-bot"


def test_an_upgrade_and_the_way_back_can_be_pasted_twice(machine: Machine) -> None:
    machine.freeze(newest_revision())
    machine.publish_a_newer_version()
    machine.paste(UPGRADE)
    [backup] = machine.backups_named("before-upgrade")
    tag = machine.git("tag", "--list", "before-upgrade-*", at=machine.code).strip()
    assert "the database is up to date" in machine.paste(UPGRADE)
    assert machine.version == "9999"
    back = DATED_FILE.sub(str(backup), DATED.sub(tag, BACK))
    machine.stop_the_clock()
    for _ in range(2):
        machine.paste(back.replace(str(machine.folder), ""))
        assert machine.version == newest_revision()
    aside = [version_of(file) for file in machine.data.glob("newer-*/bot.db")]
    assert sorted(aside) == [newest_revision(), "9999"]
    notes = machine.notes.read_text()
    assert notes.count("pip install --require-hashes -r") == 4
    assert machine.git("branch", "--show-current", at=machine.code) == "main\n"
    machine.paste(UPGRADE)
    assert machine.version == "9999"


def test_an_upgrade_that_cannot_be_fetched_leaves_the_bot_running(machine: Machine) -> None:
    machine.freeze(newest_revision())
    away = machine.origin.rename(machine.folder / "out of reach")
    try:
        machine.paste(UPGRADE, ends_with=128)
    finally:
        away.rename(machine.origin)
    assert "systemctl" not in machine.notes.read_text()


def test_the_way_back_goes_on_after_a_line_that_failed(machine: Machine) -> None:
    machine.freeze(newest_revision())
    machine.publish_a_newer_version()
    machine.paste(UPGRADE)
    [backup] = machine.backups_named("before-upgrade")
    tag = machine.git("tag", "--list", "before-upgrade-*", at=machine.code).strip()
    machine.stop_the_clock()
    back = DATED.sub(tag, BACK)
    assert "is not there" in machine.paste(back, ends_with=1)
    machine.paste(DATED_FILE.sub(str(backup), back).replace(str(machine.folder), ""))
    assert machine.version == newest_revision()
    kept = machine.data.glob("newer-*/bot.db")
    assert "9999" in [version_of(file) for file in kept if file.stat().st_size]


def test_an_upgrade_keeps_the_settings_of_before(machine: Machine) -> None:
    machine.freeze(newest_revision())
    machine.paste(UPGRADE)
    before = (machine.data / ".env").read_text()
    copies = [file.read_text() for file in machine.data.glob(".env-before-upgrade-*Z")]
    assert copies
    assert set(copies) == {before}


def test_an_upgrade_makes_the_venv_of_another_python_anew(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    pip = [str(folder / "bin/python"), "-m", "pip", "--version"]
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    [packages] = (folder / "lib").glob("python3.*")
    packages.rename(packages.with_name("python3.2"))
    assert subprocess.run(pip, check=False, capture_output=True).returncode == 1
    line = UPGRADE.splitlines()[0].replace("/opt/castle-bot/.venv", str(folder))
    subprocess.run(line.replace("python3", sys.executable).split(), check=True)
    subprocess.run(pip, check=True, capture_output=True)


def test_a_backup_by_hand_can_be_restored_twice(machine: Machine) -> None:
    machine.freeze(newest_revision())
    [by_hand] = [block for block in blocks("Backups") if "by-hand" in block]
    machine.paste(by_hand)
    [backup] = machine.backups_named("by-hand")
    restore = DATED_FILE.sub(str(backup), RESTORE).replace(str(machine.folder), "")
    for _ in range(2):
        assert "every game replays as it is stored" in machine.paste(restore)


def test_a_move_to_another_machine_can_be_pasted_twice(machine: Machine) -> None:
    machine.freeze(newest_revision())
    leave, arrive = blocks("Moving to another machine")
    machine.paste(leave)
    [backup] = machine.backups_named("moving")
    arrive = DATED_FILE.sub(str(backup), arrive).replace(str(machine.folder), "")
    (machine.data / "bot.db").unlink()
    for _ in range(2):
        machine.paste(arrive)
        assert machine.notes.read_text().splitlines()[-1] == "systemctl enable --now castle-bot"


def test_a_failed_upgrade_does_not_start_the_bot(machine: Machine) -> None:
    (machine.data / "bot.db").write_bytes(b"anything but a database" * 1000)
    assert "restore" in machine.paste(UPGRADE, ends_with=1)
    assert "systemctl start" not in machine.notes.read_text().splitlines()[-1]
