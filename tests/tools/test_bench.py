"""How the bench prints its measurements, and what it says of their limits."""

import inspect
import json
import sys
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from tests.town.clocks import Time, timed
from tools.bench import __main__ as bench
from tools.bench.row import Row, rate_row, time_row
from tools.bench.sampling import sampled

TEN = [Time(wall=n / 1000, processor=(11 - n) / 1000) for n in range(1, 11)]


def work(seconds: float) -> None:
    began = thread_time()
    while thread_time() - began < seconds:
        sum(range(100))


def fields_of(row: Row) -> dict[str, object]:
    fields: dict[str, object] = json.loads(row.line())
    return fields


def test_a_line_leaves_out_what_does_not_apply() -> None:
    assert fields_of(Row("rooms", 9, "rooms")) == {"measure": "rooms", "value": 9, "unit": "rooms"}


def test_a_line_has_four_digits_of_what_was_measured() -> None:
    values = (0.123456, 12.3456, 123456.7)
    assert [fields_of(Row("", value, ""))["value"] for value in values] == [0.1235, 12.35, 123500]


def test_a_time_is_given_by_both_clocks() -> None:
    fields = fields_of(time_row("a move", [Time(wall=0.004, processor=0.0015)], "ms", "at most 5"))
    assert fields == {
        "measure": "a move",
        "value": 4,
        "unit": "ms",
        "limit": "at most 5",
        "processor": 1.5,
    }


def test_a_quantile_is_taken_of_each_clock_for_itself() -> None:
    row = time_row("a move, p90", TEN, "ms", share=0.9)
    assert (row.value, row.processor) == (10.0, 10.0)


def test_a_rate_is_given_by_both_clocks() -> None:
    row = rate_row("moves", [Time(wall=0.004, processor=0.002)], "moves/s")
    assert (row.value, row.processor) == (250.0, 500.0)


def test_work_is_timed_by_both_clocks() -> None:
    taken, made = timed(lambda: sum(range(1000)))
    assert made == 499_500
    assert taken.processor > 0
    assert taken.wall > 0


def test_work_of_the_simulated_discord_is_counted_apart() -> None:
    simulated: dict[str, Any] = {"thread_time": thread_time}
    exec(compile(inspect.getsource(work), "site-packages/simcord/work.py", "exec"), simulated)
    with sampled() as sampling:
        began = sampling.now()
        simulated["work"](0.2)
        between = sampling.now()
        work(0.2)
        ended = sampling.now()
    theirs = between - began
    ours = ended - between
    assert theirs.simulated > 0.1
    assert ours.simulated < 0.1


def test_timings_report_the_share_of_the_simulated_discord() -> None:
    times = [Time(wall=0.1, processor=0.06, simulated=n / 100) for n in (0, 3)]
    assert time_row("a click", times, "ms").simulated == 0.25


@pytest.mark.parametrize(
    ("value", "limit", "holds"),
    [
        (3, None, True),
        (3, "at most 3", True),
        (3, "at most 2.9", False),
        (0.4, "at least 0.4", True),
        (0.39, "at least 0.4", False),
        (1100.0, "1100 to 1600", True),
        (1601.0, "1100 to 1600", False),
        (1099.0, "1100 to 1600", False),
    ],
)
def test_a_row_knows_whether_its_limit_holds(value: float, limit: str | None, holds: bool) -> None:
    assert Row("a measure", value, "s", limit).holds is holds


def test_the_bench_says_at_its_end_what_does_not_hold_and_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(
        "from tools.bench.row import Row\n"
        "def rows():\n"
        "    yield Row('slow', 66, 'ms', 'at most 60')\n"
        "    yield Row('fast', 1, 'ms', 'at most 60')\n"
    )
    (tmp_path / "broken.py").write_text("raise ValueError\n")
    assert _bench(monkeypatch, tmp_path, "slow", "broken") == 1
    printed, said = capfd.readouterr()
    assert [json.loads(line)["measure"] for line in printed.splitlines()][:2] == ["slow", "fast"]
    assert said.splitlines()[-2:] == [
        "does not hold: slow: 66 ms, at most 60",
        "failed: the part broken",
    ]


def test_the_bench_succeeds_when_everything_holds(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "fast.py").write_text("def rows():\n    return ()\n")
    assert _bench(monkeypatch, tmp_path, "fast") == 0
    assert capfd.readouterr().err == ""


def _bench(monkeypatch: pytest.MonkeyPatch, folder: Path, *parts: str) -> int:
    """Run parts that are in this folder."""
    added = f"import tools.bench; tools.bench.__path__.append({str(folder)!r}); "
    monkeypatch.setattr(bench, "PARTS", parts)
    monkeypatch.setattr(bench, "SHOW_PART", added + bench.SHOW_PART)
    monkeypatch.setattr(sys, "argv", ["bench", *parts])
    return bench.main()
