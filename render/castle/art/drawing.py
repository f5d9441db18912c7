"""What art of The Castle is drawn, and on which pages it ships: tiles, boards and pieces.

`python -m render.castle.art.drawing` redraws the pages. Run it after the look of anything has
changed, then make new golden pictures.
"""

from functools import lru_cache
from pathlib import Path

from PIL import Image

from engine.castle.material.catalogue import Catalogue, standard_catalogue
from engine.castle.vocabulary.moves import ROLES
from render.art.texture import patches
from render.castle.art.castle_wall_art import Castle, draw_board, draw_castle
from render.castle.art.icons import KINDS, draw_wall_tile, draw_wall_tile_back
from render.castle.art.layout import Layout
from render.castle.art.pieces import draw_follower, draw_keep, draw_marker
from render.castle.art.sprite_names import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    PieceSprite,
    WallTileSprite,
)
from render.castle.art.tile_art import draw_tile
from render.picture.colours.palette import THEMES
from render.picture.drawn_art import Page, drawn_pictures, write_pages
from render.picture.scene import Name

FOLDER = Path(__file__).parent / "drawn"
CELL = 92
"""The size in pixels at which the art ships."""


def piece_names() -> list[PieceSprite]:
    seats = (0, 1)
    return [
        *(FollowerSprite(seat, role) for seat in seats for role in ROLES.values()),
        *(KeepSprite(seat) for seat in seats),
        *(MarkerSprite(seat, lapped) for seat in seats for lapped in (False, True)),
        *(WallTileSprite(kind) for kind in (*KINDS, None)),
    ]


def pages(catalogue: Catalogue, cell: int) -> list[Page]:
    tiles: list[Name] = [(tile.id, turns) for tile in catalogue.tiles for turns in range(4)]
    boards: list[Name] = [BoardSprite(theme) for theme in THEMES]
    return [
        Page("tiles.webp", "RGB", (cell, cell), tiles),
        Page("boards.webp", "RGB", Layout(catalogue.wall, cell).size, boards),
        Page("pieces.webp", "RGBA", (cell, cell), piece_names()),
    ]


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), CELL, name)


def draw_part(catalogue: Catalogue, cell: int, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], cell)
        case BoardSprite(theme):
            board = draw_board(
                _castle(catalogue, cell), Layout(catalogue.wall, cell), THEMES[theme]
            )
            patches.cache_clear()
            return board
        case FollowerSprite(seat, role):
            return draw_follower(seat, role, cell)
        case KeepSprite(seat):
            return draw_keep(seat, cell)
        case MarkerSprite(seat, lapped):
            return draw_marker(seat, lapped, cell)
        case WallTileSprite(kind):
            return draw_wall_tile_back(cell) if kind is None else draw_wall_tile(kind, cell)
        case _:
            raise KeyError(name)


@lru_cache(maxsize=1)
def _castle(catalogue: Catalogue, cell: int) -> Castle:
    """The same on the board of every theme."""
    return draw_castle(catalogue, Layout(catalogue.wall, cell))


if __name__ == "__main__":
    shipped = pages(standard_catalogue(), CELL)
    write_pages(FOLDER, shipped, drawn_pictures(shipped, draw))
