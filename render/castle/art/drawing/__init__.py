"""The drawing of the art of The Castle, which ships ready-drawn."""

from functools import lru_cache, partial
from itertools import product

from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from render.castle.art.drawing.castle_wall import draw_board, draw_castle
from render.castle.art.drawing.pieces import (
    BACK,
    FOLLOWER,
    KEEP,
    MARKER,
    WALL_TILE,
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
    FINE,
    FINE_PIECE,
    FINE_PIECES,
    FOLDER,
    PART,
    BoardPart,
    BoardSprite,
    CastleSprites,
    FineTile,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
    fine_pages,
    load_sprites,
    pages,
    part_extent,
    piece_names,
    shared_palette,
    shipped_pages,
)
from render.drawing.ground import mottle, patches
from render.drawing.redrawing import (
    complete_colours,
    in_shared_colours,
    on_tiles,
    pick_colours,
    redraw_pages,
    sheet,
)
from render.picture.palette import NEUTRAL, NOTHING, THEMES, Theme, exact_colours, mix
from render.picture.scene import Colour, Name, ThemeName
from render.picture.sprites import trim


def draw(name: Name) -> Image.Image:
    """Draw a picture for the pages of the standard catalogue."""
    return draw_part(standard_catalogue(), name)


def draw_part(catalogue: Catalogue, name: Name) -> Image.Image:
    match name:
        case (str() as tile_id, int() as turns):
            return draw_tile(catalogue.turned[tile_id][turns], CELL)
        case BoardSprite(theme):
            return _draw_board(catalogue, theme, CELL)
        case FollowerSprite(seat, role):
            return draw_follower(seat, role, CELL)
        case KeepSprite(seat):
            return draw_keep(seat, CELL)
        case MarkerSprite(seat, lapped):
            return draw_marker(seat, lapped, CELL)
        case WallTileSprite(kind):
            return draw_wall_tile_back(CELL) if kind is None else draw_wall_tile(kind, CELL)
        case _:
            raise KeyError(name)


def draw_fine(name: Name) -> Image.Image:
    """Draw a picture for the fine pages, in the shared colours: so they are a third as large."""
    if not isinstance(name, FineTile | BoardPart):
        return draw_fine_piece(name)
    return in_shared_colours(shared_palette(), draw_fine_part(standard_catalogue(), name))


def draw_fine_piece(name: Name) -> Image.Image:
    match name:
        case FollowerSprite(seat, role):
            return draw_follower(seat, role, round(FINE_PIECE / FOLLOWER))
        case KeepSprite(seat):
            return draw_keep(seat, round(FINE_PIECE / KEEP))
        case MarkerSprite(seat, lapped):
            return draw_marker(seat, lapped, round(FINE_PIECE / MARKER))
        case WallTileSprite(None):
            return draw_wall_tile_back(round(FINE_PIECE / BACK))
        case WallTileSprite(int() as kind):
            return draw_wall_tile(kind, round(FINE_PIECE / WALL_TILE))
        case _:
            raise KeyError(name)


def draw_fine_part(catalogue: Catalogue, name: FineTile | BoardPart) -> Image.Image:
    match name:
        case FineTile((tile_id, turns), size):
            return draw_tile(catalogue.turned[tile_id][turns], size)
        case BoardPart(theme, column, row):
            side, (wide, high) = PART * FINE, part_extent(CastleLayout(catalogue.wall, FINE), name)
            left, top = column * side, row * side
            return _draw_board(catalogue, theme, FINE).crop((left, top, left + wide, top + high))


@lru_cache(maxsize=1)
def _draw_board(catalogue: Catalogue, theme: ThemeName, cell: int) -> Image.Image:
    layout = CastleLayout(catalogue.wall, cell)
    board = draw_board(draw_castle(catalogue, cell), layout, THEMES[theme])
    mottle.cache_clear()
    patches.cache_clear()
    return board


def draw_sprites(catalogue: Catalogue) -> CastleSprites:
    """The sprites of a catalogue of which none ship; this is slow."""
    names = [name for page in pages(catalogue) for name in page.names]
    pictures = trim({name: draw_part(catalogue, name) for name in names})
    return CastleSprites(catalogue, pictures, partial(draw_fine_part, catalogue))


def redraw() -> None:
    redraw_pages(FOLDER, shipped_pages(), draw)
    redraw_pages(FOLDER, [FINE_PIECES, *fine_pages()], draw_fine)


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
    width, across = boards[0].width, boards[0].width // CELL
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
    sprites, catalogue, chosen = load_sprites(), standard_catalogue(), fixed_colours()
    for theme in THEMES.values():
        around = surroundings(sprites, catalogue, theme)
        chosen += pick_colours(around, AROUND, chosen)
    return complete_colours(chosen, sample(sprites, catalogue))


def surroundings(sprites: CastleSprites, catalogue: Catalogue, theme: Theme) -> Image.Image:
    """The cells of a board outside the castle wall, whose smooth gradients reveal every step."""
    west, north, east, south = sprites.layout.box
    board, wall = sprites.picture(BoardSprite(theme.name)), catalogue.wall
    outside = [
        place
        for place in product(range(west, east), range(north, south))
        if place not in wall.ring and place not in wall.inside
    ]
    page = Image.new("RGB", (CELL * len(outside), CELL))
    for number, place in enumerate(outside):
        x, y = sprites.layout.cell_origin(place)
        page.paste(board.crop((x, y, x + CELL, y + CELL)), (number * CELL, 0))
    return page
