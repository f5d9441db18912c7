"""The drawing of the art of Carcassonne, which ships ready-drawn."""

from functools import partial

from PIL import Image

from engine.carcassonne.catalogue import SEATS, Catalogue, standard_catalogue
from render.carcassonne.art.drawing.pieces import (
    LYING,
    STANDING,
    draw_back,
    draw_follower,
    draw_marker,
)
from render.carcassonne.art.drawing.tiles import draw_tile
from render.carcassonne.art.ground import WOODS
from render.carcassonne.art.sprites import (
    CELL,
    EMOJI,
    FAINT,
    FOLDER,
    BackSprite,
    CarcassonneSprites,
    FineTile,
    FollowerSprite,
    MarkerSprite,
    emoji_page,
    fine_pages,
    load_sprites,
    pages,
    piece_names,
    shipped_pages,
)
from render.drawing.redrawing import complete_colours, on_tiles, redraw_pages, sheet
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


def draw_for_emoji(name: Name) -> Image.Image:
    """Draw a follower for the page of emojis."""
    if not isinstance(name, FollowerSprite):
        raise KeyError(name)
    return draw_follower(
        name.seat, name.farmer, round(EMOJI / (LYING if name.farmer else STANDING))
    )


def draw_sprites(catalogue: Catalogue) -> CarcassonneSprites:
    """The sprites of a catalogue of which none ship; this is slow."""
    names = [name for page in pages(catalogue) for name in page.names]
    pictures = trim({name: draw_part(catalogue, name) for name in names})
    return CarcassonneSprites(catalogue, pictures, partial(draw_part, catalogue))


def redraw() -> None:
    redraw_pages(FOLDER, [*shipped_pages(), *fine_pages()], draw)
    redraw_pages(FOLDER, [emoji_page()], draw_for_emoji)


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
