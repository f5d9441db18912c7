"""What a record says, compared with what the rules give. Knows no game."""

from collections.abc import Collection, Mapping, Sequence
from json import dumps
from typing import Any

from engine.errors import RecordError


def compare(
    ours: Mapping[str, Any],
    theirs: Mapping[str, Any],
    place: str,
    entries: Mapping[str, Collection[str]],
) -> None:
    """Refuse the first value that differs from what the rules give.

    `entries` names the values that are lists in any order. Each comes with the keys under which its
    entries give a result rather than identify the entry.
    """
    for key, value in ours.items():
        if key in entries:
            _compare_entries(value, theirs[key], f"{place}, {key}", entries[key])
        elif value != theirs[key]:
            raise RecordError(f"{place}, {key}", f"the rules give {value}, not {theirs[key]}")


def _compare_entries(
    ours: Sequence[Mapping[str, Any]],
    theirs: Sequence[Mapping[str, Any]],
    place: str,
    outcome: Collection[str],
) -> None:
    if len(ours) != len(theirs):
        raise RecordError(place, f"the rules give {len(ours)} entries")
    left = [_unordered(entry) for entry in ours]
    for index, entry in enumerate(theirs):
        told = _unordered(entry)
        if told not in left:
            raise RecordError(f"{place}, {index}", _nearest(told, left, outcome))
        left.remove(told)


def _nearest(
    told: Mapping[str, Any], left: Sequence[Mapping[str, Any]], outcome: Collection[str]
) -> str:
    """What the rules give for the same thing, if they give anything."""
    for entry in left:
        if all(entry[key] == told.get(key) for key in entry if key not in outcome):
            given = (f"{key} {entry[key]}" for key in entry if key in outcome)
            return f"the rules give {', '.join(given)}"
    return "the rules give nothing for that"


COUNTS = "followers"
"""A count for each seat, which stays in its order."""


def _unordered(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry with its cells, groups of cells and seats sorted."""
    return {
        key: one if key == COUNTS or not isinstance(one, list) else _sorted(one)
        for key, one in value.items()
    }


def _sorted(cells: list[Any]) -> list[Any]:
    """Cells, seats, or groups of cells."""
    inner = [
        _sorted(one) if isinstance(one, list) and one and isinstance(one[0], list) else one
        for one in cells
    ]
    return sorted(inner, key=dumps)
