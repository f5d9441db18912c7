"""Marks on a board: features by an outline and a pattern, cells by plates."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.tiles.grid import Cell
from render.board.labels import CLAIM, LABEL, SMALL, Labels, seat_badge, seat_colours
from render.picture.palette import CREAM, INK, NOTHING, SEATS
from render.picture.scene import (
    Badge,
    Box,
    Colour,
    Item,
    Items,
    Layers,
    Line,
    Point,
    Rect,
    ShapePicture,
    Text,
    stack,
)
from render.tiles.board.board import CellLayout, TileBoard
from render.tiles.board.features import PlacedSegment, piece_beyond
from render.tiles.geometry import turn_point
from render.tiles.sprites import BorderShape, PatternShape, SegmentsShape

AnyBoard = TileBoard[object, object, CellLayout]

# The mark of a move that is not confirmed.
UNCONFIRMED = "?"
# The height of that mark, in cells.
QUESTION = 0.36
# The length of the brackets around the last tile, in cells.
BRACKET = 0.28
# Their distance from it, in cells.
BRACKET_OUTSIDE = 0.06
# The least width in pixels of their dark rim, of their light one and of their line, and the width
# in cells.
BRACKET_WIDTHS = ((7, 0.23), (5, 0.175), (3, 0.125))
# The kinds of features that are hardly wider than their outlines.
THIN = ("road", "path")
# The opacity of the plate on a cell where a tile can be laid.
OFFERED = 0.72
# The distance of that plate from the border of the cell, in cells.
INSET = 0.05
# The width of its rim, in cells.
EDGE = 0.044
# The radius of its corners, in cells.
RADIUS = 0.13
# Half the width of an arrow out of a tile, and its length, in cells.
HEAD = (0.13, 0.11)
# The distance from the border at which an arrow begins within the tile, in cells.
AHEAD = 0.05
# The width of an arrow's line, in cells.
ARROW = 0.055
# The width of an arrow's line with its rim, in cells.
ARROW_RIM = 0.11
# The room that labels leave to an arrow, in cells.
ARROW_ROOM = 0.2
# The width of a line from a label to its feature, in cells.
LEAD = 0.045
# The width of that line with its rim, in cells.
LEAD_RIM = 0.09
# The width of an outline with its rim, in cells.
RIM = 0.13
# The width of an outline without its rim, in cells.
LINE = 0.075

# The start of an arrow's line, its tip, and the end.
Arrow = tuple[Point, Point, Point]


def tint_feature(
    board: AnyBoard, pieces: Iterable[PlacedSegment], colour: Colour, opacity: float
) -> Iterator[ShapePicture]:
    """Tint the segments of a feature, as far as they are on cells of the board."""
    for cell, segments in _by_cell(board, pieces):
        shape = SegmentsShape(board.turned_tile(cell), segments)
        at = board.layout.cell_origin(cell)
        yield ShapePicture(shape, at, board.cell, colour, opacity)


def pattern_feature(
    board: AnyBoard, pieces: Iterable[PlacedSegment], seat: int
) -> Iterator[ShapePicture]:
    """Draw the pattern of a seat over a feature, with a rim that is visible on every tile. There is
    no room for it between the outlines of roads and paths."""
    colours = SEATS[seat]
    wide = [
        piece
        for piece in pieces
        if board.tiles[piece.cell].segments[piece.segment].kind not in THIN
    ]
    by_cell = _by_cell(board, wide)
    for rim, colour in ((True, colours.ink), (False, colours.main)):
        for cell, segments in by_cell:
            shape = PatternShape(board.turned_tile(cell), segments, colours.pattern, rim)
            yield ShapePicture(shape, board.layout.cell_origin(cell), board.cell, colour)


def outline_feature(
    board: AnyBoard, pieces: frozenset[PlacedSegment], seat: int | None
) -> Iterator[ShapePicture]:
    """Outline a feature in the colour of a seat, with a rim that is visible on every board."""
    colour, rim = seat_colours(seat)
    for stroke, width in ((rim, RIM), (colour, LINE)):
        for cell, segments in _by_cell(board, pieces):
            joined = _open_ports(board, pieces, cell, segments)
            line = max(2, board.mark_pixels(width))
            shape = BorderShape(board.turned_tile(cell), segments, joined, line)
            yield ShapePicture(shape, board.layout.cell_origin(cell), board.cell, stroke)


def mark_feature(
    board: AnyBoard, pieces: frozenset[PlacedSegment], seat: int | None
) -> Iterator[ShapePicture]:
    """Outline a feature in the colour of a seat, or of nobody, with the seat's pattern on it. What
    is drawn on its tiles keeps its colours, which mixed with those of a seat might look like
    another's."""
    if seat is not None:
        yield from pattern_feature(board, pieces, seat)
    yield from outline_feature(board, pieces, seat)


