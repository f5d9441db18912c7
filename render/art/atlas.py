"""All sprites of a catalogue, packed into two pictures and the backgrounds, on disk and back.

A stored atlas is found under a name made of the catalogue, the size and the version of the art, so
it never needs to be asked whether it is still right; one that cannot be read counts as missing.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from PIL import Image

from engine.castle.catalogue import Catalogue
from engine.castle.moves import ROLES
from render.art.castle_wall_art import draw_board, draw_castle
from render.art.icons import KINDS, draw_wall_tile, draw_wall_tile_back
from render.art.layout import Layout
from render.art.pieces import draw_follower, draw_keep, draw_marker
from render.art.texture import grain
from render.art.tile_art import draw_tile
from render.palette import THEMES

ART_VERSION = 2
"""To be raised by whoever changes how anything looks."""
COLUMNS = 16
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Atlas:
    tiles: Image.Image
    pieces: Image.Image
    boards: Mapping[str, Image.Image]
    """By the name of the theme."""

    def pages(self) -> dict[str, Image.Image]:
        boards = {f"board-{name}": board for name, board in self.boards.items()}
        return {"tiles": self.tiles, "pieces": self.pieces, **boards}


def piece_names() -> list[str]:
    """The pieces in the order in which they lie on their page."""
    seats = (0, 1)
    return [
        *(f"{role}-{seat}" for seat in seats for role in ROLES.values()),
        *(f"keep-{seat}" for seat in seats),
        *(f"{marker}-{seat}" for seat in seats for marker in ("marker", "lapped")),
        *(f"wall-tile-{kind}" for kind in KINDS),
        "wall-tile-back",
    ]


def load_atlas(
    catalogue: Catalogue, cell: int, cache: Path | None, progress: Progress | None
) -> Atlas:
    """The atlas from the cache, or drawn now and left there."""
    if cache is None:
        return draw_atlas(catalogue, cell, progress)
    folder = cache / atlas_key(catalogue, cell)
    stored = read_atlas(folder, catalogue, cell)
    if stored is not None:
        return stored
    drawn = draw_atlas(catalogue, cell, progress)
    store_atlas(drawn, folder)
    return drawn


def atlas_key(catalogue: Catalogue, cell: int) -> str:
    named = f"{catalogue.fingerprint}/{ART_VERSION}/{cell}"
    return "art-" + sha256(named.encode()).hexdigest()[:24]


def draw_atlas(catalogue: Catalogue, cell: int, progress: Progress | None) -> Atlas:
    """Everything drawn from nothing, telling how far it has come."""
    count = 4 * len(catalogue.tiles)
    total = count + len(THEMES) + 1
    tell = progress or (lambda done, total: None)
    boards, layout = {}, Layout(catalogue.wall, cell)
    castle = draw_castle(catalogue, layout)
    for name, theme in THEMES.items():
        boards[name] = draw_board(castle, layout, theme)
        tell(len(boards), total)
    grain.cache_clear()
    tiles = Image.new("RGB", page_size(count, cell))
    lying = (turned for tile in catalogue.tiles for turned in catalogue.turned[tile.id])
    for number, turned in enumerate(lying):
        tiles.paste(draw_tile(turned, cell), place(number, cell))
        tell(len(boards) + number + 1, total)
    atlas = Atlas(tiles, draw_pieces(cell), boards)
    grain.cache_clear()
    tell(total, total)
    return atlas


def draw_pieces(cell: int) -> Image.Image:
    """Each piece in the top left of its square."""
    drawn = [
        *(draw_follower(seat, role, cell) for seat in (0, 1) for role in ROLES.values()),
        *(draw_keep(seat, cell) for seat in (0, 1)),
        *(draw_marker(seat, lapped, cell) for seat in (0, 1) for lapped in (False, True)),
        *(draw_wall_tile(kind, cell) for kind in KINDS),
        draw_wall_tile_back(cell),
    ]
    page = Image.new("RGBA", page_size(len(drawn), cell))
    for number, piece in enumerate(drawn):
        page.paste(piece, place(number, cell))
    return page


def page_size(count: int, cell: int) -> tuple[int, int]:
    return COLUMNS * cell, -(-count // COLUMNS) * cell


def place(number: int, cell: int) -> tuple[int, int]:
    """The top left of a numbered square of a page."""
    return number % COLUMNS * cell, number // COLUMNS * cell


def store_atlas(atlas: Atlas, folder: Path) -> None:
    """Each page is written beside its place and then moved there, so that none is ever half."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in atlas.pages().items():
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                page.save(file, "PNG", compress_level=1)
            Path(temporary).replace(folder / f"{name}.png")
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def read_atlas(folder: Path, catalogue: Catalogue, cell: int) -> Atlas | None:
    """The stored atlas; None when a page is missing, damaged or of another size."""
    board = Layout(catalogue.wall, cell).size
    try:
        return Atlas(
            _page(folder / "tiles.png", "RGB", page_size(4 * len(catalogue.tiles), cell)),
            _page(folder / "pieces.png", "RGBA", page_size(len(piece_names()), cell)),
            {name: _page(folder / f"board-{name}.png", "RGB", board) for name in THEMES},
        )
    except (OSError, SyntaxError, ValueError):
        return None


def _page(path: Path, mode: str, size: tuple[int, int]) -> Image.Image:
    with Image.open(path, formats=("PNG",)) as page:
        page.load()
        if (page.mode, page.size) != (mode, size):
            raise ValueError(f"{path.name} is not {mode} {size}")
        return page.copy()
