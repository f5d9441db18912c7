"""Chooses the shared colours again from the art: `python -m render.carcassonne.art.choose_colours`.

Run this after the art has been redrawn, then make new golden pictures. Words, plates and pieces
keep their exact colours; the rest is divided by how much the art uses them.
"""

from pathlib import Path

from PIL import Image

from engine.carcassonne.material.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.vocabulary.players import SEATS
from render.carcassonne.art.drawing import piece_names
from render.carcassonne.art.sprites import Sprites, load_sprites
from render.picture.colours.choosing import completed, on_tiles, sheet, written
from render.picture.colours.palette import exact_colours
from render.picture.scene import Colour
from render.tiles.sprites import TileSprite

TARGET = Path(__file__).parent / "colours" / "shared_colours.py"
ACROSS = 12
PIECE_COPIES = 3
"""How many copies of the pieces go into the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    """The colours that must be exact."""
    return exact_colours(max(SEATS))


def sample(sprites: Sprites, catalogue: Catalogue) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    tiles = [
        sprites.picture(TileSprite((tile.id, rotation)))
        for tile in catalogue.tiles
        for rotation in range(4)
    ]
    pieces = [sprites.picture(name) for name in piece_names() * PIECE_COPIES]
    return sheet([*tiles, *on_tiles(pieces, tiles)], ACROSS)


if __name__ == "__main__":
    standard = standard_catalogue()
    colours = completed(fixed_colours(), sample(load_sprites(standard), standard))
    TARGET.write_text(written(colours, "render.carcassonne.art.choose_colours"), "utf-8")
