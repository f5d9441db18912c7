"""The art ships drawn: what draws it is loaded only by those who redraw it."""

import subprocess
import sys

LOADS = """
import sys
import bot.__main__, bot.games.faces, render.__main__
import render.castle.painter, render.carcassonne.painter, render.castellan.painter

render.castle.painter.prepare()
render.carcassonne.painter.prepare()
render.castellan.painter.prepare()
print([name for name in sys.modules if name.startswith("render") and "drawing" in name])
"""


def test_nothing_that_runs_loads_the_drawing_of_art() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout
    assert loaded.strip() == "[]"
