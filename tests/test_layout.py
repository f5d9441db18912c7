"""The layout holds: no package has an import cycle among its rooms, and games are named by nobody.

A room of a package is a module or a package in it. Which layer may import which is a contract in
pyproject.toml.
"""

from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from engine.games import GAMES


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("bot", "engine", "render", "tools")


def packages() -> list[str]:
    return sorted(module for module in graph().modules if graph().find_children(module))


def arrows(package: str) -> dict[str, set[str]]:
    """For each room of a package, the other rooms it imports."""
    imports: dict[str, set[str]] = {room: set() for room in graph().find_children(package)}
    for room, others in imports.items():
        inside = {room, *graph().find_descendants(room)}
        for module in inside:
            for imported in graph().find_modules_directly_imported_by(module):
                dotted = f"{imported}."
                other = next((name for name in imports if dotted.startswith(f"{name}.")), room)
                if other != room:
                    others.add(other)
    return imports


@pytest.mark.parametrize("package", packages())
def test_sibling_subpackages_do_not_import_each_other_in_cycles(package: str) -> None:
    try:
        TopologicalSorter(arrows(package)).prepare()
    except CycleError as error:
        pytest.fail(f"{package}: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize(
    ("package", "importers"),
    [
        (
            "engine",
            (
                *("engine.games", "engine.tutorials", "engine.selfplay", "engine.players.{}"),
                *("render.{}", "bot.games.{}"),
            ),
        ),
        ("engine.players", ("engine.players.players", "engine.selfplay.{}")),
        ("render", ("render.__main__", "bot.games.{}")),
        ("bot.games", ("bot.games.faces",)),
    ],
)
def test_only_registries_and_its_own_packages_name_a_game(
    kind: str, package: str, importers: tuple[str, ...]
) -> None:
    """So no game knows another one, nor do the parts that all games share. Tools name any game."""
    own = f"{package}.{kind}"
    allowed = (own, "tools", *(importer.format(kind) for importer in importers))
    for module in {
        module_name for module_name in graph().modules if f"{module_name}.".startswith(f"{own}.")
    }:
        for importer in graph().find_modules_that_directly_import(module):
            assert any(f"{importer}.".startswith(f"{prefix}.") for prefix in allowed), (
                importer,
                module,
            )
