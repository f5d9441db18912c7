"""Art of The Castle by name, for one catalogue: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES, Role
from engine.tiles.tile import STEPS, TurnedTile, opposite
from render.castle.art.edges import (
    Strip,
    depth_of,
    draw_edge,
    draw_seams,
    kinds_beyond_side,
    kinds_on_side,
)
from render.castle.art.layout import CastleLayout
from render.castle.art.shapes import segments_mask
from render.picture.cache import cache_results
from render.picture.palette import THEMES
from render.picture.scene import Name, Size, ThemeName
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
from render.tiles.sprites import Beyond, EdgeSprite, FineTile, TileSprite, Turned


@dataclass(frozen=True, slots=True)
class FollowerSprite:
    seat: int
    role: Role


@dataclass(frozen=True, slots=True)
class KeepSprite:
    seat: int


@dataclass(frozen=True, slots=True)
class MarkerSprite:
    """A score marker; it is lapped when the score is past 99."""

    seat: int
    lapped: bool


# The kinds of wall tiles.
KINDS = tuple(range(1, 10))


@dataclass(frozen=True, slots=True)
class WallTileSprite:
    """A wall tile lying face up, or face down when its kind is None."""

    kind: int | None


PieceSprite = FollowerSprite | KeepSprite | MarkerSprite | WallTileSprite


@dataclass(frozen=True, slots=True)
class BoardSprite:
    """Castle wall, start spaces and bare ground."""

    theme: ThemeName


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A square of the board, for close-ups, of which the whole would be huge: `PART` cells wide
    unless it ends at the border of the board."""

    theme: ThemeName
    column: int
    row: int

    def extent(self, layout: CastleLayout) -> Size:
        """Measure the part in pixels, on a board of this size."""
        side = PART * layout.cell
        (width, height) = layout.size
        return min(side, width - self.column * side), min(side, height - self.row * side)

    @property
    def page(self) -> SpritePage:
        """Page that it ships on, alone."""
        square = self.extent(CastleLayout(standard_catalogue().wall, FINE))
        file = f"{FINE}/{self.theme}_{self.column}_{self.row}.webp"
        return SpritePage(file, "RGB", square, [self])


FOLDER = Path(__file__).parent / "drawn"
# The size in pixels at which the art ships for whole boards.
CELL = 92
# The size for close-ups.
FINE = 240
# The size for the introduction.
LARGE = 460
# The tiles of the introduction.
LARGE_TILES = ("crossing-1",)
# The size of the squares of the pieces for close-ups, tables and emojis.
FINE_PIECE = 192
# The cells across and down a part of the board.
PART = 3


def piece_names() -> list[PieceSprite]:
    seats = (0, 1)
    return [
        *(FollowerSprite(seat, role) for seat in seats for role in ROLES.values()),
        *(KeepSprite(seat) for seat in seats),
        *(MarkerSprite(seat, lapped) for seat in seats for lapped in (False, True)),
        *(WallTileSprite(kind) for kind in (*KINDS, None)),
    ]


def pages(catalogue: Catalogue) -> list[SpritePage]:
    tiles: list[Name] = [(tile.id, turns) for tile in catalogue.tiles for turns in range(4)]
    boards: list[Name] = [BoardSprite(theme) for theme in THEMES]
    return [
        SpritePage("tiles.webp", "RGB", (CELL, CELL), tiles),
        SpritePage("boards.webp", "RGB", CastleLayout(catalogue.wall, CELL).size, boards),
        SpritePage("pieces.webp", "RGBA", (CELL, CELL), piece_names()),
    ]


# The page of pieces for close-ups, each in its whole square.
FINE_PIECES = SpritePage("fine_pieces.webp", "RGBA", (FINE_PIECE, FINE_PIECE), piece_names())


