"""What is thrown at the reading of records, whichever game they are of."""

import json
from typing import Any

from hypothesis import strategies as st

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def no_records(finished: str, longest: int) -> list[str]:
    """Texts that are no record; `finished` is one, and `longest` the most bytes of one."""
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
        "x" * (longest + 1),
        '{"turns":' + "9" * 5000 + "}",
        "\ud800",
    ]


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every entry of a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        return found + [p for key in value for p in places_in(value[key], (*path, key))]
    if isinstance(value, list):
        return found + [p for i in range(len(value)) for p in places_in(value[i], (*path, i))]
    return found


def with_value(record: str, place: tuple[Any, ...], value: object) -> str:
    """The record with something else in this place."""
    data = json.loads(record)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return json.dumps(data)
