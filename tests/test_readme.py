"""The README's examples do what it says."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.discord.features.registry import groups

README = Path(__file__).parent.parent / "README.md"


def test_the_python_example_plays_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})
    assert re.fullmatch(r"[A-L][1-9] r[0-3] -> \(0, 0\)\n", capsys.readouterr().out)


def test_every_file_that_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README.read_text("utf-8"))
    assert links
    assert [link for link in map("".join, links) if not (README.parent / link).exists()] == []


def test_every_command_of_the_readme_is_there() -> None:
    text = README.read_text("utf-8")
    modules = set(re.findall(r"\.venv/bin/python -m ([\w.]+)", text))
    assert {module for module in modules if find_spec(module) is None} == set()
    targets = set(re.findall(r"\bmake (\w+)`|^make (\w+)$", text, re.MULTILINE))
    makefile = (README.parent / "Makefile").read_text("utf-8")
    assert {"".join(target) for target in targets} <= set(
        re.findall(r"^(\w+):.*## ", makefile, re.MULTILINE)
    )


def test_the_commands_that_people_are_told_to_type_exist() -> None:
    told = set(re.findall(r"`/([a-z-]+) (\w+)`", README.read_text("utf-8")))
    there = {(group.name, command.name) for group in groups() for command in group.commands}
    assert told
    assert told <= there
