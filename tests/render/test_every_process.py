"""Whichever process paints a picture, it is the same: nothing in a scene follows the order in which
a set of this process happens to be stored."""

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
    """Those of the start of a game, told by a process that stores its sets in another order."""
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
