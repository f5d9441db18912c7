"""The layout holds: no package has an import cycle among its rooms.

A room of a package is a module or a package in it. Which layer may import which is a contract in
pyproject.toml.
"""

from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("bot", "engine", "render")


def packages() -> list[str]:
    return sorted(module for module in graph().modules if graph().find_children(module))


def arrows(package: str) -> dict[str, set[str]]:
    """For each room of a package, the other rooms it imports."""
    found: dict[str, set[str]] = {room: set() for room in graph().find_children(package)}
    for room, others in found.items():
        inside = {room, *graph().find_descendants(room)}
        for module in inside:
            for imported in graph().find_modules_directly_imported_by(module):
                other = next((one for one in found if f"{imported}.".startswith(f"{one}.")), room)
                if other != room:
                    others.add(other)
    return found


@pytest.mark.parametrize("package", packages())
def test_no_rooms_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    try:
        TopologicalSorter(arrows(package)).prepare()
    except CycleError as error:
        pytest.fail(f"{package}: {' -> '.join(error.args[1])}")
