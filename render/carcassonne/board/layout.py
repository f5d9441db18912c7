"""Layout of a picture of the table: its cells, which part is shown and how large, the coordinates
along its edges, and the places of followers and labels."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from engine.carcassonne.events import Event
from engine.carcassonne.moves import Role, Spot, Turn
from engine.carcassonne.view import BoardFollower, Feature, Field, View
from engine.tiles.board import LaidTile
from engine.tiles.grid import Cell
from render.board.aliases import column_alias, row_alias
from render.board.coordinates import Coordinates, letter_height
from render.board.labels import FOLLOWER, Labels, labels_beside
from render.board.scene import BoardLook
from render.carcassonne.art.ground import WOODS
from render.carcassonne.art.spots import follower_spot, label_spots, landmark_spots
from render.carcassonne.art.sprites import FollowerSprite
from render.picture.palette import CREAM, INK, THEMES, Theme
from render.picture.scene import Colour, Point, Rect, Size, ThemeName
from render.subject import Subject
from render.tiles.board.board import CELL, FLAT, TALL, TileBoard, close_up, extent_around, lean
from render.tiles.board.features import LaidTiles, PlacedSegment, connect, piece_at

CarcassonneSubject = Subject[View, Event]
# The possible sizes of a cell: tiles are drawn in the first three.
CELLS = (200, 128, 92, 72, 56, 44)
# The maximum width of all cells together, unless they are of the smallest size.
WIDEST = 1530
# The maximum height of all cells together, likewise.
HIGHEST = 1300
# The least cells across and down, so that few tiles are large.
FEWEST = 3
# The least width of a picture, as a share of its height.
LEAST_WIDTH = 0.85
# The least height of a picture, as a share of its width.
LEAST_HEIGHT = 0.5
# The most cells across or down that a picture is widened to.
MOST = 8
# Room for the coordinates on every side, as a share of the width of the cells.
MARGIN = 0.036


@dataclass(frozen=True, slots=True)
class CellSpan:
    """All cells from the westernmost and northernmost one, as far as they extend."""

    west: int
    north: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class TableLayout:
    span: CellSpan
    cell: int

    @property
    def margin(self) -> int:
        return max(round(0.3 * self.cell), round(MARGIN * self.cell * self.span.columns))

    @property
    def size(self) -> Size:
        span = self.span
        return (
            span.columns * self.cell + 2 * self.margin,
            span.rows * self.cell + 2 * self.margin,
        )

    def cell_origin(self, cell: Cell) -> Point:
        """Find the top left pixel of a cell."""
        x, y = cell
        return (
            self.margin + (x - self.span.west) * self.cell,
            self.margin + (y - self.span.north) * self.cell,
        )


def span_of(cells: Iterable[Cell], room: int) -> CellSpan:
    """Span these cells and this many more on every side, widened to the least for a picture: so
    that none is empty for nothing, and none is too slender for a phone."""
    xs, ys = zip(*cells, strict=True)
    west = min(xs) - room
    east = max(xs) + room
    north = min(ys) - room
    south = max(ys) + room
    columns = max(FEWEST, min(MOST, ceil(LEAST_WIDTH * (south - north + 1))))
    west, columns = _stretch(west, east, columns)
    rows = max(FEWEST, min(MOST, ceil(LEAST_HEIGHT * columns)))
    north, rows = _stretch(north, south, rows)
    return CellSpan(west, north, columns, rows)


def _stretch(first: int, last: int, least: int) -> tuple[int, int]:
    count = max(least, last - first + 1)
    return first - (count - (last - first + 1)) // 2, count


def largest_layout(span: CellSpan, limit: Size = (WIDEST, HIGHEST)) -> TableLayout:
    sizes = (
        cell for cell in CELLS if cell * span.columns <= limit[0] and cell * span.rows <= limit[1]
    )
    return TableLayout(span, next(sizes, CELLS[-1]))


# The width of a picture on a phone, in pixels.
PHONE = 400
# If a cell is narrower than this on a phone, a close-up of the last move is added.
SEEN = 28
# The size of a cell in the close-up.
BESIDE = 128
# The height of coordinates, as a share of the width of the picture: 7 pixels on a phone.
LETTERS = 0.0185


def whole_layout(view: View) -> TableLayout:
    """Lay out all tiles and, while the game lasts, the cells next to them."""
    return largest_layout(span_of([tile.cell for tile in view.laid], int(view.to_act is not None)))


# The maximum width and height of the cells of a picture to choose one in.
CHOOSING = 1100
# The least cells across such a picture, so that it shows what lies around.
LEAST_OFFERED = 5
# The outermost part of its cells that it does not show.
SPARE = 0.5


def around_cells(
    cells: Collection[Cell], flattest: float = FLAT, tallest: float = TALL
) -> tuple[TableLayout, Rect]:
    """Lay out cells, such as those to choose from, and what lies around them."""
    (west, north), (columns, rows) = extent_around(cells, LEAST_OFFERED, flattest, tallest)
    layout = largest_layout(CellSpan(west, north, columns, rows), (CHOOSING, CHOOSING))
    spare = layout.margin + round(SPARE * layout.cell)
    (width, height) = layout.size
    return layout, (spare, spare, width - spare, height - spare)


def around_last(view: View, cell: int, *, closer: bool = False) -> tuple[TableLayout, Rect]:
    """Lay out the last tile and its surroundings, in cells of this size."""
    last = view.laid[-1].cell
    layout = TableLayout(span_of([last], 2), cell)
    cells = {tile.cell for tile in view.laid}
    return layout, close_up(layout, last, cells, closer=closer)


def beside_players(view: View, size: Size) -> tuple[TableLayout, Rect]:
    """Lay out the last tile and the tiles around it in the middle of a close-up of this size."""
    last = view.laid[-1].cell
    layout = TableLayout(span_of([last], 2), BESIDE)
    across, down = lean(last, {tile.cell for tile in view.laid})
    (width, height) = size
    left = (layout.size[0] - width) // 2 + round(across * layout.cell)
    top = (layout.size[1] - height) // 2 + round(down * layout.cell)
    return layout, (left, top, left + width, top + height)


def coordinates(layout: TableLayout, window: Rect, theme: Theme) -> Coordinates:
    """Name the columns and rows, as many as there is room for."""
    span = layout.span
    half = layout.cell // 2
    (left, _, right, _) = window
    columns = range(span.columns)
    rows = range(span.rows)
    return Coordinates(
        [(layout.margin + x * layout.cell + half, column_alias(span.west + x)) for x in columns],
        [(layout.margin + y * layout.cell + half, row_alias(-span.north - y)) for y in rows],
        letter_height(LETTERS, right - left),
        layout.cell,
        WOODS[theme.name].planks[0],
    )


def panel_theme(name: ThemeName) -> Theme:
    """Find the theme of what is above and below a board, which lies on wood."""
    return replace(THEMES[name], background=WOODS[name].panel)


CarcassonneBoard = TileBoard[View, Event, TableLayout]
# The kinds of features of which it matters that a tile makes one of several.
JOINING = ("city", "road")


def board_of(
    subject: CarcassonneSubject,
    look: BoardLook[StrEnum],
    layout: TableLayout,
    window: Rect,
    strips: Size = (0, 0),
) -> CarcassonneBoard:
    tiles = laid_tiles(subject.view)
    zoom = layout.cell / CELL
    return CarcassonneBoard(
        subject, tiles, tiles, layout, look, follower_spot, label_spots, window, zoom, strips
    )


def laid_tiles(view: View) -> LaidTiles:
    turned = view.catalogue.turned
    return {tile.cell: turned[tile.tile][tile.rotation] for tile in view.laid}


def find_piece(tiles: LaidTiles, spot: Spot) -> PlacedSegment:
    """Find the segment that a spot names: a cloister has no port, nor has a field that touches no
    side."""
    if spot.port is not None:
        piece = piece_at(tiles, spot.cell, spot.port)
        assert piece is not None, f"no segment of {spot.cell} owns port {spot.port}"
        return piece
    segments = tiles[spot.cell].segments
    return PlacedSegment(
        spot.cell, next(index for index, segment in enumerate(segments) if not segment.ports)
    )


def feature_at(tiles: LaidTiles, spot: Spot) -> frozenset[PlacedSegment]:
    return connect(tiles, [find_piece(tiles, spot)])


def with_turn(view: View, turn: Turn | None) -> View:
    """Lay one more tile on the table of a view, with its follower, for previewing a turn."""
    if turn is None or view.drawn is None:
        return view
    placement, deployment = turn
    laid = (*view.laid, LaidTile(placement.cell, view.drawn, placement.rotation))
    with_tile = replace(
        view, laid=laid, features=_complete_cloisters(view.features, placement.cell)
    )
    if deployment is None or view.to_act is None:
        return with_tile
    spot = Spot(placement.cell, deployment.port)
    segment = find_piece(laid_tiles(with_tile), spot).segment
    follower = BoardFollower(view.to_act, deployment.role, spot, segment, deployment.large)
    return replace(with_tile, followers=(*view.followers, follower))


def _complete_cloisters(features: Iterable[Feature], cell: Cell) -> tuple[Feature, ...]:
    """Take this cell off those that cloisters lack."""
    return tuple(
        replace(
            feature, missing=tuple(cell_near for cell_near in feature.missing if cell_near != cell)
        )
        if feature.kind == "cloister"
        else feature
        for feature in features
    )


# The height of a follower that stands, in cells.
STANDING_HEIGHT = 0.5
# The height of a farmer, who lies down, in cells.
LYING_HEIGHT = 0.44
# How much higher the large follower is.
LARGE_HEIGHT = 1.34


def follower_of(seat: int, role: Role, *, large: bool = False) -> FollowerSprite:
    return FollowerSprite(seat, role == "farmer", large)


def height_of(role: Role, *, large: bool = False) -> float:
    height = LYING_HEIGHT if role == "farmer" else STANDING_HEIGHT
    return height * LARGE_HEIGHT if large else height


# The colour of each kind of feature as it is drawn on tiles, and one that is readable on it.
KIND_COLOURS: Mapping[str, tuple[Colour, Colour]] = {
    "city": ((152, 62, 46), CREAM),
    "road": ((240, 226, 190), INK),
    "cloister": ((76, 94, 122), CREAM),
    "field": ((190, 214, 136), INK),
}

# The distance above or below the place for a follower at which a feature is labelled if that is
# taken.
ASIDE = 0.44


def labels_beside_followers(board: CarcassonneBoard) -> Labels:
    pieces = (
        PlacedSegment(follower.spot.cell, follower.segment) for follower in board.view.followers
    )
    return labels_beside(board, map(board.follower_point, pieces))


def labels_off_pieces(board: CarcassonneBoard) -> Labels:
    """Begin labels that cover no follower and no landmark."""
    labels = labels_beside_followers(board)
    for follower in board.view.followers:
        piece = PlacedSegment(follower.spot.cell, follower.segment)
        room = FOLLOWER * LARGE_HEIGHT if follower.large else FOLLOWER
        labels.avoid(board.follower_point(piece), room)
    for cell, tile in board.tiles.items():
        for (x, y), extent in landmark_spots(tile):
            left, top = board.layout.cell_origin(cell)
            labels.avoid((left + board.pixels(x), top + board.pixels(y)), extent)
    return labels


def points_on(board: CarcassonneBoard, pieces: Iterable[PlacedSegment]) -> list[Point]:
    """List the places for labels on segments: where followers would stand, and above and below."""
    points = [board.follower_point(piece) for piece in pieces]
    step = board.pixels(ASIDE)
    return [*points, *((x, y + dy) for x, y in points for dy in (step, -step))]


def pieces_of(feature: Feature | Field) -> frozenset[PlacedSegment]:
    return frozenset(PlacedSegment(cell, segment) for cell, segment in feature.segments)
