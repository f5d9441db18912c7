"""The files of the container agree with the project, and leave to the host where images come from;
the guide's commands for it can be pasted.

`python -m tools.image` builds and tries the image; it needs root, and is no part of these tests.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from bot.host.settings import Settings
from bot.store.migration import newest_revision
from tests.test_guide_commands import DATED, DATED_FILE, Machine, blocks
from tests.test_guide_commands import pytestmark as needs_git_and_bash

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = ("compose.yaml", "compose.postgresql.yaml")
# Variables that are no settings of the bot.
OF_OTHERS = {"BASE", "PATH", "PIP_INDEX_URL", "PYTHONPATH"}
OF_OTHERS |= {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}


@pytest.mark.parametrize("file", ["Containerfile", *COMPOSE, ".ci/image", ".dockerignore"])
def test_the_files_of_the_container_name_no_registry(file: str) -> None:
    assert re.findall(r"\b[\w-]+\.(?:io|com|org|net|dev)\b", (ROOT / file).read_text("utf-8")) == []


def test_what_the_image_copies_is_not_ignored() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let_through = {line[1:] for line in lines if line.startswith("!")}
    copied = re.findall(r"^COPY (\S+) ", CONTAINERFILE, re.MULTILINE)
    assert {name for name in copied if not name.startswith("--")} == let_through
    assert {name for name in let_through if not (ROOT / name).exists()} == set()


def test_what_is_set_for_the_container_is_a_setting() -> None:
    set_here = set(
        re.findall(
            r"\b([A-Z][A-Z_]+)=", "".join(re.findall(r"^ENV (?:.*\\\n)*.*", CONTAINERFILE, re.M))
        )
    )
    for file in COMPOSE:
        set_here |= set(
            re.findall(r"^ +([A-Z_]+):", (ROOT / file).read_text("utf-8"), re.MULTILINE)
        )
    python = {name for name in set_here if name.startswith("PYTHON")}
    assert set_here - python - OF_OTHERS <= {name.upper() for name in Settings.model_fields}
    assert {"DATABASE_URL", "METRICS_PORT", "SHARD_IDS"} <= set_here


def test_the_health_of_the_container_is_that_of_the_bot() -> None:
    for file in ("Containerfile", "compose.yaml"):
        assert "/health" in (ROOT / file).read_text("utf-8")
    assert re.search(r"^USER 10001$", CONTAINERFILE, re.MULTILINE)


@pytest.mark.parametrize("line", ["read_only: true", "- /tmp", "- ALL", "- no-new-privileges:true"])
def test_compose_confines_it_as_the_image_is_tried(line: str) -> None:
    """By `tools.image`."""
    lines = (ROOT / "compose.yaml").read_text("utf-8").splitlines()
    assert line in [stripped.strip() for stripped in lines]


[RUN_PODMAN] = blocks("With podman")
[CONFINED, *_] = RUN_PODMAN.splitlines()
IN_USE = [
    *blocks("Upgrade a container"),
    *blocks("Restore in a container"),
    *blocks("Going back in a container"),
]
ENGINES = ("docker compose", "podman")
ENGINE = """#!/bin/sh
# A stand-in for an engine: notes the command, and runs what is to run inside.
echo "$(basename "$0") $*" >> "$NOTES"
cd /var/lib/castle-bot
export DATABASE_URL=sqlite+aiosqlite:///bot.db BACKUP_FOLDER=/var/lib/castle-bot/backups
export PYTHONPATH=/opt/castle-bot
unset PYTHONDONTWRITEBYTECODE
while [ $# -gt 0 ]; do
  case $1 in
    python | sh) exec "$@" ;;
    cp) exec cp -r "${2#*:}" "$OLDPWD/$3" ;;
  esac
  shift
done
"""


def commands_of_the_table() -> list[tuple[str, ...]]:
    """What is done every day, with compose, with podman and on Debian."""
    page = (ROOT / "docs/operating.md").read_text("utf-8")
    section = page.partition("## Everyday commands\n")[2].partition("\n#")[0]
    row = r"^\| .*? \| `(docker compose .*?)` \| `(podman .*?)` \| `(.*?)` \|$"
    return re.findall(row, section, re.M)


class Container(Machine):
    """A host whose engines are stand-ins. What is the volume inside is a folder outside."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for name in ("docker", "podman"):
            engine = ENGINE.replace("/opt/castle-bot", str(self.code))
            self._tool(folder / "bin" / name, engine.replace("/var/lib/castle-bot", str(self.data)))
        (folder / "bin/python").symlink_to(self.code / ".venv/bin/python")

    def begin_anew(self) -> None:
        super().begin_anew()
        (self.data / "backups").mkdir()
        (self.data / ".env").unlink()

    def paste_in_clone(self, block: str) -> str:
        inside = re.sub(r"(?<!-)/data\b", "/var/lib/castle-bot", block)
        return self.paste(f"{CONFINED}\ncd /opt/castle-bot\n{inside}")

    def backups_inside(self, beginning: str) -> list[Path]:
        return sorted((self.data / "backups").glob(f"{beginning}-*.db"))


