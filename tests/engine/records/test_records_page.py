"""docs/records.md is enough to check a record: its script runs alone and finds what is wrong."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.bag import draw_lot, shuffle
from engine.games import GAMES
from engine.selfplay.__main__ import main
from tests.engine.records.test_frozen_records import ENDED, TEXTS, kind_of

PAGE = Path(__file__).parents[3] / "docs" / "records.md"
(SCRIPT,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def script() -> dict[str, Any]:
    defined: dict[str, Any] = {"__name__": "script"}
    exec(compile(SCRIPT, str(PAGE), "exec"), defined)
    return defined


check: Callable[[dict[str, Any]], dict[str, bool]] = script()["check"]


def test_the_script_needs_nothing_of_ours() -> None:
    imports = [
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(ast.parse(SCRIPT))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert sorted(imports) == ["hashlib", "json", "sys"]


@pytest.mark.parametrize("name", ENDED)
def test_the_script_recomputes_order_and_seal_of_frozen_records(name: str) -> None:
    record = json.loads(TEXTS[name])
    by_lot = record["first"] == draw_lot(len(record["players"]), record["seed"], "first")
    assert check(record) == {"shuffled": True, "sealed": True, "first by lot": by_lot}


def test_the_script_finds_who_did_not_begin_by_lot() -> None:
    record = json.loads(TEXTS["castle-official"])
    assert check(record)["first by lot"]
    record["first"] = 1 - record["first"]
    assert not check(record)["first by lot"]


@pytest.mark.parametrize(
    ("game", "seats"), [("castle", 2), ("carcassonne", 5), ("castellan", 2), ("castellan", 4)]
)
def test_the_script_recomputes_order_and_seal_of_current_records(
    game: str, seats: int, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    main(["--game", game, "--seats", str(seats), "--policy", "random", "--record", str(out)])
    record = json.loads(out.read_text("utf-8"))
    assert record["rules_version"] == GAMES[game].rules_version
    assert check(record) == {"shuffled": True, "sealed": True, "first by lot": True}


def test_the_script_runs_as_the_page_says() -> None:
    text = TEXTS["castle-official"]
    page = subprocess.run(
        [sys.executable, "-I", "-c", SCRIPT],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    verdict, commitment = page.stdout.splitlines()
    assert verdict == "{'shuffled': True, 'sealed': True, 'first by lot': True}"
    assert commitment == json.loads(text)["commitment"]


def stack(record: dict[str, Any]) -> None:
    """Two cards or tiles change places, and the seal is made for that order."""
    kind = record["format"].partition("-")[0]
    order = record["decks"][0]["wall"] if kind == "castellan" else record["deck"]
    other = next(index for index, piece in enumerate(order) if piece != order[0])
    order[0], order[other] = order[other], order[0]
    _, lines = script()[kind](record, record["seed"])
    text = "".join(f"{line}\n" for line in [record["seed"], *lines])
    record["commitment"] = sha256(text.encode()).hexdigest()


def swap(record: dict[str, Any]) -> None:
    other = json.loads(json.dumps(record))
    stack(other)
    record.update(other, commitment=record["commitment"])


def reseed(record: dict[str, Any]) -> None:
    record["seed"] += "0"


@pytest.mark.parametrize("name", ["castle-official", "carcassonne-classic", "castellan-two"])
@pytest.mark.parametrize(
    ("change", "shuffled", "sealed"),
    [(stack, False, True), (swap, False, False), (reseed, False, False)],
)
def test_the_script_finds_a_shuffle_that_was_changed(
    name: str, change: Callable[[dict[str, Any]], None], shuffled: bool, sealed: bool
) -> None:
    record = json.loads(TEXTS[name])
    change(record)
    verdict = check(record)
    assert (verdict["shuffled"], verdict["sealed"]) == (shuffled, sealed)


def test_the_pages_example_matches_the_engines_shuffle() -> None:
    assert "A B C D E into D C B A E; of two players, seat 1 begins" in PAGE.read_text("utf-8")
    assert "".join(shuffle("ABCDE", "example", "land tiles")) == "DCBAE"
    assert draw_lot(2, "example", "first") == 1


def test_the_page_names_every_key_of_every_record() -> None:
    named = set(re.findall(r"[a-z_]+", PAGE.read_text("utf-8")))
    for name in TEXTS:
        record = json.loads(TEXTS[name])
        keys = {*record, *(key for turn in record["turns"] for key in turn)}
        keys |= {key for entry in record["final"] for key in entry}
        keys |= {
            key for turn in record["turns"] for scoring in turn.get("scored", ()) for key in scoring
        }
        assert keys - named == set(), (kind_of(name), name)


def test_every_file_that_the_page_links_to_is_there() -> None:
    prose = PAGE.read_text("utf-8").replace(SCRIPT, "")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
