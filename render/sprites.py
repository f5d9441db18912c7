"""The ready pictures from which a board is put together, by name, for one size of cell.

Loaded once at the start and then only read, so any thread may use it. What is handed out is shared:
whoever wants to change a picture copies it first. Knows no game, only what can lie on a table.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageFont

from engine.castle.catalogue import Catalogue
from engine.castle.moves import Role
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.art.atlas import Atlas, Progress, load_atlas, piece_names, place
from render.art.layout import Layout
from render.art.side_edges import Strip, draw_edge, facing_halves, halves_of
from render.art.standing import follower_spot
from render.art.type_case import typeface
from render.palette import Theme

__all__ = ["Sprites", "Strip", "follower_spot", "load_sprites"]

CELL = 92


class Sprites:
    """Everything that can be seen on a board, for one catalogue and size."""

    def __init__(self, catalogue: Catalogue, cell: int, atlas: Atlas) -> None:
        self.cell = cell
        self.layout = Layout(catalogue.wall, cell)
        self._boards = atlas.boards
        squares = _squares(atlas.tiles, 4 * len(catalogue.tiles), cell)
        self._tiles = {
            (tile.id, rotation): squares[4 * number + rotation]
            for number, tile in enumerate(catalogue.tiles)
            for rotation in range(4)
        }
        names = piece_names()
        self._pieces = {
            name: _trimmed(square)
            for name, square in zip(names, _squares(atlas.pieces, len(names), cell), strict=True)
        }

    def tile(self, tile_id: str, rotation: int) -> Image.Image:
        """RGB, cell by cell."""
        return self._tiles[tile_id, rotation]

    def side_edge(self, a: TurnedTile, b: TurnedTile | None, side: int) -> Strip | None:
        """RGBA strip for the border between tile `a` and what lies beyond one of its sides.

        `b` is the tile or start space there, None the plain castle wall; a border to an empty
        cell has no strip and is not asked for. None when features join over the whole side.
        """
        beyond = None if b is None else facing_halves(b, side)
        return _edge(halves_of(a, side), beyond, side, self.cell)

    def board(self, theme: Theme) -> Image.Image:
        """RGB: surroundings, castle wall, start spaces, empty ground, coordinates."""
        return self._boards[theme.name]

    def follower(self, seat: int, role: Role) -> Image.Image:
        """RGBA; its middle belongs on the spot."""
        return self._pieces[f"{role}-{seat}"]

    def keep(self, seat: int) -> Image.Image:
        return self._pieces[f"keep-{seat}"]

    def marker(self, seat: int, lapped: bool) -> Image.Image:
        """RGBA; lapped is the marker of a score past 99."""
        return self._pieces[f"{'lapped' if lapped else 'marker'}-{seat}"]

    def wall_tile(self, kind: int) -> Image.Image:
        return self._pieces[f"wall-tile-{kind}"]

    def wall_tile_back(self) -> Image.Image:
        return self._pieces["wall-tile-back"]

    def cell_origin(self, cell: Cell) -> tuple[int, int]:
        """The top left pixel on the board of a cell within the wall or of the wall."""
        return self.layout.cell_origin(cell)

    def space_centre(self, space: int) -> tuple[int, int]:
        return self.layout.space_centre(space)

    def font(self, size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
        return typeface(size, bold)


def load_sprites(
    catalogue: Catalogue,
    *,
    cell: int = CELL,
    cache: Path | None,
    progress: Progress | None = None,
) -> Sprites:
    """The sprites from the cache folder; drawn now, and left there, when it does not hold them."""
    return Sprites(catalogue, cell, load_atlas(catalogue, cell, cache, progress))


@lru_cache(maxsize=2048)
def _edge(
    here: Sequence[str | None], beyond: Sequence[str | None] | None, side: int, cell: int
) -> Strip | None:
    return draw_edge(tuple(here), None if beyond is None else tuple(beyond), side, cell)


def _squares(page: Image.Image, count: int, cell: int) -> list[Image.Image]:
    squares = []
    for number in range(count):
        x, y = place(number, cell)
        squares.append(page.crop((x, y, x + cell, y + cell)))
    return squares


def _trimmed(piece: Image.Image) -> Image.Image:
    """Without the empty rows and columns around it."""
    return piece.crop(piece.getbbox())
