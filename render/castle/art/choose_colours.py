"""Chooses the shared colours again from the art: `python -m render.castle.art.choose_colours`.

Run this after the art has been redrawn, then make new golden pictures. Words, plates and pieces
keep their exact colours; the rest is divided by how much the art uses them.
"""

from itertools import product
from pathlib import Path

from PIL import Image

from engine.castle.material.catalogue import Catalogue, standard_catalogue
from render.castle.art.colours.palette import SEAM, SURROUNDINGS
from render.castle.art.drawing import piece_names
from render.castle.art.sprites import Sprites, load_sprites
from render.picture.colours.choosing import completed, on_tiles, picked, sheet, written
from render.picture.colours.palette import NEUTRAL, NOTHING, THEMES, Theme, exact_colours, mixed
from render.picture.scene import Colour

TARGET = Path(__file__).parent / "colours" / "shared_colours.py"
PLAYERS = 2
AROUND = 20
"""How many colours the surroundings have in each theme."""
FADING = (0.25, 0.5, 0.75)
PIECE_COPIES = 5
"""How many copies of the pieces go into the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    """The colours that must be exact, and the steps in which the meadow fades."""
    fading = [
        mixed(SURROUNDINGS[theme.name].meadow, theme.background, share)
        for theme in THEMES.values()
        for share in FADING
    ]
    return [*exact_colours(PLAYERS), SEAM, NEUTRAL, NOTHING, *fading]


def sample(sprites: Sprites, catalogue: Catalogue) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    tiles = [sprites.tile((tile.id, 0)) for tile in catalogue.tiles]
    pieces = [sprites.piece(name) for name in piece_names() * PIECE_COPIES]
    boards = [sprites.board(theme.name) for theme in THEMES.values()]
    width, across = boards[0].width, boards[0].width // sprites.cell
    squares = sheet([*tiles, *on_tiles(pieces, tiles)], across)
    page = Image.new("RGB", (width, squares.height + sum(board.height // 2 for board in boards)))
    page.paste(squares, (0, 0))
    top = squares.height
    for board in boards:
        half = board.resize((board.width // 2, board.height // 2), Image.Resampling.NEAREST)
        page.paste(half, (0, top))
        top += half.height
    return page


def choose(sprites: Sprites, catalogue: Catalogue) -> list[Colour]:
    chosen = fixed_colours()
    for theme in THEMES.values():
        around = surroundings(sprites, catalogue, theme)
        chosen += picked(around, AROUND, chosen)
    return completed(chosen, sample(sprites, catalogue))


def surroundings(sprites: Sprites, catalogue: Catalogue, theme: Theme) -> Image.Image:
    """The cells of a board outside the castle wall, whose smooth gradients reveal every step."""
    (west, north, east, south), cell = sprites.layout.box, sprites.cell
    board, wall = sprites.board(theme.name), catalogue.wall
    outside = [
        place
        for place in product(range(west, east), range(north, south))
        if place not in wall.ring and place not in wall.inside
    ]
    page = Image.new("RGB", (cell * len(outside), cell))
    for number, place in enumerate(outside):
        x, y = sprites.layout.cell_origin(place)
        page.paste(board.crop((x, y, x + cell, y + cell)), (number * cell, 0))
    return page


if __name__ == "__main__":
    standard = standard_catalogue()
    chosen = choose(load_sprites(standard), standard)
    TARGET.write_text(written(chosen, "render.castle.art.choose_colours"), "utf-8")
