"""Mutations of the code: what is changed, and what a run says about the tests."""

from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import (
    Result,
    choose_mutations,
    find_mutations,
    read_results,
    report,
    run,
    select_tests,
)

SOURCE = """
def score(tiles: int, complete: bool) -> int:
    if complete and tiles >= 2:
        return tiles * 2
    return tiles - 1
"""
MUTATED = [
    "if ((complete) or (tiles >= 2)):",
    "if (not (complete and tiles >= 2)):",
    "if complete and (tiles > 2):",
    "if complete and tiles >= 3:",
    "return ((tiles) + (2))",
    "return tiles * 3",
    "return ((tiles) + (1))",
    "return tiles - 2",
]


def test_each_mutation_changes_one_thing() -> None:
    source = SOURCE.encode()
    lines = set(SOURCE.splitlines())
    mutated = [
        next(line for line in mutation.apply(source).decode().splitlines() if line not in lines)
        for mutation in find_mutations("scoring.py", source)
    ]
    assert [line.strip() for line in mutated] == MUTATED


def test_the_packages_have_equal_shares_of_what_is_chosen() -> None:
    chosen = [mutation.file for mutation in choose_mutations(41)]
    shares = [sum(file.startswith(package) for file in chosen) for package in mutants.TESTS]
    assert shares == [11, 10, 10, 10]
    assert choose_mutations(41) == choose_mutations(41)


def test_tests_of_the_same_folder_run_first() -> None:
    assert select_tests("engine/castle/turn.py") == ("tests/engine/castle", "tests/engine")
    assert select_tests("bot/store/log.py") == ("tests/bot/store",)


@pytest.fixture
def tiny_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has the code above and one test, in which two times two is also two and two."""
    package = tmp_path / "project/engine"
    package.mkdir(parents=True)
    (package / "scoring.py").write_text(SOURCE)
    tests = tmp_path / "project/tests/engine"
    tests.mkdir(parents=True)
    (tests / "test_scoring.py").write_text(
        "from engine.scoring import score\n\n"
        "def test_two_points_a_tile():\n"
        "    assert score(2, True) == 4\n"
        "    assert score(1, True) == 0\n"
    )
    monkeypatch.setattr(mutants, "ROOT", tmp_path / "project")
    monkeypatch.setattr(mutants, "TESTS", {"engine": "tests/engine"})
    monkeypatch.setattr(mutants, "COPIED", ("engine", "tests"))
    return tmp_path / "results"


def test_what_no_test_notices_survives_and_a_run_goes_on_where_it_was(tiny_project: Path) -> None:
    mutations = choose_mutations(8)
    run(mutations[:3], 1, tiny_project)
    run(mutations, 2, tiny_project)
    results = read_results(tiny_project)
    assert len(tiny_project.read_text().splitlines()) == 8
    survivors = [name.partition(": ")[2] for name, result in results.items() if not result.noticed]
    assert survivors == ["tiles * 2 -> ((tiles) + (2))"]
    files = {result.noticed_by for result in results.values() if result.noticed}
    assert files == {"tests/engine/test_scoring.py"}


def test_a_run_after_tries_what_was_noticed_before(tiny_project: Path) -> None:
    """What that run has not come to is left to it."""
    mutations = choose_mutations(8)
    names = [mutation.name for mutation in mutations[:3]]
    before = {
        names[0]: Result(names[0], "tests/engine/test_scoring.py"),
        names[1]: Result(names[1], None),
        names[2]: Result(names[2], "tests/engine/test_that_is_gone.py"),
    }
    run(mutations, 1, tiny_project, before)
    noticed_by = "tests/engine/test_scoring.py"
    assert read_results(tiny_project) == {
        names[0]: Result(names[0], noticed_by),
        names[2]: Result(names[2], noticed_by),
    }


def test_a_report_names_what_is_no_longer_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    def results(**noticed: bool) -> dict[str, Result]:
        return {name: Result(name, "test" if yes else None) for name, yes in noticed.items()}

    before = results(a=True, b=False, c=True)
    assert report(before, results(a=True, b=True, c=True)) == 0
    assert "gained b" in capsys.readouterr().out
    assert report(before, results(a=False, b=False, c=True)) == 1
    assert "LOST a" in capsys.readouterr().out
