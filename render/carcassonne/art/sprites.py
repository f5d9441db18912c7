"""Art of Carcassonne by name, for one catalogue: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

from PIL import Image

from engine.carcassonne.catalogue import Catalogue, read_catalogue, standard_catalogue
from engine.tiles.tile import Tile
from render.carcassonne.art.ground import GroundSprite, draw_ground, ground_extent
from render.carcassonne.art.land import segments_mask
from render.picture.cache import cache_results
from render.picture.palette import SEATS
from render.picture.scene import Name, Size
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import (
    Pictures,
    ShippedPictures,
    SpritePage,
    pictures_weight,
    read_pages,
    resize,
    trim,
)
from render.tiles.segment_shapes import TileSprites
from render.tiles.sprites import FineTile, TileSprite


@dataclass(frozen=True, slots=True)
class FollowerSprite:
    """A farmer lies on its back, every other follower stands. Each player has a large one."""

    seat: int
    farmer: bool
    large: bool = False


@dataclass(frozen=True, slots=True)
class MarkerSprite:
    """A score marker. Its laps are how often the score has passed the end of the track; they are
    drawn the same from four on."""

    seat: int
    laps: int


@dataclass(frozen=True, slots=True)
class BackSprite:
    """Back of a tile."""


PieceSprite = FollowerSprite | MarkerSprite | BackSprite


FOLDER = Path(__file__).parent / "drawn"
# The size in pixels at which the art ships.
CELL = 92
# The other sizes at which tiles ship, so that no picture enlarges them. Each of these tiles is read
# when it is shown, since all of them together would take much memory.
FINER = (128, 200)
# The size of the tiles of the introduction.
LARGE = 460
# The tiles of the introduction.
LARGE_TILES = ("B", "C", "K", "U", "W")
# The size of the squares of the pieces for close-ups, tables and emojis.
FINE_PIECE = 192
# The seats of the base game.
USUAL_SEATS = 5
# The opacity of a follower that is not in the supply.
FAINT = 0.2


def complete_catalogue() -> Catalogue:
    """Read the tiles of the base game and of all expansions."""
    return read_catalogue("inns", "river")


def piece_names() -> list[PieceSprite]:
    """List the pieces of the base game."""
    seats = range(USUAL_SEATS)
    return [
        *(FollowerSprite(seat, farmer) for seat in seats for farmer in (False, True)),
        *(MarkerSprite(seat, laps) for seat in seats for laps in range(MOST_LAPS + 1)),
        BackSprite(),
    ]


def added_piece_names() -> list[PieceSprite]:
    """List the pieces of the expansions: a sixth player, and everybody's large follower."""
    seats = range(len(SEATS))
    sixth = seats[USUAL_SEATS:]
    return [
        *(FollowerSprite(seat, farmer) for seat in sixth for farmer in (False, True)),
        *(MarkerSprite(seat, laps) for seat in sixth for laps in range(MOST_LAPS + 1)),
        *(FollowerSprite(seat, farmer, True) for seat in seats for farmer in (False, True)),
    ]


def tile_page(file: str, tiles: Iterable[Tile]) -> SpritePage:
    names: list[Name] = [(tile.id, turns) for tile in tiles for turns in range(4)]
    return SpritePage(file, "RGB", (CELL, CELL), names)


def piece_pages() -> list[SpritePage]:
    return [
        SpritePage("pieces.webp", "RGBA", (CELL, CELL), piece_names()),
        SpritePage("added_pieces.webp", "RGBA", (CELL, CELL), added_piece_names()),
    ]


def finer_pages() -> list[SpritePage]:
    tiles = product(FINER, complete_catalogue().tiles, range(4))
    return [FineTile((tile.id, turns), size).page for size, tile, turns in tiles]


def large_pages() -> list[SpritePage]:
    return [FineTile(turned, LARGE).page for turned in product(LARGE_TILES, range(4))]


