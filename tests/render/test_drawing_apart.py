"""The art ships drawn: what draws it is loaded only by those who redraw it."""

import subprocess
import sys

LOADS = """
import sys
import bot.__main__, bot.games.faces, render.__main__
import render.castle.pictures, render.carcassonne.pictures, render.castellan.pictures

render.castle.pictures.prepare()
render.carcassonne.pictures.prepare()
render.castellan.pictures.prepare()
print([name for name in sys.modules if name.startswith("render") and "drawing" in name])
"""


def test_nothing_that_runs_loads_the_drawing_of_art() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout
    assert loaded.strip() == "[]"
