"""The drawing of the art of The Castle, which ships ready-drawn."""

from functools import lru_cache
from itertools import product

from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from render.castle.art.drawing.castle_wall import Castle, draw_board, draw_castle
from render.castle.art.drawing.pieces import (
    draw_follower,
    draw_keep,
    draw_marker,
    draw_wall_tile,
    draw_wall_tile_back,
)
from render.castle.art.drawing.tiles import draw_tile
from render.castle.art.layout import CastleLayout
from render.castle.art.palette import SEAM, SURROUNDINGS
from render.castle.art.sprites import (
    CELL,
    FOLDER,
    BoardSprite,
    CastleSprites,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
    load_sprites,
    pages,
    piece_names,
    shipped_pages,
)
from render.drawing.ground import patches
from render.drawing.redrawing import complete_colours, on_tiles, pick_colours, redraw_pages, sheet
from render.picture.palette import NEUTRAL, NOTHING, THEMES, Theme, exact_colours, mix
from render.picture.scene import Colour, Name
from render.picture.sprites import trim


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), CELL, name)


def draw_part(catalogue: Catalogue, cell: int, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], cell)
        case BoardSprite(theme):
            board = draw_board(
                _castle(catalogue, cell), CastleLayout(catalogue.wall, cell), THEMES[theme]
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
    return draw_castle(catalogue, CastleLayout(catalogue.wall, cell))


def draw_sprites(catalogue: Catalogue, cell: int = CELL) -> CastleSprites:
    """The sprites of a catalogue of which none ship; this is slow."""
    names = [name for page in pages(catalogue, cell) for name in page.names]
    drawn = {name: draw_part(catalogue, cell, name) for name in names}
    return CastleSprites(catalogue, cell, trim(drawn))


def redraw() -> None:
    redraw_pages(FOLDER, shipped_pages(), draw)


PLAYERS = 2
AROUND = 20
"""The number of colours of the surroundings in each theme."""
FADING = (0.25, 0.5, 0.75)
PIECE_COPIES = 5
"""The number of copies of the pieces in the picture that colours are chosen from."""


def fixed_colours() -> list[Colour]:
    """The colours that must be exact, and the steps in which the meadow fades."""
    fading = [
        mix(SURROUNDINGS[theme.name].meadow, theme.background, share)
        for theme in THEMES.values()
        for share in FADING
    ]
    return [*exact_colours(PLAYERS), SEAM, NEUTRAL, NOTHING, *fading]


def sample(sprites: CastleSprites, catalogue: Catalogue) -> Image.Image:
    """One picture with everything that is drawn, each thing roughly as large as it is important."""
    tiles = [sprites.pictures[tile.id, 0] for tile in catalogue.tiles]
    pieces = [sprites.picture(name) for name in piece_names() * PIECE_COPIES]
    boards = [sprites.picture(BoardSprite(theme.name)) for theme in THEMES.values()]
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


def choose_colours() -> list[Colour]:
    """The shared colours of all pictures of the game."""
    sprites, catalogue, chosen = load_sprites(), standard_catalogue(), fixed_colours()
    for theme in THEMES.values():
        around = surroundings(sprites, catalogue, theme)
        chosen += pick_colours(around, AROUND, chosen)
    return complete_colours(chosen, sample(sprites, catalogue))


def surroundings(sprites: CastleSprites, catalogue: Catalogue, theme: Theme) -> Image.Image:
    """The cells of a board outside the castle wall, whose smooth gradients reveal every step."""
    (west, north, east, south), cell = sprites.layout.box, sprites.cell
    board, wall = sprites.picture(BoardSprite(theme.name)), catalogue.wall
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
