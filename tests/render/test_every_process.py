"""A picture is the same whichever process paints it: nothing in a scene depends on the order in
which a process happens to store a set."""

import os
import subprocess
import sys

SCENES = """
from importlib import import_module

from render.subject import Subject

for game in ("castle", "carcassonne", "castellan"):
    board = import_module(f"render.{game}.board.board")
    overlays = tuple(import_module(f"render.{game}.board.overlays").Overlay)
    games = import_module(f"tests.render.{game}.games")
    for ply in range(0, 24, 3):
        view, events = games.seen("process", ply)
        look = board.Look(overlays=overlays)
        print(board.board_scene(Subject(view, games.NAMES[:2], events), look))
"""


def scenes(seed: int) -> list[str]:
    """The pictures of the start of each game, made by a process that stores its sets in another
    order."""
    return subprocess.run(
        [sys.executable, "-c", SCENES],
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()


def test_every_process_draws_the_same_scenes() -> None:
    first, second = (scenes(seed) for seed in (1, 2))
    assert [line.startswith("Scene(") for line in first] == [True] * 24
    assert first == second