def mark_last_move(board: AnyBoard, cell: Cell, mover: int | None, unconfirmed: bool) -> list[Item]:
    """Put brackets around the corners of the last tile in the colour of the player who laid it, if
    known, and leave its seams visible."""
    colour = board.theme.accent if mover is None else SEATS[mover].main
    outside = board.mark_pixels(BRACKET_OUTSIDE)
    length = board.mark_pixels(BRACKET)
    widths = [max(least, board.mark_pixels(width)) for least, width in BRACKET_WIDTHS]
    items: list[Item] = [*brackets(board.rect(cell, -outside), colour, length, widths)]
    if unconfirmed:
        _, top, right, _ = board.rect(cell)
        size = board.mark_pixels(QUESTION)
        (_, ink) = seat_colours(mover)
        items.append(Badge(UNCONFIRMED, (right, top), size, ink, colour, ink))
    return items


def brackets(rect: Rect, colour: Colour, length: int, widths: Sequence[int]) -> Iterator[Line]:
    """Draw brackets around the corners of a rectangle: dark outside, then light, so that they are
    visible on every ground."""
    left, top, right, bottom = rect
    for stroke, width in zip((INK, CREAM, colour), widths, strict=True):
        more = (width - widths[-1]) // 2
        for x, across in ((left, length + more), (right, -length - more)):
            for y, down in ((top, length + more), (bottom, -length - more)):
                yield Line(((x + across, y), (x, y), (x, y + down)), stroke, width)


def offer_cells(board: AnyBoard, cells: Iterable[tuple[Cell, str]], size: float) -> Layers:
    """Draw plates on cells where a tile can be laid, and above the pieces their names."""
    below: Items = []
    above: Items = []
    inset = board.pixels(INSET)
    edge = board.pixels(EDGE)
    radius = board.pixels(RADIUS)
    for cell, name in cells:
        plate = board.rect(cell, inset)
        rim = board.theme.accent
        below.append(Box(plate, CREAM, rim, edge, radius, opacity=OFFERED))
        at = board.middle(cell)
        high = board.pixels(size)
        if name:
            above.append(Text(name, at, high, INK, bold=True, align="middle"))
    return below, above


def cross_out(board: AnyBoard, cells: Iterable[Cell]) -> Layers:
    below: Items = []
    for cell in cells:
        left, top, right, bottom = board.rect(cell, board.pixels(0.24))
        below.append(Box(board.rect(cell, 3), NOTHING, radius=10, opacity=0.55))
        for points in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
            below.append(Line(points, CREAM, board.pixels(0.08)))
    return below, []


def _mark_openings(
    board: AnyBoard,
    labels: Labels,
    ports: Iterable[tuple[Cell, int]],
    colours: tuple[Colour, Colour],
) -> Iterator[Line]:
    """Draw an arrow out of a tile in the middle of each run of ports at which a feature goes on.
    Labels keep clear of it."""

    def run_of(numbered_port: tuple[int, tuple[Cell, int]]) -> tuple[Cell, int, int]:
        """Name the run of a port: ports that follow each other on one side have the same distance
        from their numbers."""
        number, (cell, port) = numbered_port
        return cell, port // 3, port - number

    arrows = [
        _arrow(board, cell, side, [port % 3 for _, (_, port) in run])
        for (cell, side, _), run in groupby(enumerate(sorted(ports)), run_of)
    ]
    for _, tip, _ in arrows:
        labels.keep_clear(tip, ARROW_ROOM)
    for stroke, width in zip(reversed(colours), (ARROW_RIM, ARROW), strict=True):
        for points in arrows:
            yield Line(points, stroke, max(2, board.pixels(width)))


def _arrow(board: AnyBoard, cell: Cell, side: int, ports: Sequence[int]) -> Arrow:
    """Shape an arrow out of a tile over these ports of a side."""
    middle = sum((0.265, 0.5, 0.735)[port] for port in ports) / len(ports)
    (left, top) = board.layout.cell_origin(cell)
    (reach, deep) = HEAD
    spots = ((middle - reach, 0.0), (middle, -deep), (middle + reach, 0.0))
    rotated = (turn_point((x, y + AHEAD), side) for x, y in spots)
    start, tip, end = ((left + board.pixels(x), top + board.pixels(y)) for x, y in rotated)
    return start, tip, end


def _by_cell(
    board: AnyBoard, pieces: Iterable[PlacedSegment]
) -> list[tuple[Cell, tuple[int, ...]]]:
    segments_by_cell: dict[Cell, list[int]] = {}
    for cell, segment in sorted(pieces):
        if cell in board.inside:
            segments_by_cell.setdefault(cell, []).append(segment)
    return [(cell, tuple(segments)) for cell, segments in segments_by_cell.items()]


def _open_ports(
    board: AnyBoard, pieces: frozenset[PlacedSegment], cell: Cell, segments: Sequence[int]
) -> tuple[int, ...]:
    """List the ports at which a feature continues beyond a side of a cell."""
    tile = board.tiles[cell]
    ports = [port for segment in segments for port in tile.segments[segment].ports]
    return tuple(sorted(port for port in ports if piece_beyond(board.tiles, cell, port) in pieces))


