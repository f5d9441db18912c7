"""Pictures are made from views alone, so nothing hidden can be seen in them."""

import ast
import re
from pathlib import Path

import render
from engine.games import GAMES

COMMAND_LINES = ("__main__.py", "command.py")
# The modules that know states.
SECRET = re.compile(rf"engine\.({'|'.join(GAMES)})(\.(rules|record|snapshot|state|turn))?")


def test_only_the_command_line_holds_states() -> None:
    for path in Path(render.__file__).parent.rglob("*.py"):
        if path.name not in COMMAND_LINES:
            assert [name for name in imports_of(path) if SECRET.fullmatch(name)] == [], path.name


def imports_of(path: Path) -> set[str]:
    return {
        node.module
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None
    }