# From this many laps on, markers look the same.
MOST_LAPS = 4
# The page of pieces for close-ups, each in its whole square.
FINE_PIECES = SpritePage("fine_pieces.webp", "RGBA", (FINE_PIECE, FINE_PIECE), piece_names())
ADDED_FINE_PIECES = replace(FINE_PIECES, file="added_fine_pieces.webp", names=added_piece_names())


@cache_results(pictures_weight)
def _fine_pieces(page_file: str) -> Pictures:
    pages = [page for page in (FINE_PIECES, ADDED_FINE_PIECES) if page.file == page_file]
    return trim(read_pages(FOLDER, pages))


def fine_piece(name: Name) -> Image.Image:
    page = ADDED_FINE_PIECES if is_added(name) else FINE_PIECES
    return _fine_pieces(page.file)[name]


def shared_palette() -> SharedPalette:
    return SharedPalette.read(FOLDER)


# The file of the colours that pictures share in which there is anything of an expansion.
ADDED_COLOURS_FILE = "added_colours.txt"


def added_palette() -> SharedPalette:
    return SharedPalette.read(FOLDER, ADDED_COLOURS_FILE)


def is_added(name: Name) -> bool:
    """Tell whether a sprite belongs to an expansion."""
    match name:
        case TileSprite((tile, _)):
            return tile in _added_tiles()
        case FollowerSprite(seat, _, large):
            return large or seat >= USUAL_SEATS
        case MarkerSprite(seat):
            return seat >= USUAL_SEATS
        case _:
            return False


@cache
def _added_tiles() -> frozenset[str]:
    return frozenset(complete_catalogue().turned) - standard_catalogue().turned.keys()


class CarcassonneSprites(TileSprites):
    def __init__(
        self, catalogue: Catalogue, pictures: Pictures, fine: Callable[[FineTile], Image.Image]
    ) -> None:
        """Take the pictures of the `pages` of this catalogue; `fine` finds or draws others."""
        super().__init__(pictures, catalogue, segments_mask)
        self._fine = fine

    def picture(self, name: Name) -> Image.Image:
        match name:
            case TileSprite(tile, None, ()):
                return self.pictures[tile]
            case MarkerSprite():
                return self.pictures[_limit_laps(name)]
            case _:
                return self.pictures[name]

    def extent(self, name: Name, size: int) -> Size:
        return ground_extent(size) if isinstance(name, GroundSprite) else super().extent(name, size)

    def image(self, name: Name, size: int) -> Image.Image:
        match name:
            case GroundSprite(theme):
                return draw_ground(theme, size)
            case TileSprite(tile, None, ()) if size > CELL and tile in self.pictures:
                sizes = (*FINER, LARGE) if tile[0] in LARGE_TILES else FINER
                finer = next((finer for finer in sizes if finer >= size), sizes[-1])
                return resize(self._fine(FineTile(tile, finer)), (size, size))
            case FollowerSprite() | MarkerSprite() if size > self.picture(name).height:
                return resize(fine_piece(_limit_laps(name)), self.extent(name, size))
            case _:
                return super().image(name, size)


def _limit_laps(name: Name) -> Name:
    if isinstance(name, MarkerSprite):
        return replace(name, laps=min(name.laps, MOST_LAPS))
    return name


def shipped_pages() -> list[SpritePage]:
    added = [tile for tile in complete_catalogue().tiles if tile.id in _added_tiles()]
    return [
        tile_page("tiles.webp", standard_catalogue().tiles),
        tile_page("added_tiles.webp", added),
        *piece_pages(),
    ]


def load_sprites() -> CarcassonneSprites:
    pictures = ShippedPictures(FOLDER, shipped_pages(), trim)
    return CarcassonneSprites(complete_catalogue(), pictures, read_fine)


def read_fine(name: FineTile) -> Image.Image:
    return read_pages(FOLDER, [name.page])[name]
