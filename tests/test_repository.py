"""The rules that the repository keeps about itself: sizes, docstrings, lock files, layout."""

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

from bot import VERSION

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "render", "bot", "tools")
LAYOUT = {
    *PACKAGES,
    ".ci",
    ".editorconfig",
    ".env.example",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    ".dockerignore",
    "Containerfile",
    "compose.postgresql.yaml",
    "compose.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "docs",
    "migrations",
    "pyproject.toml",
    "tests",
    "requirements.txt",
    "requirements-playground.txt",
    "requirements-dev.txt",
}
# Each contains the one before it.
LOCK_FILES = ("requirements.txt", "requirements-playground.txt", "requirements-dev.txt")

# What git would ignore, for a copy without git.
LEFT_OUT = re.compile(
    r"__pycache__|\.git|\.venv.*|\..*cache|\.hypothesis|\.env|.*\.(db|log)(-.*)?|out\.jsonl"
)


def git_files() -> list[Path]:
    """Tracked files and those that could be added; nothing if git or its clone is missing."""
    if shutil.which("git") is None:
        return []
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return [ROOT / name for name in listing.stdout.decode().split("\0") if name]


def files_on_disk() -> list[Path]:
    return [
        path
        for path in ROOT.rglob("*")
        if not any(LEFT_OUT.fullmatch(part) for part in path.relative_to(ROOT).parts)
    ]


def repository_files() -> list[Path]:
    return sorted(path for path in git_files() or files_on_disk() if path.is_file())


FILES = repository_files()
MODULES = [path for path in FILES if path.suffix == ".py"]


def relative_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def pins(lock_file: str) -> dict[str, str]:
    """Name and version of each requirement that a lock file pins."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock_file).read_text(), re.MULTILINE))


def configuration(table: str) -> dict[str, Any]:
    """One top-level table of pyproject.toml."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return cast("dict[str, Any]", tables[table])


def test_a_module_says_what_it_is_for() -> None:
    assert [
        relative_name(path)
        for path in MODULES
        if "tests" not in path.relative_to(ROOT).parts
        and not ast.get_docstring(ast.parse(path.read_text()))
    ] == []


def test_the_top_level_holds_only_what_the_layout_names() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in FILES} - LAYOUT == set()


def test_the_repository_stands_on_its_own() -> None:
    outside = b"/".join([b"..", b"shared"])
    assert [relative_name(path) for path in FILES if outside in path.read_bytes()] == []


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_a_lock_file_holds_only_exact_pins_and_their_hashes(lock_file: str) -> None:
    line = re.compile(
        r"(#| +#).*"
        r"|[\w.-]+==[\w.+!]+( ; [\w.'<>=! ()]+)? \\"
        r"|    --hash=sha256:[0-9a-f]{64}( \\)?"
    )
    lines = (ROOT / lock_file).read_text().splitlines()
    assert [text for text in lines if not line.fullmatch(text)] == []


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_a_lock_file_names_no_registry_and_no_path(lock_file: str) -> None:
    place = re.compile(r"/|\\\w|@|file:|index|find-links|trusted-host|pypi", re.IGNORECASE)
    lines = (ROOT / lock_file).read_text().splitlines()
    assert [text for text in lines if place.search(text)] == []


def test_the_version_is_the_same_everywhere() -> None:
    head = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert head is not None
    assert configuration("project")["version"] == VERSION
    assert VERSION.partition(".dev")[0] == head[1]


def test_the_lock_files_agree() -> None:
    run, playground, everything = (pins(lock_file).items() for lock_file in LOCK_FILES)
    assert run <= playground <= everything


def test_every_requirement_is_pinned() -> None:
    project = configuration("project")
    extras = project["optional-dependencies"].values()
    asked_for = [*project["dependencies"], *(name for extra in extras for name in extra)]
    written = [re.split(r"[^\w.-]", requirement)[0] for requirement in asked_for]
    names = {re.sub(r"[-_.]+", "-", name).lower() for name in written}
    assert names - pins("requirements-dev.txt").keys() == set()


def test_the_forge_alone_looks_for_vulnerabilities_in_what_is_pinned() -> None:
    """The answer changes without a change here, so it must not decide about one."""
    audit = (ROOT / ".github/workflows/audit.yaml").read_text()
    assert re.findall(r"--requirement (\S+)", audit) == [LOCK_FILES[-1]]
    assert re.search(r"\bpip-audit==[\d.]+ .*\s+--disable-pip --require-hashes ", audit)
    assert re.search(r"^  schedule:\n    - cron: ", audit, re.MULTILINE)
    assert audit.count('paths: ["requirements*.txt", ') == 2
    for file in (".ci/run", ".ci/image", "Makefile", ".github/workflows/checks.yaml"):
        assert "audit" not in (ROOT / file).read_text()


def test_newer_requirements_and_actions_are_proposed() -> None:
    proposals = (ROOT / ".github/dependabot.yml").read_text()
    assert re.findall(r"package-ecosystem: (\S+)", proposals) == ["pip", "github-actions"]
    assert proposals.count("directory: /\n") == proposals.count("interval: weekly\n") == 2
    assert 'patterns: ["*"]' in proposals, "the lock files change together"


@pytest.mark.parametrize("file", sorted((ROOT / ".github").rglob("*.y*ml"), key=str))
def test_the_forge_is_told_of_no_registry(file: Path) -> None:
    assert re.findall(r"\b[\w-]+\.(?:io|com|org|net|dev)\b", file.read_text()) == []


def test_commits_are_checked_as_make_check_checks() -> None:
    before_commits = (ROOT / ".pre-commit-config.yaml").read_text()
    hooks = re.findall(r"^ +entry: \.venv/bin/(.*)", before_commits, re.MULTILINE)
    (recipe,) = re.findall(
        r"^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert hooks == re.findall(r"\$\(BIN\)/(.*)", recipe)
    assert len(hooks) == before_commits.count("- id:")


def test_every_package_is_type_checked_and_layer_checked() -> None:
    tools = configuration("tool")
    present = {path.relative_to(ROOT).parts[0] for path in MODULES} & set(PACKAGES)
    assert present <= set(tools["mypy"]["files"])
    assert present == set(tools["importlinter"]["root_packages"])
