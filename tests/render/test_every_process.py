"""A picture is the same whichever process paints it: nothing in a scene depends on the order in
which a process happens to store a set."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

from engine.games import GAMES
from render.subject import Subject

PRINT_SCENES = "from tests.render.test_every_process import scenes; print(*scenes(), sep='\\n')"


def scenes() -> Iterator[str]:
    """The pictures of the start of each game."""
    for game in GAMES:
        board = import_module(f"render.{game}.board.board")
        overlays = tuple(import_module(f"render.{game}.board.overlays").Overlay)
        games = import_module(f"tests.render.{game}.games")
        for ply in range(0, 24, 3):
            view, events = games.seen("goldens", ply)
            look = board.Look(overlays=overlays)
            yield str(board.board_scene(Subject(view, games.NAMES[:2], events), look))


def test_every_process_draws_the_same_scenes() -> None:
    """Also one that stores its sets in another order than this one."""
    own = [*scenes()]
    others = subprocess.run(
        [sys.executable, "-c", PRINT_SCENES],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert [line.startswith("Scene(") for line in own] == [True] * 24
    assert own == others
