"""The operator's pages name every metric, command and setting, and nothing that does not exist."""

import os
import re
import subprocess
from datetime import time
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import pytest

from bot.host.__main__ import main as look_after
from bot.host.health import Health
from bot.host.nightly import Backups
from bot.host.settings import Settings
from bot.process.metrics import PREFIX, Metrics
from bot.process.stopping import FINISH_WITHIN, Stopping
from bot.process.worker_processes import WorkerProcesses
from bot.store.connection.database import Database
from bot.store.migration import migrate

PAGE = Path(__file__).parent.parent / "docs" / "operating.md"
TEXT = PAGE.read_text("utf-8")
PAGES = TEXT + PAGE.with_name("several-processes.md").read_text("utf-8")
METRIC = re.compile(rf"\b{PREFIX}\w+")
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", PAGES, re.DOTALL))


class AsyncConnection:
    connected = True
    connections: ClassVar = {0: True}


async def test_every_metric_is_explained_and_no_other(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}")
    await migrate(database)
    metrics = Metrics()
    backups = Backups(database, tmp_path / "backups", time(3, 30), 1)
    await backups.look()
    workers = WorkerProcesses(1)
    health = Health(
        database,
        AsyncConnection(),
        stopping=Stopping(),
        metrics=metrics,
        backups=backups,
        painters=workers,
        thinkers=workers,
        open_pages=lambda: 0,
    )
    names = [line.split()[2] for line in await health.lines() if line.startswith("# TYPE")]
    workers.close()
    await database.close()
    assert set(METRIC.findall(TEXT)) == set(METRIC.findall(PAGES)) == set(names)


def test_every_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    modules = {*re.findall(r"^castle ([\w.]+)", SHELL, re.MULTILINE), "bot"}
    assert {module for module in modules if find_spec(module) is None} == set()
    with pytest.raises(SystemExit):
        look_after(["--help"])
    offered = capsys.readouterr().out
    commands = set(re.findall(r"castle bot\.host ([\w-]+)", PAGES))
    assert commands >= {"backup", "restore", "verify", "upgrade"}
    assert {command for command in commands if command not in offered} == set()


def test_every_setting_is_there() -> None:
    settings = {name.upper() for name in Settings.model_fields}
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)[`=]", PAGES))
    named |= set(re.findall(r"^([A-Z_]+)=", PAGES, re.MULTILINE))
    assert named <= settings
    table = TEXT.partition("\n## Settings\n")[2].partition("\n#")[0]
    assert {name for name in settings if f"`{name}`" not in table} == set()


def test_the_backups_section_says_what_the_unit_lets_the_bot_write() -> None:
    [folder] = re.findall(r"^BACKUP_FOLDER=(/var/backups/\S+)\n```", TEXT, re.MULTILINE)[:1]
    [writable] = re.findall(r"^ReadWritePaths=(.*)$", TEXT, re.MULTILINE)
    assert folder in writable.split()
    section = TEXT.partition("\n## Backups\n")[2].partition("\n## ")[0]
    assert "`ReadWritePaths=`" in section


def test_the_time_to_finish_is_as_documented() -> None:
    assert f"for at most {FINISH_WITHIN:.0f} seconds" in TEXT


def test_the_python_after_those_that_it_claims_is_tried_where_it_is_there(tmp_path: Path) -> None:
    """A version is claimed after a run with it, so the run has to look further."""
    claimed = re.search(r"tested with 3\.\d+ to 3\.(\d+)", TEXT)
    assert claimed is not None
    following = f"python3.{int(claimed[1]) + 1}"
    run = (PAGE.parent.parent / ".ci/run").read_text("utf-8")
    [function] = re.findall(r"^find_another_python\(\) \{\n.*?^\}\n", run, re.DOTALL | re.MULTILINE)
    for name, output in ((following, ""), (".venv/bin/python", "11")):
        tool = tmp_path / name
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text(f"#!/bin/sh\necho {output}\n")
        tool.chmod(0o755)
    looked = subprocess.run(
        ["bash", "-c", f"{function}find_another_python"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert looked.stdout.splitlines()[-1] == following
