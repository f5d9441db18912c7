"""Redraws the art of a game after its look has changed: `python -m render.drawing castle`; with
`--colours` it chooses the shared colours again from the art as it ships. Then make new golden
pictures.
"""

import argparse
from importlib import import_module

from render.drawing.redrawing import write_colours

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m render.drawing")
    parser.add_argument("game", help="castle, for example")
    parser.add_argument("--colours", action="store_true", help="choose the shared colours")
    options = parser.parse_args()
    drawing = import_module(f"render.{options.game}.art.drawing")
    if options.colours:
        write_colours(drawing.FOLDER, drawing.choose_colours())
    else:
        drawing.redraw()
