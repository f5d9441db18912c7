"""The examples of the first pages do what these say, and what they name is there."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.discord.features.registry import groups
from engine.selfplay.__main__ import main as play
from render.__main__ import main as paint

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
ENGINE = ROOT / "docs" / "engine.md"
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/engine.md")
PROGRAMS: Mapping[str, Callable[[Sequence[str]], object]] = {
    "engine.selfplay": play,
    "render": paint,
}


def test_the_python_example_plays_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", ENGINE.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(ENGINE), "exec"), {})
    assert re.fullmatch(r"[A-L][1-9] r[0-3] -> \(0, 0\)\n", capsys.readouterr().out)


def test_the_games_of_self_play_can_be_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\.venv/bin/python -m (\S+) (.*)", ENGINE.read_text("utf-8"), re.M)
    for module, arguments in commands:
        PROGRAMS[module](arguments.split())
    assert len(Path("out.jsonl").read_text("utf-8").splitlines()) == 20
    assert {path.name for path in tmp_path.iterdir()} == {"out.jsonl", "board.png", "replay.gif"}


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)|src=\"([^\"]+)\"", text)
    assert links
    linked = [(ROOT / page).parent / "".join(link).replace("\\", "") for link in links]
    assert [path for path in linked if not path.exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    modules = set(re.findall(r"\.venv/bin/python -m ([\w.]+)", text))
    assert {module for module in modules if find_spec(module) is None} == set()
    paths = set(re.findall(r"\btests/[\w/.]+\w", text))
    assert {path for path in paths if not (ROOT / path).exists()} == set()
    targets = set(
        re.findall(r"\bmake ([\w-]+)(?: PYTHON=\S+)?`|^make ([\w-]+)$", text, re.MULTILINE)
    )
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert {"".join(target) for target in targets} <= set(
        re.findall(r"^([\w-]+):.*## ", makefile, re.MULTILINE)
    )


def test_python_is_called_by_a_name_that_is_there() -> None:
    """Debian and macOS have no `python`; an environment has both names."""
    text = README.read_text("utf-8")
    called = re.findall(r"(?:^|`)(\S*python[\d.]*) -m ", text, re.MULTILINE)
    assert set(called) == {"python3", ".venv/bin/python"}


def test_the_commands_that_people_are_told_to_type_exist() -> None:
    mentioned = set(re.findall(r"`/([a-z-]+) (\w+)`", README.read_text("utf-8")))
    existing = {(group.name, command.name) for group in groups() for command in group.commands}
    assert mentioned
    assert mentioned <= existing
