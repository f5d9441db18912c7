"""The art of The Castle by name, for one catalogue: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES, Role
from engine.tiles.tile import STEPS, TurnedTile, opposite
from render.castle.art.edges import Strip, depth_of, draw_edge, draw_seams, facing_halves, halves_of
from render.castle.art.layout import CastleLayout
from render.castle.art.shapes import segments_mask
from render.picture.palette import THEMES
from render.picture.scene import Name, Rect, Size, ThemeName
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Pictures, SpritePage, Sprites, read_pages, trim
from render.tiles.segment_shapes import SegmentShapes
from render.tiles.sprites import Beyond, EdgeSprite, TileSprite, Turned


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


KINDS = tuple(range(1, 10))
"""The kinds of wall tiles."""


@dataclass(frozen=True, slots=True)
class WallTileSprite:
    """A wall tile lying face up, or face down when its kind is None."""

    kind: int | None


PieceSprite = FollowerSprite | KeepSprite | MarkerSprite | WallTileSprite


@dataclass(frozen=True, slots=True)
class BoardSprite:
    """The castle wall, the start spaces and the bare ground; all of it, or only a part of the board
    where the whole would be huge."""

    theme: ThemeName
    part: Rect | None = None


FOLDER = Path(__file__).parent / "drawn"
CELL, EMOJI = 92, 128
"""The sizes in pixels at which the art, and the pieces for emojis, ship."""


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


def emoji_page() -> SpritePage:
    """The pieces as large as emojis, in their whole squares."""
    pieces: list[Name] = [one for one in piece_names() if not isinstance(one, MarkerSprite)]
    return SpritePage("emojis.webp", "RGBA", (EMOJI, EMOJI), pieces)


AROUND = 12
"""The number of pixels around a part of the board that affect its look when it is enlarged."""


class CastleSprites(Sprites):
    def __init__(self, catalogue: Catalogue, pictures: Pictures) -> None:
        """The pictures are those of the `pages` of this catalogue."""
        self.layout = CastleLayout(catalogue.wall, CELL)
        self._turned = catalogue.turned
        starts = enumerate(catalogue.start_spaces, len(catalogue.wall.inside))
        self._starts = {start.tile.id: catalogue.board.laid[number] for number, start in starts}
        super().__init__(pictures)
        self._shapes = SegmentShapes(self._lying, segments_mask)

    def extent(self, name: Name, size: int) -> Size:
        match name:
            case TileSprite():
                return size, size
            case EdgeSprite(side=side):
                along, deep = size, max(1, round(depth_of(CELL) * (size / CELL)))
                return (along, deep) if side % 2 == 0 else (deep, along)
            case BoardSprite(part=None):
                return CastleLayout(self.layout.wall, size).size
            case BoardSprite(part=(left, top, right, bottom)):
                return right - left, bottom - top
            case _:
                return super().extent(name, size)

    def picture(self, name: Name) -> Image.Image:
        match name:
            case TileSprite():
                return self._dressed_tile(name)
            case EdgeSprite():
                return self._edge_beyond(name)
            case _:
                return self.pictures[name]

    def image(self, name: Name, size: int) -> Image.Image:
        if isinstance(name, BoardSprite) and name.part is not None:
            return self._part_of_board(name.theme, name.part, size)
        return super().image(name, size)

    def shape(self, name: Name, size: int) -> Image.Image:
        return self._shapes.shape(name, size)

    def _part_of_board(self, theme: ThemeName, part: Rect, size: int) -> Image.Image:
        """A part of the board, given in pixels of a whole of that size. It looks as it does in the
        whole, so that parts can be placed side by side."""
        board = self.pictures[BoardSprite(theme)]
        whole = CastleLayout(self.layout.wall, size).size
        left, top, right, bottom = part
        west, north = max(0, left - AROUND), max(0, top - AROUND)
        east, south = min(whole[0], right + AROUND), min(whole[1], bottom + AROUND)
        across, down = board.width / whole[0], board.height / whole[1]
        box = (west * across, north * down, east * across, south * down)
        enlarged = board.resize((east - west, south - north), Image.Resampling.LANCZOS, box)
        x, y = left - west, top - north
        return enlarged.crop((x, y, x + right - left, y + bottom - top))

    def _dressed_tile(self, name: TileSprite) -> Image.Image:
        """The tile with its half of the edges between features that only touch, and with seams."""
        image = self.pictures[name.tile]
        if name.near is None:
            return image
        image = image.copy()
        for side, other in enumerate(name.near):
            strip = self._strip(name.tile, side, other)
            if strip is not None:
                image.paste(strip.image, (strip.dx, strip.dy), strip.image)
        beyond = [None if isinstance(other, str) else self._lying(other) for other in name.near]
        draw_seams(image, self._lying(name.tile), name.complete, beyond)
        return image

    def _edge_beyond(self, name: EdgeSprite) -> Image.Image:
        """The half of an edge that lies beyond the tile; empty where features join."""
        strip = self._strip(name.tile, name.side, name.beyond)
        if strip is None:
            return Image.new("RGBA", self.extent(name, CELL))
        deep = depth_of(CELL)
        left, top = ((0, 0), (deep, 0), (0, deep), (0, 0))[name.side]
        across, down = self.extent(name, CELL)
        return strip.image.crop((left, top, left + across, top + down))

    def _strip(self, tile: Turned, side: int, other: Beyond) -> Strip | None:
        """The strip over a side, if there is one. Both tiles show the same one: that of the
        northern or western tile."""
        if other == "empty":
            return None
        here = self._lying(tile)
        if other == "wall":
            return draw_edge(halves_of(here, side), None, side, CELL)
        beyond = self._lying(other)
        if other[0] in self._starts or side in (1, 2):
            return draw_edge(halves_of(here, side), facing_halves(beyond, side), side, CELL)
        back = opposite(side)
        strip = draw_edge(halves_of(beyond, back), facing_halves(here, back), back, CELL)
        if strip is None:
            return None
        dx, dy = STEPS[side]
        return Strip(strip.image, strip.dx + dx * CELL, strip.dy + dy * CELL)

    def _lying(self, tile: Turned) -> TurnedTile:
        name, rotation = tile
        return self._starts[name] if name in self._starts else self._turned[name][rotation]


def shipped_pages() -> list[SpritePage]:
    return pages(standard_catalogue())


def load_sprites() -> CastleSprites:
    pictures = trim(read_pages(FOLDER, shipped_pages()))
    return CastleSprites(standard_catalogue(), pictures)


def shared_palette() -> SharedPalette:
    """The colours that all pictures of the game are made of."""
    return SharedPalette.read(FOLDER)
