"""Redraws the art of The Castle."""

from itertools import product

from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from render.castle.art import sprites as art
from render.castle.art.drawing import draw_fine_part, draw_part
from render.castle.art.drawing.pieces import draw_piece
from render.castle.art.palette import SEAM, SURROUNDINGS
from render.picture.palette import NEUTRAL, NOTHING, THEMES, Theme, exact_colours, mix
from render.picture.scene import Colour, Name
from render.picture.shared_palette import COLOURS_FILE
from render.tiles.sprites import FineTile
from tools.art import redrawing


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), name)


def draw_fine(name: Name) -> Image.Image:
    """Draw a picture for the fine pages; all but pieces in the shared colours: so they are a third
    as large."""
    if not isinstance(name, FineTile | art.BoardPart):
        return draw_piece(name, art.FINE_PIECE)
    picture = draw_fine_part(standard_catalogue(), name)
    return redrawing.in_shared_colours(art.shared_palette(), picture)


def redraw() -> None:
    redrawing.redraw_pages(art.FOLDER, art.shipped_pages(), draw)
    redrawing.redraw_pages(art.FOLDER, [art.FINE_PIECES, *art.fine_pages()], draw_fine)


PLAYERS = 2
# The number of colours chosen for the surroundings in each theme.
SURROUNDING_COLOURS = 20
# The shares of the background in the steps in which the meadow fades into it.
FADING = (0.25, 0.5, 0.75)
# The number of copies of each piece in the picture that colours are chosen from.
PIECE_COPIES = 5


def fixed_colours() -> list[Colour]:
    """List the colours that must be exact, and the steps in which the meadow fades."""
    fading = [
        mix(SURROUNDINGS[theme.name].meadow, theme.background, share)
        for theme in THEMES.values()
        for share in FADING
    ]
    return [*exact_colours(PLAYERS), SEAM, NEUTRAL, NOTHING, *fading]


def sample(sprites: art.CastleSprites, catalogue: Catalogue) -> Image.Image:
    """Put everything that is drawn into one picture, each thing roughly as large as it is
    important."""
    tiles = [sprites.pictures[tile.id, 0] for tile in catalogue.tiles]
    pieces = [sprites.picture(name) for name in art.piece_names() * PIECE_COPIES]
    boards = [sprites.picture(art.BoardSprite(theme.name)) for theme in THEMES.values()]
    width = boards[0].width
    cells_across = boards[0].width // art.CELL
    squares = redrawing.sheet([*tiles, *redrawing.on_tiles(pieces, tiles)], cells_across)
    page = Image.new("RGB", (width, squares.height + sum(board.height // 2 for board in boards)))
    page.paste(squares, (0, 0))
    top = squares.height
    for board in boards:
        half = board.resize((board.width // 2, board.height // 2), Image.Resampling.NEAREST)
        page.paste(half, (0, top))
        top += half.height
    return page


def choose_colours() -> dict[str, list[Colour]]:
    sprites = art.load_sprites()
    catalogue = standard_catalogue()
    colours = fixed_colours()
    for theme in THEMES.values():
        outside_wall = surroundings(sprites, catalogue, theme)
        colours += redrawing.pick_colours(outside_wall, SURROUNDING_COLOURS, colours)
    return {COLOURS_FILE: redrawing.complete_colours(colours, sample(sprites, catalogue))}


def surroundings(sprites: art.CastleSprites, catalogue: Catalogue, theme: Theme) -> Image.Image:
    """Cut out the cells of a board outside the castle wall, whose smooth gradients reveal every
    step."""
    west, north, east, south = sprites.layout.box
    board = sprites.picture(art.BoardSprite(theme.name))
    wall = catalogue.wall
    outside = [
        cell
        for cell in product(range(west, east), range(north, south))
        if cell not in wall.ring and cell not in wall.inside
    ]
    page = Image.new("RGB", (art.CELL * len(outside), art.CELL))
    for number, cell in enumerate(outside):
        x, y = sprites.layout.cell_origin(cell)
        page.paste(board.crop((x, y, x + art.CELL, y + art.CELL)), (number * art.CELL, 0))
    return page
