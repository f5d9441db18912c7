"""The files of the container agree with the project, and leave to the host where images come from.

`python -m tools.image` builds and tries the image; it needs root, and is no part of these tests.
"""

import re
from pathlib import Path

import pytest

from bot.host.settings import Settings

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = ("compose.yaml", "compose.postgresql.yaml")
OF_OTHERS = {"BASE", "PATH", "PIP_INDEX_URL", "PYTHONPATH"}
OF_OTHERS |= {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
"""Variables that are no settings of the bot."""


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
    assert line in [found.strip() for found in lines]
