"""Redraws the art of Carcassonne."""

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from render.carcassonne.art import sprites as art
from render.carcassonne.art.drawing import draw_part
from render.carcassonne.art.drawing.pieces import draw_piece
from render.carcassonne.art.ground import WOODS
from render.carcassonne.art.sprites import complete_catalogue
from render.picture import palette as materials
from render.picture.scene import Colour, Name
from render.picture.shared_palette import COLOURS_FILE
from render.tiles.board.marking import OFFERED
from render.tiles.sprites import TileSprite
from tools.art import redrawing


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages that ship."""
    return draw_part(complete_catalogue(), name)


def draw_large(name: Name) -> Image.Image:
    """Draw a large tile, in the shared colours: so its page is a third as large."""
    return redrawing.in_shared_colours(art.shared_palette(), draw(name))


def redraw() -> None:
    redrawing.redraw_pages(art.FOLDER, [*art.shipped_pages(), *art.finer_pages()], draw)
    redrawing.redraw_pages(art.FOLDER, art.large_pages(), draw_large)
    fine = [art.FINE_PIECES, art.ADDED_FINE_PIECES]
    redrawing.redraw_pages(art.FOLDER, fine, partial(draw_piece, side=art.FINE_PIECE))


# The number of squares in a row of the picture that colours are chosen from.
ACROSS = 12
# The number of copies of each piece in that picture.
PIECE_COPIES = 3


def fixed_colours(seats: int) -> list[Colour]:
    """List the colours of any game for this many seats, of the table and of the table below an
    offered cell, and of followers that are not in the supply."""
    wood = [colour for wood in WOODS.values() for colour in wood.colours]
    offered_wood = [materials.mix(colour, materials.CREAM, OFFERED) for colour in wood]
    faint_followers = [
        materials.mix(theme.card, seat.main, art.FAINT)
        for theme in materials.THEMES.values()
        for seat in materials.SEATS[:seats]
    ]
    return list(
        dict.fromkeys((*materials.exact_colours(seats), *wood, *offered_wood, *faint_followers))
    )


def sample(
    sprites: art.CarcassonneSprites, catalogue: Catalogue, names: Sequence[Name]
) -> Image.Image:
    """Put everything that is drawn into one picture, each thing roughly as large as it is
    important."""
    tiles = [
        sprites.picture(TileSprite((tile.id, rotation)))
        for tile in catalogue.tiles
        for rotation in range(4)
    ]
    pieces = [sprites.picture(name) for name in [*names] * PIECE_COPIES]
    return redrawing.sheet([*tiles, *redrawing.on_tiles(pieces, tiles)], ACROSS)


def choose_colours() -> dict[str, list[Colour]]:
    """Choose the colours of the base game, and those of pictures in which there is anything of an
    expansion."""
    sprites = art.load_sprites()
    usual = sample(sprites, standard_catalogue(), art.piece_names())
    names = [*art.piece_names(), *art.added_piece_names()]
    everything = sample(sprites, art.complete_catalogue(), names)
    return {
        COLOURS_FILE: redrawing.complete_colours(fixed_colours(art.USUAL_SEATS), usual),
        art.ADDED_COLOURS_FILE: redrawing.complete_colours(
            fixed_colours(len(materials.SEATS)), everything
        ),
    }
