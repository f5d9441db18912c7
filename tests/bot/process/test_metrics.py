"""The counters, and their form for Prometheus: one number per line, as its text format requires."""

import re

import pytest

from bot.process.metrics import STEPS, Counter, Histogram, Metrics, gauge, gauges

LABEL = r'[a-z]+="([^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"carcassonne_[a-z_]+(\{{{LABEL}(,{LABEL})*\}})? \S+")


def values(lines: list[str]) -> dict[str, float]:
    samples = (line.rsplit(" ", maxsplit=1) for line in lines if not line.startswith("#"))
    return {name: float(number) for name, number in samples}


def test_what_happened_is_counted_by_its_labels() -> None:
    counter = Counter("posts_total", "Posts.", "outcome")
    for outcome in ("delivered", "failed", "delivered"):
        counter.add(outcome)
    assert list(counter.lines()) == [
        "# HELP carcassonne_posts_total Posts.",
        "# TYPE carcassonne_posts_total counter",
        'carcassonne_posts_total{outcome="delivered"} 2',
        'carcassonne_posts_total{outcome="failed"} 1',
    ]
    assert counter["delivered",] == 2
    assert counter["lost",] == 0


def test_the_buckets_of_a_histogram_add_up() -> None:
    histogram = Histogram("answer_seconds", "Answers.", "kind")
    for seconds in (0.001, 0.005, 0.3, 99.0):
        histogram.observe(seconds, "button")
    samples = values(list(histogram.lines()))
    name = "carcassonne_answer_seconds"
    assert samples[f'{name}_bucket{{kind="button",le="0.005"}}'] == 2
    assert samples[f'{name}_bucket{{kind="button",le="0.25"}}'] == 2
    assert samples[f'{name}_bucket{{kind="button",le="0.5"}}'] == 3
    assert samples[f'{name}_bucket{{kind="button",le="10.0"}}'] == 3
    assert samples[f'{name}_bucket{{kind="button",le="+Inf"}}'] == 4
    assert samples[f'{name}_sum{{kind="button"}}'] == pytest.approx(99.306)
    assert samples[f'{name}_count{{kind="button"}}'] == histogram.count("button") == 4
    assert len(samples) == len(STEPS) + 3


def test_a_label_may_hold_anything() -> None:
    counter = Counter("odd_total", "Odd.", "name")
    counter.add('a "quoted"\\\nname')
    assert list(counter.lines())[-1] == r'carcassonne_odd_total{name="a \"quoted\"\\\nname"} 1'


def test_a_gauge_shows_its_value_as_it_is() -> None:
    assert list(gauge("size", "Size.", 3.0))[-1] == "carcassonne_size 3"
    assert list(gauge("age", "Age.", 0.25))[-1] == "carcassonne_age 0.25"
    assert list(gauge("up", "Up.", True))[-1] == "carcassonne_up 1"
    assert list(gauge("unknown", "Unknown.", None)) == []
    lines = list(gauges("games", "Games.", "status", {"running": 2, "lobby": 1}))
    assert lines[2:] == [
        'carcassonne_games{status="lobby"} 1',
        'carcassonne_games{status="running"} 2',
    ]


def test_every_line_is_in_the_form_of_prometheus() -> None:
    metrics = Metrics()
    metrics.interactions.add("command", "castle new", "answered")
    metrics.answered.observe(0.1, "command")
    metrics.acknowledged.observe(0.1)
    metrics.posts.add("delivered")
    lines = list(metrics.lines())
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names)) == 8
    for line in lines:
        assert line.startswith("# ") or SAMPLE.fullmatch(line), line
