"""A picture is the same whichever process paints it: nothing in a scene depends on the order in
which a process happens to store a set."""

import os
import subprocess
import sys

import pytest

SCENES = """
from render.{game}.board.board import Look, board_scene
from render.{game}.board.overlays import Overlay
from tests.render.{game}.games import NAMES, seen

for ply in range(0, 24, 3):
    view, events = seen("process", ply)
    look = Look(overlays=tuple(Overlay))
    print(board_scene(view, NAMES[:2], events=events, look=look))
"""


def scenes(game: str, seed: int) -> str:
    """The pictures of the start of a game, made by a process that stores its sets in another
    order."""
    return subprocess.run(
        [sys.executable, "-c", SCENES.format(game=game)],
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.parametrize("game", ["castle", "carcassonne", "castellan"])
def test_every_process_draws_the_same_scenes(game: str) -> None:
    first, second = (scenes(game, seed) for seed in (1, 2))
    assert first.count("Inset(") >= 8
    assert first == second
