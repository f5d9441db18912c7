"""The art ships drawn: what draws it is loaded only by those who redraw it."""

import subprocess
import sys

LOADS = """
import sys
import bot.__main__, render.__main__
from bot.games.faces import FACES

for face in FACES.values():
    face.pictures.prepare()
print([name for name in sys.modules if name.startswith("render") and "drawing" in name])
"""


def test_nothing_that_runs_loads_the_drawing_of_art() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout
    assert loaded.strip() == "[]"