def piece_on(pieces: Iterable[PlacedSegment], cell: Cell) -> PlacedSegment:
    """Find the first of these segments on one of their cells."""
    return min(piece for piece in pieces if piece.cell == cell)


def central(cells: Sequence[Cell]) -> Cell:
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)


class ClaimedFeature(NamedTuple):
    """A feature with followers: whose it is, if only one seat leads it, and its label, on one of
    these places."""

    pieces: frozenset[PlacedSegment]
    leader: int | None
    label: str
    spots: Sequence[Point]


def mark_claims(board: AnyBoard, labels: Labels, claims: Iterable[ClaimedFeature]) -> Layers:
    """Label each feature on it: those with the least room first."""
    below: Items = []
    labelled: list[Layers] = []
    size = board.mark_pixels(CLAIM)
    for pieces, leader, label, spots in sorted(claims, key=lambda claim: len(claim.spots)):
        below += mark_feature(board, pieces, leader)
        labelled.append(label_feature(labels, label, spots, size, leader))
    lines, badges = stack(labelled)
    return [*below, *lines], badges


def label_feature(
    labels: Labels, text: str, spots: Sequence[Point], size: int, seat: int | None
) -> Layers:
    """Place a badge on one of the spots on a feature, or a line to it from where there is room. It
    is left out if none of them is visible."""
    place = labels.place_on(text, spots, size)
    if place is None:
        return [], []
    at, end = place
    lines: Items = []
    if end is not None:
        for stroke, width in zip(reversed(seat_colours(seat)), (LEAD_RIM, LEAD), strict=True):
            lines.append(Line((at, end), stroke, max(2, labels.board.mark_pixels(width))))
    return lines, [seat_badge(text, at, size, seat)]


def award_points(
    labels: Labels, spots: Sequence[Point], seats: Iterable[int], points: int
) -> Layers:
    """Say on a feature how many points each of these seats gets for it."""
    text = f"+{points}" if points else "0"
    size = labels.board.mark_pixels(LABEL)
    return stack([label_feature(labels, text, spots, size, seat) for seat in seats])


class OpenFeature(NamedTuple):
    """A feature that can be completed: the ports at which it goes on, how many cells it lacks, near
    one of which places that is said, and who leads it, if it is claimed."""

    pieces: frozenset[PlacedSegment]
    ports: Sequence[tuple[Cell, int]]
    missing: int
    near: Sequence[Point]
    claimed: bool
    leader: int | None

    @property
    def colours(self) -> tuple[Colour, Colour]:
        return claim_colours(self.claimed, self.leader)


def claim_colours(claimed: bool, leader: int | None) -> tuple[Colour, Colour]:
    """Choose the colours of the seat that leads a feature, of nobody, or of a feature without
    followers."""
    return seat_colours(leader) if claimed else (CREAM, INK)


def mark_open(board: AnyBoard, labels: Labels, features: Sequence[OpenFeature]) -> Layers:
    """Draw an arrow where a feature goes on, and on the feature the number of cells that it
    needs."""
    below: Items = []
    above: Items = []
    size = board.mark_pixels(SMALL)
    for feature in features:
        if feature.claimed:
            below += mark_feature(board, feature.pieces, feature.leader)
        above += _mark_openings(board, labels, feature.ports, feature.colours)
    for feature in features:
        (colour, ink) = feature.colours
        missing = str(feature.missing)
        above.append(
            Badge(missing, labels.place_upon(missing, feature.near, size), size, ink, colour, ink)
        )
    return below, above


class ScoredFeature(NamedTuple):
    """A feature that was completed, its cells, and who got how many points for it."""

    pieces: frozenset[PlacedSegment]
    cells: Sequence[Cell]
    seats: Sequence[int]
    points: int


def mark_scored(board: AnyBoard, labels: Labels, features: Iterable[ScoredFeature]) -> Layers:
    """Mark the features, and say on each who gets how many points for it: if possible on a cell
    without others."""
    below: Items = []
    awards: list[Layers] = []
    labelled: set[Cell] = set()
    for pieces, cells, seats, points in features:
        below += mark_feature(board, pieces, sole(seats))
        visible = [cell for cell in cells if board.shows(cell)] or cells
        cell = central([cell for cell in visible if cell not in labelled] or visible)
        labelled.add(cell)
        ordered = sorted(pieces, key=lambda piece: (piece.cell != cell, piece))
        spots = [board.follower_point(piece_on(pieces, cell)), *board.label_points(ordered)]
        awards.append(award_points(labels, spots, seats, points))
    lines, badges = stack(awards)
    return [*below, *lines], badges


def sole(seats: Sequence[int]) -> int | None:
    """Find the seat that is the only one in something; None if there are several, or none."""
    return seats[0] if len(seats) == 1 else None
