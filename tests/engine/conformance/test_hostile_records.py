"""Anything that is given to be read as a record is either read or refused with a RecordError: in
every game, quickly and in little memory."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from engine.errors import RecordError
from engine.records import LONGEST, MOST_KEYS
from engine.texts.strict import StrictData
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.recording import cut_short, lines

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@cache
def finished_record(candidate: Candidate) -> str:
    return candidate.rules.records.write_record(lines(candidate)[0].recorded)


@cache
def stopped_record(candidate: Candidate) -> str:
    """Write a record of a few turns, most of which is not about turns."""
    cut = cut_short(lines(candidate)[0].recorded, 4)
    return candidate.rules.records.write_record(replace(cut, ended="agreed"))


def no_records(finished: str) -> list[str]:
    """Texts that are not records; `finished` is a valid record."""
    return [
        "",
        "null",
        "[]",
        "{",
        '"record/1"',
        "\x00",
        "[" * 100_000,
        '{"format":' * 30_000,
        "[" + "0," * 200_000 + "0]",
        finished[:-1],
        finished + "x",
        "x" * (LONGEST + 1),
        '{"turns":' + "9" * 5000 + "}",
        "\ud800",
    ]


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths to all entries of a JSON value."""
    paths = [path] if path else []
    if isinstance(value, dict):
        return paths + [p for key in value for p in places_in(value[key], (*path, key))]
    if isinstance(value, list):
        return paths + [p for i in range(len(value)) for p in places_in(value[i], (*path, i))]
    return paths


def with_value(record: str, place: tuple[Any, ...], value: object) -> str:
    """Put something else in this place of the record."""
    data = json.loads(record)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return json.dumps(data)


def test_a_text_that_is_no_record_is_refused(candidate: Candidate) -> None:
    for text in no_records(finished_record(candidate)):
        with pytest.raises(RecordError):
            candidate.rules.records.read_record(text)


def test_records_of_a_million_entries_are_refused_in_low_memory(candidate: Candidate) -> None:
    """Measured in a process of its own, since the peak of this one covers all tests."""
    program = (
        "from engine.errors import RecordError\n"
        "from engine.games import GAMES\n"
        "from tests.memory import peak_memory\n"
        "before = peak_memory()\n"
        "text = '{\"turns\":[' + '0,' * 1_000_000 + '0]}'\n"
        "try:\n"
        f"    GAMES[{candidate.name!r}].records.read_record(text)\n"
        "except RecordError as error:\n"
        "    print(error)\n"
        "print(peak_memory() - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    problem, growth = done.stdout.splitlines()
    assert f"more than the {LONGEST:,} allowed" in problem
    assert float(growth) < 30


@settings(max_examples=150)
@given(data=st.data())
def test_any_value_in_any_place_is_read_or_refused(
    candidate: Candidate, data: st.DataObject
) -> None:
    rules = candidate.rules
    valid = data.draw(st.sampled_from((finished_record, stopped_record, stopped_record)))(candidate)
    place = data.draw(st.sampled_from(places_in(json.loads(valid))))
    text = with_value(valid, place, data.draw(json_values))
    try:
        recorded = rules.records.read_record(text)
    except RecordError:
        return
    assert json.loads(rules.records.write_record(recorded))["scores"] == json.loads(text)["scores"]


def test_objects_with_thousands_of_keys_are_refused_as_one_fault(
    candidate: Candidate,
) -> None:
    keys = {f"k{number}": "1" for number in range(5_000)}
    finished = json.loads(finished_record(candidate))
    for text in (json.dumps(keys), json.dumps({**finished, "rules": keys})):
        with pytest.raises(RecordError) as refusal:
            candidate.rules.records.read_record(text)
        assert refusal.value.problem == f"more than {MOST_KEYS} keys in one object"


class Points(StrictData):
    """A part with lists in a list."""

    cells: list[Annotated[list[int], Field(max_length=2)]]


def test_a_list_is_read_up_to_its_first_fault() -> None:
    with pytest.raises(ValidationError) as refusal:
        Points.model_validate({"cells": [["x", "y"]] * 5_000})
    assert refusal.value.error_count() == 1
    assert Points.model_validate({"cells": [[1, 2]] * 3}).cells == [[1, 2]] * 3
