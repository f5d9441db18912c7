"""The art of The Castle by name, for one catalogue: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from PIL import Image

from engine.castle.material.catalogue import Catalogue, standard_catalogue
from engine.tiles.ports import STEPS, opposite
from engine.tiles.tile import TurnedTile
from render.castle.art.buildings.seams import draw_seams
from render.castle.art.buildings.side_edges import (
    Strip,
    depth_of,
    draw_edge,
    facing_halves,
    halves_of,
)
from render.castle.art.drawing import CELL, FOLDER, draw_part, pages
from render.castle.art.layout import Layout
from render.castle.art.sprite_names import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    PieceSprite,
    WallTileSprite,
)
from render.picture.drawn_art import Pictures, read_pages, resized, trimmed
from render.picture.scene import Name, Size, ThemeName
from render.tiles.art.segment_masks import segments_mask
from render.tiles.art.segment_shapes import SegmentShapes
from render.tiles.sprites import (
    Beyond,
    EdgeSprite,
    TileSprite,
    Turned,
)

AROUND = 12
"""How many pixels around a part of the board affect how it looks when it is enlarged."""


class Sprites:
    """Implements `render.picture.paint.SpriteSource`."""

    def __init__(self, catalogue: Catalogue, cell: int, pictures: Pictures) -> None:
        """The pictures are those of the `pages` of this catalogue and cell size."""
        self.cell = cell
        self.layout = Layout(catalogue.wall, cell)
        self._turned = catalogue.turned
        starts = enumerate(catalogue.start_spaces, len(catalogue.wall.inside))
        self._starts = {start.tile.id: catalogue.board.laid[number] for number, start in starts}
        self._pictures = pictures
        self._shapes = SegmentShapes(self._lying, segments_mask)

    def extent(self, name: Name, size: int) -> Size:
        match name:
            case TileSprite():
                return size, size
            case EdgeSprite(side=side):
                share, depth = size / self.cell, depth_of(self.cell)
                along, deep = (max(1, round(long * share)) for long in (self.cell, depth))
                return (along, deep) if side % 2 == 0 else (deep, along)
            case BoardSprite(part=None):
                return Layout(self.layout.wall, size).size
            case BoardSprite(part=(left, top, right, bottom)):
                return right - left, bottom - top
            case FollowerSprite() | KeepSprite() | MarkerSprite() | WallTileSprite():
                piece = self.piece(name)
                return max(1, round(piece.width * size / piece.height)), size
            case _:
                raise KeyError(name)

    def image(self, name: Name, size: int) -> Image.Image:
        match name:
            case TileSprite():
                return resized(self._dressed_tile(name), self.extent(name, size))
            case EdgeSprite():
                return resized(self._edge_beyond(name), self.extent(name, size))
            case BoardSprite():
                return self._board(name, size)
            case FollowerSprite() | KeepSprite() | MarkerSprite() | WallTileSprite():
                return resized(self.piece(name), self.extent(name, size))
            case _:
                raise KeyError(name)

    def shape(self, name: Name, size: int) -> Image.Image:
        return self._shapes.shape(name, size)

    def tile(self, tile: Turned) -> Image.Image:
        """RGB, cell by cell."""
        return self._pictures[tile]

    def board(self, theme: ThemeName) -> Image.Image:
        """RGB: surroundings, castle wall, start spaces, empty ground, coordinates."""
        return self._pictures[BoardSprite(theme)]

    def piece(self, name: PieceSprite) -> Image.Image:
        """RGBA; its middle belongs on the spot."""
        return self._pictures[name]

    def _board(self, name: BoardSprite, size: int) -> Image.Image:
        """The board, or a part of it given in pixels of a whole of that size. A part looks as it
        does in the whole, so that parts can be placed side by side."""
        board = self.board(name.theme)
        if name.part is None:
            return resized(board, self.extent(name, size))
        whole = Layout(self.layout.wall, size).size
        left, top, right, bottom = name.part
        room = (
            max(0, left - AROUND),
            max(0, top - AROUND),
            min(whole[0], right + AROUND),
            min(whole[1], bottom + AROUND),
        )
        across, down = board.width / whole[0], board.height / whole[1]
        box = (room[0] * across, room[1] * down, room[2] * across, room[3] * down)
        extent = (room[2] - room[0], room[3] - room[1])
        enlarged = board.resize(extent, Image.Resampling.LANCZOS, box)
        x, y = left - room[0], top - room[1]
        return enlarged.crop((x, y, x + right - left, y + bottom - top))

    def _dressed_tile(self, name: TileSprite) -> Image.Image:
        """The tile with its half of the edges between features that only touch, and with seams."""
        image = self.tile(name.tile)
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
            return Image.new("RGBA", self.extent(name, self.cell))
        (width, height), cell = strip.image.size, self.cell
        box = (
            (0, 0, width, -strip.dy),
            (cell - strip.dx, 0, width, height),
            (0, cell - strip.dy, width, height),
            (0, 0, -strip.dx, height),
        )[name.side]
        return strip.image.crop(box)

    def _strip(self, tile: Turned, side: int, other: Beyond) -> Strip | None:
        """The strip over a side, if there is one. Both tiles show the same one: that of the
        northern or western tile."""
        if other == "empty":
            return None
        here = self._lying(tile)
        if other == "wall":
            return draw_edge(halves_of(here, side), None, side, self.cell)
        beyond = self._lying(other)
        if other[0] in self._starts or side in (1, 2):
            return draw_edge(halves_of(here, side), facing_halves(beyond, side), side, self.cell)
        back = opposite(side)
        strip = draw_edge(halves_of(beyond, back), facing_halves(here, back), back, self.cell)
        if strip is None:
            return None
        dx, dy = STEPS[side]
        return Strip(strip.image, strip.dx + dx * self.cell, strip.dy + dy * self.cell)

    def _lying(self, tile: Turned) -> TurnedTile:
        name, rotation = tile
        return self._starts[name] if name in self._starts else self._turned[name][rotation]


def load_sprites(catalogue: Catalogue) -> Sprites:
    """The sprites as they ship; those of a non-standard catalogue are drawn now, which is slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return Sprites(catalogue, CELL, trimmed(read_pages(FOLDER, pages(catalogue, CELL))))
    names = [name for page in pages(catalogue, CELL) for name in page.names]
    drawn = {name: draw_part(catalogue, CELL, name) for name in names}
    return Sprites(catalogue, CELL, trimmed(drawn))