def board_parts(layout: CastleLayout) -> list[tuple[int, int]]:
    """List the column and the row of each part of a board."""
    side = PART * layout.cell
    (width, height) = layout.size
    return [*product(range(-(-width // side)), range(-(-height // side)))]


def fine_pages() -> list[SpritePage]:
    """List the pages that ship besides the `pages`, so that no picture enlarges these. Each is read
    when it is shown, since all of them together would take much memory."""
    catalogue = standard_catalogue()
    parts = board_parts(CastleLayout(catalogue.wall, FINE))
    tiles = [(tile.id, FINE) for tile in catalogue.tiles] + [(tile, LARGE) for tile in LARGE_TILES]
    return [
        *(FineTile((tile, turns), size).page for tile, size in tiles for turns in range(4)),
        *(BoardPart(theme, *part).page for theme in THEMES for part in parts),
    ]


class CastleSprites(TileSprites):
    def __init__(
        self,
        catalogue: Catalogue,
        pictures: Pictures,
        fine: Callable[[FineTile | BoardPart], Image.Image],
    ) -> None:
        """Take the pictures of the `pages` of this catalogue; `fine` finds or draws others."""
        super().__init__(pictures, catalogue, segments_mask)
        self.layout = CastleLayout(catalogue.wall, CELL)
        self._fine = fine
        starts = enumerate(catalogue.start_spaces, len(catalogue.wall.inside))
        self._starts = {start.tile.id: catalogue.board.laid[number] for number, start in starts}

    def extent(self, name: Name, size: int) -> Size:
        match name:
            case TileSprite():
                return size, size
            case EdgeSprite(side=side):
                shipped = CELL if size <= CELL else FINE
                along = size
                deep = max(1, round(depth_of(shipped) * (size / shipped)))
                return (along, deep) if side % 2 == 0 else (deep, along)
            case BoardSprite():
                return CastleLayout(self.layout.wall, size).size
            case BoardPart():
                return name.extent(CastleLayout(self.layout.wall, size))
            case _:
                return super().extent(name, size)

    def picture(self, name: Name) -> Image.Image:
        match name:
            case TileSprite():
                return self._dressed_tile(name, CELL)
            case EdgeSprite():
                return self._edge_beyond(name, CELL)
            case _:
                return self.pictures[name]

    def image(self, name: Name, size: int) -> Image.Image:
        return resize(self._in_full_detail(name, size), self.extent(name, size))

    def _in_full_detail(self, name: Name, size: int) -> Image.Image:
        """Find a sprite as it is drawn in the smallest size that need not be enlarged, if there is
        one."""
        match name:
            case TileSprite() if size > CELL:
                large = size > FINE and name.tile[0] in LARGE_TILES
                return self._dressed_tile(name, LARGE if large else FINE)
            case EdgeSprite() if size > CELL:
                return self._edge_beyond(name, FINE)
            case BoardPart():
                return self._fine(name)
            case FollowerSprite() | KeepSprite() | MarkerSprite() | WallTileSprite():
                picture = self.pictures[name]
                return picture if size <= picture.height else fine_pieces()[name]
            case _:
                return self.picture(name)

    def _dressed_tile(self, name: TileSprite, cell: int) -> Image.Image:
        """Draw a tile with its half of the edges between features that only touch, and with
        seams."""
        image = self.pictures[name.tile]
        if cell > CELL:
            image = self._fine(FineTile(name.tile, cell))
        if name.near is None:
            return image
        image = image.copy()
        for side, neighbour in enumerate(name.near):
            strip = self._strip(name.tile, side, neighbour, cell)
            if strip is not None:
                image.paste(strip.image, (strip.dx, strip.dy), strip.image)
        neighbours = [
            None if isinstance(neighbour, str) else self.turned_tile(neighbour)
            for neighbour in name.near
        ]
        draw_seams(image, self.turned_tile(name.tile), name.complete, neighbours)
        return image

    def _edge_beyond(self, name: EdgeSprite, cell: int) -> Image.Image:
        """Draw the half of an edge that lies beyond the tile; empty where features join."""
        strip = self._strip(name.tile, name.side, name.beyond, cell)
        if strip is None:
            return Image.new("RGBA", self.extent(name, cell))
        deep = depth_of(cell)
        left, top = ((0, 0), (deep, 0), (0, deep), (0, 0))[name.side]
        across, down = self.extent(name, cell)
        return strip.image.crop((left, top, left + across, top + down))

    def _strip(self, tile: Turned, side: int, neighbour: Beyond, cell: int) -> Strip | None:
        """Draw the strip over a side, if there is one. Both tiles show the same one: that of the
        northern or western tile."""
        if neighbour == "empty":
            return None
        own_tile = self.turned_tile(tile)
        if neighbour == "wall":
            return draw_edge(kinds_on_side(own_tile, side), None, side, cell)
        neighbour_tile = self.turned_tile(neighbour)
        if neighbour[0] in self._starts or side in (1, 2):
            return draw_edge(
                kinds_on_side(own_tile, side), kinds_beyond_side(neighbour_tile, side), side, cell
            )
        back = opposite(side)
        strip = draw_edge(
            kinds_on_side(neighbour_tile, back), kinds_beyond_side(own_tile, back), back, cell
        )
        if strip is None:
            return None
        dx, dy = STEPS[side]
        return Strip(strip.image, strip.dx + dx * cell, strip.dy + dy * cell)

    def turned_tile(self, tile: Turned) -> TurnedTile:
        return self._starts[tile[0]] if tile[0] in self._starts else super().turned_tile(tile)


def shipped_pages() -> list[SpritePage]:
    return pages(standard_catalogue())


def load_sprites() -> CastleSprites:
    pictures = ShippedPictures(FOLDER, shipped_pages(), trim)
    return CastleSprites(standard_catalogue(), pictures, read_fine)


def read_fine(name: FineTile | BoardPart) -> Image.Image:
    return read_pages(FOLDER, [name.page])[name]


@cache_results(pictures_weight)
def fine_pieces() -> Pictures:
    return trim(read_pages(FOLDER, [FINE_PIECES]))


def shared_palette() -> SharedPalette:
    return SharedPalette.read(FOLDER)
