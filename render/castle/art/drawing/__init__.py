"""Draw the art of The Castle, for a set of tiles that does not ship."""

from functools import lru_cache, partial

from PIL import Image

from engine.castle.catalogue import Catalogue
from render.castle.art import sprites as art
from render.castle.art.drawing.castle_wall import draw_board
from render.castle.art.drawing.pieces import draw_piece
from render.castle.art.drawing.tiles import draw_tile
from render.castle.art.layout import CastleLayout
from render.drawing.ground import mottle, patches
from render.picture.palette import THEMES
from render.picture.scene import Name, ThemeName
from render.picture.sprites import trim
from render.tiles.sprites import FineTile


def draw_part(catalogue: Catalogue, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], art.CELL)
        case art.BoardSprite(theme):
            return _draw_board(catalogue, theme, art.CELL)
        case _:
            return draw_piece(name)


def draw_fine_part(catalogue: Catalogue, name: FineTile | art.BoardPart) -> Image.Image:
    match name:
        case FineTile((tile_id, turns), size):
            return draw_tile(catalogue.turned[tile_id][turns], size)
        case art.BoardPart(theme, column, row):
            board = _draw_board(catalogue, theme, art.FINE)
            side = art.PART * art.FINE
            wide, high = name.extent(CastleLayout(catalogue.wall, art.FINE))
            left = column * side
            top = row * side
            return board.crop((left, top, left + wide, top + high))


@lru_cache(maxsize=1)
def _draw_board(catalogue: Catalogue, theme: ThemeName, cell: int) -> Image.Image:
    board = draw_board(catalogue, cell, THEMES[theme])
    mottle.cache_clear()
    patches.cache_clear()
    return board


def draw_sprites(catalogue: Catalogue) -> art.CastleSprites:
    """Draw the sprites of a catalogue of which none ship; this is slow."""
    names = [name for page in art.pages(catalogue) for name in page.names]
    pictures = trim({name: draw_part(catalogue, name) for name in names})
    return art.CastleSprites(catalogue, pictures, partial(draw_fine_part, catalogue))
