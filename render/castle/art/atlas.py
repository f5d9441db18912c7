"""All sprites of a catalogue, packed into two pictures and the backgrounds, on disk and back.

A stored atlas is named after the catalogue, the size and the version of the art, so it never has to
be checked for being up to date; one that cannot be read counts as missing.
"""

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal, assert_never

from PIL import Image

from engine.castle.material.catalogue import Catalogue
from engine.castle.vocabulary.moves import ROLES
from render.castle.art.castle_wall_art import draw_board, draw_castle
from render.castle.art.icons import KINDS, draw_wall_tile, draw_wall_tile_back
from render.castle.art.layout import Layout
from render.castle.art.pieces import draw_follower, draw_keep, draw_marker
from render.castle.art.sprite_names import (
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    PieceSprite,
    WallTileSprite,
)
from render.castle.art.tile_art import draw_tile
from render.picture.colours.palette import THEMES
from render.processes import DrawingProcesses
from render.tiles.art.texture import grain

ART_VERSION = 5
"""Increase this when the look of anything changes."""
COLUMNS = 16
Progress = Callable[[int, int], None]
Part = int | Literal["boards", "pieces"]
"""What is drawn at one time: a tile, by its number in the catalogue, or all boards or pieces."""
Drawn = Callable[[Part, Sequence[Image.Image]], None]
"""Called with a part as soon as it is drawn."""


@dataclass(frozen=True)
class Atlas:
    tiles: Image.Image
    pieces: Image.Image
    boards: Mapping[str, Image.Image]
    """By the name of the theme."""

    def pages(self) -> dict[str, Image.Image]:
        boards = {f"board-{name}": board for name, board in self.boards.items()}
        return {"tiles": self.tiles, "pieces": self.pieces, **boards}


def pieces() -> list[PieceSprite]:
    """The pieces in the order in which they are packed on their page."""
    seats = (0, 1)
    return [
        *(FollowerSprite(seat, role) for seat in seats for role in ROLES.values()),
        *(KeepSprite(seat) for seat in seats),
        *(MarkerSprite(seat, lapped) for seat in seats for lapped in (False, True)),
        *(WallTileSprite(kind) for kind in (*KINDS, None)),
    ]


def load_atlas(
    catalogue: Catalogue,
    cell: int,
    cache: Path | None,
    progress: Progress | None,
    *,
    processes: DrawingProcesses | None = None,
    drawn: Drawn = lambda part, pictures: None,
) -> Atlas:
    """The atlas from the cache, or drawn now and stored there."""
    if cache is None:
        return draw_atlas(catalogue, cell, progress, processes=processes, drawn=drawn)
    folder = cache / atlas_key(catalogue, cell)
    stored = read_atlas(folder, catalogue, cell)
    if stored is not None:
        return stored
    atlas = draw_atlas(catalogue, cell, progress, processes=processes, drawn=drawn)
    store_atlas(atlas, folder)
    return atlas


def atlas_key(catalogue: Catalogue, cell: int) -> str:
    named = f"{catalogue.fingerprint}/{ART_VERSION}/{cell}"
    return "art-" + sha256(named.encode()).hexdigest()[:24]


def draw_atlas(
    catalogue: Catalogue,
    cell: int,
    progress: Progress | None = None,
    *,
    processes: DrawingProcesses | None = None,
    drawn: Drawn = lambda part, pictures: None,
) -> Atlas:
    """Everything drawn from scratch, in these processes or else in this one, reporting progress."""
    parts: list[Part] = ["boards", "pieces", *range(len(catalogue.tiles))]
    draw = partial(draw_part, catalogue, cell)
    there: dict[Part, list[Image.Image]] = {}
    made = processes.each(draw, parts) if processes else ((part, draw(part)) for part in parts)
    for part, pictures in made:
        there[part] = pictures
        drawn(part, pictures)
        if progress is not None:
            progress(len(there), len(parts))
    grain.cache_clear()
    tiles = [turned for number in range(len(catalogue.tiles)) for turned in there[number]]
    boards: dict[str, Image.Image] = dict(zip(THEMES, there["boards"], strict=True))
    return Atlas(_packed(tiles, "RGB", cell), _packed(there["pieces"], "RGBA", cell), boards)


def draw_part(catalogue: Catalogue, cell: int, part: Part) -> list[Image.Image]:
    """The tile in its four rotations, the boards by theme, or the `pieces`."""
    match part:
        case "boards":
            return _draw_boards(catalogue, Layout(catalogue.wall, cell))
        case "pieces":
            return [_draw_piece(piece, cell) for piece in pieces()]
        case number:
            turned = catalogue.turned[catalogue.tiles[number].id]
            return [draw_tile(one, cell) for one in turned]


def _draw_boards(catalogue: Catalogue, layout: Layout) -> list[Image.Image]:
    castle = draw_castle(catalogue, layout)
    boards = [draw_board(castle, layout, theme) for theme in THEMES.values()]
    grain.cache_clear()
    return boards


def _draw_piece(piece: PieceSprite, cell: int) -> Image.Image:
    match piece:
        case FollowerSprite(seat, role):
            return draw_follower(seat, role, cell)
        case KeepSprite(seat):
            return draw_keep(seat, cell)
        case MarkerSprite(seat, lapped):
            return draw_marker(seat, lapped, cell)
        case WallTileSprite(kind):
            return draw_wall_tile_back(cell) if kind is None else draw_wall_tile(kind, cell)
        case _:
            assert_never(piece)


def _packed(pictures: Sequence[Image.Image], mode: str, cell: int) -> Image.Image:
    """A page of them, each in the top left of its square."""
    page = Image.new(mode, page_size(len(pictures), cell))
    for number, picture in enumerate(pictures):
        page.paste(picture, place(number, cell))
    return page


def page_size(count: int, cell: int) -> tuple[int, int]:
    return COLUMNS * cell, -(-count // COLUMNS) * cell


def place(number: int, cell: int) -> tuple[int, int]:
    """The top left of a numbered square of a page."""
    return number % COLUMNS * cell, number // COLUMNS * cell


def store_atlas(atlas: Atlas, folder: Path) -> None:
    """Each page is written beside its final location and then moved there, so that none is ever
    incomplete."""
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
            _page(folder / "pieces.png", "RGBA", page_size(len(pieces()), cell)),
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
