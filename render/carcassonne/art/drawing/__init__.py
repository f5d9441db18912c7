"""The drawing of the art of Carcassonne, which ships ready-drawn."""

from functools import partial

from PIL import Image

from engine.carcassonne.catalogue import SEATS, Catalogue, standard_catalogue
from render.carcassonne.art.drawing.pieces import (
    LYING,
    MARKER,
    STANDING,
    draw_back,
    draw_follower,
    draw_marker,
)
from render.carcassonne.art.drawing.tiles import draw_tile
from render.carcassonne.art.ground import WOODS
from render.carcassonne.art.sprites import (
    CELL,
    FAINT,
    FINE_PIECE,
    FINE_PIECES,
    FOLDER,
    BackSprite,
    CarcassonneSprites,
    FineTile,
    FollowerSprite,
    MarkerSprite,
    finer_pages,
    large_pages,
    load_sprites,
    pages,
    piece_names,
    shared_palette,
    shipped_pages,
)
from render.drawing.redrawing import (
    complete_colours,
    in_shared_colours,
    on_tiles,
    redraw_pages,
    sheet,
)
from render.picture import palette as materials
from render.picture.scene import Colour, Name
from render.picture.sprites import trim
from render.tiles.board.marking import OFFERED
from render.tiles.sprites import TileSprite


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), name)


def draw_part(catalogue: Catalogue, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], CELL)
        case FineTile((tile_id, turns), size):
            return draw_tile(catalogue.turned[tile_id][turns], size)
        case FollowerSprite(seat, farmer):
            return draw_follower(seat, farmer, CELL)
        case MarkerSprite(seat, laps):
            return draw_marker(seat, laps, CELL)
        case BackSprite():
            return draw_back(CELL)
        case _:
            raise KeyError(name)


def draw_fine_piece(name: Name) -> Image.Image:
    match name:
        case FollowerSprite(seat, farmer):
            return draw_follower(seat, farmer, round(FINE_PIECE / (LYING if farmer else STANDING)))
        case MarkerSprite(seat, laps):
            return draw_marker(seat, laps, round(FINE_PIECE / MARKER))
        case BackSprite():
            return draw_back(FINE_PIECE)
        case _:
            raise KeyError(name)


def draw_large(name: Name) -> Image.Image:
    """Draw a large tile, in the shared colours: so its page is a third as large."""
    return in_shared_colours(shared_palette(), draw(name))


def draw_sprites(catalogue: Catalogue) -> CarcassonneSprites:
    """The sprites of a catalogue of which none ship; this is slow."""
    names = [name for page in pages(catalogue) for name in page.names]
    pictures = trim({name: draw_part(catalogue, name) for name in names})
    return CarcassonneSprites(catalogue, pictures, partial(draw_part, catalogue))


def redraw() -> None:
    redraw_pages(FOLDER, [*shipped_pages(), *finer_pages()], draw)
    redraw_pages(FOLDER, large_pages(), draw_large)
    redraw_pages(FOLDER, [FINE_PIECES], draw_fine_piece)


ACROSS = 12
PIECE_COPIES = 3
"""The number of copies of the pieces in the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    """Those of any game, those of the table also below an offered cell, and those of followers that
    are not in the supply."""
    wood = [colour for wood in WOODS.values() for colour in wood.colours]
    offered = [materials.mix(colour, materials.CREAM, OFFERED) for colour in wood]
    used = [
        materials.mix(theme.card, seat.main, FAINT)
        for theme in materials.THEMES.values()
        for seat in materials.SEATS[: max(SEATS)]
    ]
    return list(dict.fromkeys((*materials.exact_colours(max(SEATS)), *wood, *offered, *used)))


def sample(sprites: CarcassonneSprites, catalogue: Catalogue) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    tiles = [
        sprites.picture(TileSprite((tile.id, rotation)))
        for tile in catalogue.tiles
        for rotation in range(4)
    ]
    pieces = [sprites.picture(name) for name in piece_names() * PIECE_COPIES]
    return sheet([*tiles, *on_tiles(pieces, tiles)], ACROSS)


def choose_colours() -> list[Colour]:
    return complete_colours(fixed_colours(), sample(load_sprites(), standard_catalogue()))