def block_for(engine: str, what: str) -> str:
    [block] = [block for block in IN_USE if what in block and engine in block]
    return block


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Container:
    return Container(tmp_path_factory.mktemp("container"))


@pytest.fixture
def container(installed: Container) -> Container:
    installed.begin_anew()
    installed.freeze(newest_revision())
    (installed.data / "bot.db").chmod(0o600)
    return installed


def test_podman_confines_it_as_compose_does() -> None:
    """But for what starts it after a reboot: podman's own passes over `unless-stopped`."""
    options = shlex.split(RUN_PODMAN.replace("\n", " "))
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    [memory] = re.findall(r"mem_limit: (\S+)", compose)
    [grace] = re.findall(r"stop_grace_period: (\d+)s", compose)
    expected = {
        "--memory": memory,
        "--stop-timeout": grace,
        "--security-opt": "no-new-privileges",
        "--cap-drop": "all",
        "--tmpfs": "/tmp",
        "--restart": "always",
        "--volume": "castle-data:/data",
    }
    assert {name: options[options.index(name) + 1] for name in expected} == expected
    assert "--read-only" in options


@needs_git_and_bash
def test_everything_done_every_day_is_told_for_each_way_to_run_it(container: Container) -> None:
    commands = commands_of_the_table()
    words = " ".join(compose for compose, _, _ in commands)
    for word in ("check", "verify", "backup", " cp ", "logs", "stop", "start"):
        assert word in words
    (container.code / "moved.db").write_bytes(b"a backup of another machine")
    for compose, podman, debian in commands:
        container.paste_in_clone(compose)
        if "bot.host" not in podman:
            container.paste_in_clone(podman)
        else:
            command = compose.partition(" python -m ")[2]
            assert podman == f"podman exec castle-bot python -m {command}"
            folder = ("/data/backups", "/var/backups/castle-bot")
            assert debian == f"castle {command.replace(*folder)}"
    assert len(container.backups_inside("by-hand")) == 1
    moved = container.data / "backups/moved.db"
    assert moved.read_bytes() == b"a backup of another machine"
    assert moved.stat().st_mode & 0o777 == 0o600
    assert list((container.code / "backups").glob("by-hand-*.db"))


@needs_git_and_bash
@pytest.mark.parametrize("engine", ENGINES)
def test_a_backup_is_restored_in_a_container_twice(engine: str, container: Container) -> None:
    shutil.copy(container.data / "bot.db", container.data / "backups/bot-20260301-033000Z.db")
    for _ in range(2):
        output = container.paste_in_clone(block_for(engine, "--overwrite"))
        assert "every game replays as it is stored" in output
    stopped, restored, started = container.notes.read_text().splitlines()[-3:]
    assert stopped.startswith(f"{engine} stop")
    assert " --rm " in restored
    assert started in ("docker compose up --detach", "podman start castle-bot")


@needs_git_and_bash
@pytest.mark.parametrize("engine", ENGINES)
def test_an_upgrade_in_a_container_and_the_way_back_can_be_pasted_twice(
    engine: str, container: Container
) -> None:
    container.publish_a_newer_version()
    container.paste_in_clone(block_for(engine, "git merge"))
    assert re.search(r" (up --build --detach|run .*--detach .*)$", container.notes.read_text())
    container.paste_in_clone("podman exec castle-bot python -m bot.host upgrade")  # as the start
    assert container.version == "9999"
    [backup] = container.backups_inside("before-upgrade")
    tag = container.git("tag", "--list", "before-upgrade-*", at=container.code).split()[0]
    back = block_for(engine, "git reset")
    back = DATED_FILE.sub(f"/data/backups/{backup.name}", DATED.sub(tag, back))
    for _ in range(2):
        container.paste_in_clone(back)
        assert container.version == newest_revision()
    assert len(list(container.data.glob("newer-*/bot.db"))) == 2


def test_the_guide_says_that_database_and_backups_share_a_volume() -> None:
    page = (ROOT / "docs/operating.md").read_text("utf-8")
    assert "**The database and its backups share one volume**" in page
