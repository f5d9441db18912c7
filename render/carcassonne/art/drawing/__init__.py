"""Draw the art of Carcassonne, for a set of tiles that does not ship."""

from functools import partial

from PIL import Image

from engine.carcassonne.catalogue import Catalogue
from render.carcassonne.art import sprites as art
from render.carcassonne.art.drawing.pieces import draw_piece
from render.carcassonne.art.drawing.tiles import draw_tile
from render.picture.scene import Name
from render.picture.sprites import trim
from render.tiles.sprites import FineTile


def draw_part(catalogue: Catalogue, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], art.CELL)
        case FineTile((tile_id, turns), size):
            return draw_tile(catalogue.turned[tile_id][turns], size)
        case _:
            return draw_piece(name)


def draw_sprites(catalogue: Catalogue) -> art.CarcassonneSprites:
    """Draw the sprites of a catalogue of which none ship; this is slow."""
    pages = [art.tile_page("tiles.webp", catalogue.tiles), *art.piece_pages()]
    names = [name for page in pages for name in page.names]
    pictures = trim({name: draw_part(catalogue, name) for name in names})
    return art.CarcassonneSprites(catalogue, pictures, partial(draw_part, catalogue))
