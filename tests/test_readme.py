"""The README's examples do what it says, and what the pages at the top name is there."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.discord.features.registry import groups

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md")


def test_the_python_example_plays_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})
    assert re.fullmatch(r"[A-L][1-9] r[0-3] -> \(0, 0\)\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)|src=\"([^\"]+)\"", text)
    assert links
    there = [link.replace("\\", "") for link in map("".join, links)]
    assert [link for link in there if not (ROOT / link).exists()] == []


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


def test_the_commands_that_people_are_told_to_type_exist() -> None:
    told = set(re.findall(r"`/([a-z-]+) (\w+)`", README.read_text("utf-8")))
    there = {(group.name, command.name) for group in groups() for command in group.commands}
    assert told
    assert told <= there
