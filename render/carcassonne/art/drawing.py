"""What art of Carcassonne is drawn, and on which pages it ships: tiles and pieces.

`python -m render.carcassonne.art.drawing` redraws the pages. Run it after the look of anything has
changed, then make new golden pictures.
"""

from pathlib import Path

from PIL import Image

from engine.carcassonne.material.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.vocabulary.players import SEATS
from render.carcassonne.art.landscape.tile_art import draw_tile
from render.carcassonne.art.pieces import MOST_LAPS, draw_back, draw_follower, draw_marker
from render.carcassonne.art.sprite_names import (
    BackSprite,
    FollowerSprite,
    MarkerSprite,
    PieceSprite,
)
from render.picture.drawn_art import Page, drawn_pictures, write_pages
from render.picture.scene import Name

FOLDER = Path(__file__).parent / "drawn"
CELL = 92
"""The size in pixels at which the art ships."""


def piece_names() -> list[PieceSprite]:
    seats = range(max(SEATS))
    return [
        *(FollowerSprite(seat, farmer) for seat in seats for farmer in (False, True)),
        *(MarkerSprite(seat, laps) for seat in seats for laps in range(MOST_LAPS + 1)),
        BackSprite(),
    ]


def pages(catalogue: Catalogue, cell: int) -> list[Page]:
    tiles: list[Name] = [(tile.id, turns) for tile in catalogue.tiles for turns in range(4)]
    return [
        Page("tiles.webp", "RGB", (cell, cell), tiles),
        Page("pieces.webp", "RGBA", (cell, cell), piece_names()),
    ]


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), CELL, name)


def draw_part(catalogue: Catalogue, cell: int, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], cell)
        case FollowerSprite(seat, farmer):
            return draw_follower(seat, farmer, cell)
        case MarkerSprite(seat, laps):
            return draw_marker(seat, laps, cell)
        case BackSprite():
            return draw_back(cell)
        case _:
            raise KeyError(name)


if __name__ == "__main__":
    shipped = pages(standard_catalogue(), CELL)
    write_pages(FOLDER, shipped, drawn_pictures(shipped, draw))
