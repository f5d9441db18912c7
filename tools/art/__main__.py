"""Redraws the art of a game after its look has changed: `python -m tools.art castle`; with
`--colours` it chooses the shared colours again from the art as it ships, with `--emojis` it notes
what emojis look like now. Then make new golden pictures.
"""

import argparse
from functools import partial
from importlib import import_module

from render.picture.emojis import write_digests
from tools.art.redrawing import write_colours

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.art")
    parser.add_argument("game", help="castle, for example")
    parser.add_argument("--colours", action="store_true", help="choose the shared colours")
    parser.add_argument("--emojis", action="store_true", help="note what the emojis look like")
    options = parser.parse_args()
    art = import_module(f"render.{options.game}.art.sprites")
    drawing = import_module(f"tools.art.{options.game}")
    if options.colours:
        for file, colours in drawing.choose_colours().items():
            write_colours(art.FOLDER / file, colours)
    elif not options.emojis:
        drawing.redraw()
    if not options.colours:  # they are drawn from the art as it ships
        emojis = import_module(f"render.{options.game}.emojis")
        draw = partial(emojis.draw_emoji, art.load_sprites())
        write_digests(art.FOLDER, emojis.emoji_names(), draw)
