"""Cells of the board: the tiles and start spaces that lie on them, the features these form, and the
coordinates along a part of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from engine.castle.catalogue import StartSpace
from engine.castle.events import Event
from engine.castle.moves import COLUMNS, ROWS, Spot, Turn, assemble
from engine.castle.view import View
from engine.questions import Part
from engine.tiles.board import LaidTile
from engine.tiles.grid import Cell, Placement
from engine.tiles.tile import TurnedTile
from render.board.coordinates import Coordinates
from render.board.scene import BoardLook
from render.castle.art.layout import CastleLayout
from render.castle.art.spots import follower_spot, label_spots
from render.castle.art.sprites import CELL
from render.picture.palette import CREAM, INK, PATH
from render.picture.scene import Colour, Point, Rect, Size
from render.subject import Subject
from render.tiles.board.board import Place, TileBoard, whole_board
from render.tiles.board.features import LaidTiles, PlacedSegment, beyond, connect, piece_at

CastleSubject = Subject[View, Event]
# The kind of feature that is never complete.
COURT = "court"
# The kinds of features of which it matters that a tile makes one of several.
JOINING = ("path", "tower", "house")
# The colour of each kind of feature as it is drawn on tiles, and one that is readable on it.
KIND_COLOURS: Mapping[str, tuple[Colour, Colour]] = {
    "path": (PATH, INK),
    "tower": ((106, 110, 124), CREAM),
    "house": ((124, 62, 50), CREAM),
    COURT: ((184, 200, 132), INK),
}


def start_cell(start: StartSpace) -> Cell:
    """Find the wall cell that a start space is set into."""
    return beyond(start.cell, start.side)


def laid_tiles(view: View) -> LaidTiles:
    """Find the tiles laid so far, and the start spaces, each on the wall cell it is set into."""
    catalogue = view.catalogue
    starts = enumerate(catalogue.start_spaces, len(catalogue.wall.inside))
    built_in = {start_cell(start): catalogue.board.laid[number] for number, start in starts}
    return built_in | {tile.cell: catalogue.turned[tile.tile][tile.rotation] for tile in view.laid}


def with_tile(view: View, tile: str, placement: Placement) -> View:
    """Lay one more tile on the board of a view, for previewing a placement."""
    return replace(view, laid=(*view.laid, LaidTile(placement.cell, tile, placement.rotation)))


def chosen_turn(parts: Sequence[Part]) -> Turn | None:
    """Assemble the turn that these parts are of, if they are of one: "another turn?" lays no
    tile."""
    move = assemble(parts) if parts else None
    return move if isinstance(move, Turn) else None


def feature_at(tiles: LaidTiles, spot: Spot) -> frozenset[PlacedSegment]:
    """Find the whole feature that owns the port of a tile, on that tile and on others."""
    piece = piece_at(tiles, spot.cell, spot.port)
    return frozenset() if piece is None else connect(tiles, [piece])


CastleBoard = TileBoard[View, Event, CastleLayout]


def board_of(
    subject: CastleSubject,
    look: BoardLook[StrEnum],
    layout: CastleLayout,
    window: Rect,
    strips: Size = (0, 0),
) -> CastleBoard:
    tiles = laid_tiles(subject.view)
    inside = subject.view.catalogue.grid.numbers
    zoom = max(1.0, layout.cell / CELL)

    def spot(tile: TurnedTile, segment: int) -> Place:
        return follower_spot(tile, tile.segments[segment].ports[0])

    return CastleBoard(
        subject, tiles, inside, layout, look, spot, label_spots, window, zoom, strips
    )


def follower_point(board: CastleBoard, spot: Spot) -> Point:
    """Find the pixel where a follower on that spot stands."""
    piece = piece_at(board.tiles, spot.cell, spot.port)
    assert piece is not None, f"no segment of {spot.cell} owns port {spot.port}"
    return board.follower_point(piece)


# The distance by which two keeps on one spot are moved to either side, in cells.
APART = 0.2


def keep_points(board: CastleBoard) -> list[Point | None]:
    """Find the pixel of each seat's keep, on its house; two that would be on the same spot are
    moved apart."""
    points = [
        None if keep is None else follower_point(board, _house_spot(board, keep.cell, keep.tiles))
        for keep in board.view.keeps
    ]
    apart = board.pixels(APART) if points[0] == points[1] else 0
    return [
        point and (point[0] + (2 * seat - 1) * apart, point[1]) for seat, point in enumerate(points)
    ]


def _house_spot(board: CastleBoard, cell: Cell, tiles: int) -> Spot:
    """Find a spot on the house of that size in a cell."""
    tile = board.tiles[cell]
    houses = [Spot(cell, segment.ports[0]) for segment in tile.segments if segment.kind == "house"]
    sizes = {spot: len({piece.cell for piece in feature_at(board.tiles, spot)}) for spot in houses}
    return min(houses, key=lambda spot: abs(sizes[spot] - tiles))


# The letters along a part are at most as high as if this many cells fitted across it.
LETTERS = 8.24
# The height of the letters, in cells.
LETTER = 0.3


def coordinates(layout: CastleLayout, window: Rect) -> Coordinates | None:
    """Name the cells in a part of the board by letters and numbers. The whole board has its own
    around the wall."""
    if window == whole_board(layout):
        return None
    half = layout.cell // 2
    (left, _, right, _) = window
    return Coordinates(
        [(layout.cell_origin((x, 0))[0] + half, name) for x, name in enumerate(COLUMNS)],
        [(layout.cell_origin((0, y))[1] + half, str(ROWS - y)) for y in range(ROWS)],
        round(LETTER * min(layout.cell, (right - left) / LETTERS)),
    )
