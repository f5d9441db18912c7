"""How things on a board are pointed out: features by a tint and an outline, cells by plates."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.tiles.grid import Cell
from render.board.labels import seat_badge, seat_colours
from render.picture.palette import CREAM, INK, NOTHING
from render.picture.scene import (
    Badge,
    Box,
    Colour,
    Item,
    Items,
    Layers,
    Line,
    Rect,
    ShapePicture,
    Text,
)
from render.tiles.board.board import TileBoard
from render.tiles.board.features import PlacedSegment, piece_beyond
from render.tiles.sprites import BorderShape, SegmentsShape

AnyGround = TileBoard[Any, Any]

NUMBER = 0.3
"""How high a number on a part of a tile is, in cells."""
RIM, LINE = 0.13, 0.075
"""The width of an outline with its rim, and without, in cells."""


def tinted(
    ground: AnyGround, pieces: Iterable[PlacedSegment], colour: Colour, opacity: float
) -> Iterator[ShapePicture]:
    """Tints of the segments of a feature, as far as they are on cells of the board."""
    for cell, segments in _by_cell(ground, pieces):
        shape, at = SegmentsShape(ground.turned(cell), segments), ground.layout.cell_origin(cell)
        yield ShapePicture(shape, at, ground.cell, colour, opacity)


def outlined(
    ground: AnyGround, pieces: frozenset[PlacedSegment], seat: int | None
) -> Iterator[ShapePicture]:
    """An outline of a feature in the colour of a seat, with a rim that is visible on every
    ground."""
    colour, rim = seat_colours(seat)
    for stroke, width in ((rim, RIM), (colour, LINE)):
        for cell, segments in _by_cell(ground, pieces):
            joined = _joined(ground, pieces, cell, segments)
            line = max(2, ground.sized(width))
            shape = BorderShape(ground.turned(cell), segments, joined, line)
            yield ShapePicture(shape, ground.layout.cell_origin(cell), ground.cell, stroke)


def marked(
    ground: AnyGround, pieces: frozenset[PlacedSegment], seat: int | None, opacity: float
) -> Iterator[ShapePicture]:
    """A feature tinted and outlined in the colour of a seat, or of nobody."""
    colour, _ = seat_colours(seat)
    yield from tinted(ground, pieces, colour, opacity)
    yield from outlined(ground, pieces, seat)


def framed(ground: AnyGround, cell: Cell, colour: Colour) -> Iterator[Box]:
    """A frame around a tile: dark outside, light inside, so that it is visible on every ground."""
    for stroke, outside, width in ((INK, 0.125, 0.16), (CREAM, 0.095, 0.125), (colour, 0.095, 0.1)):
        inset, radius = -ground.sized(outside), ground.sized(outside + 0.04)
        edge = max(2, ground.sized(width))
        yield Box(ground.rect(cell, inset), outline=stroke, width=edge, radius=radius)


def offered(ground: AnyGround, cells: Iterable[tuple[Cell, str]], size: float) -> Layers:
    """Plates on cells where a tile can be laid, and above the pieces their names."""
    below: Items = []
    above: Items = []
    for cell, name in cells:
        plate, edge = ground.rect(cell, 6), ground.theme.accent
        below.append(Box(plate, CREAM, edge, width=4, radius=12, opacity=0.72))
        at, high = ground.middle(cell), ground.scaled(size)
        above.append(Text(name, at, high, INK, bold=True, align="middle"))
    return below, above


def crossed_out(ground: AnyGround, cells: Iterable[Cell]) -> Iterator[Item]:
    for cell in cells:
        left, top, right, bottom = ground.rect(cell, ground.scaled(0.24))
        yield Box(ground.rect(cell, 3), NOTHING, radius=10, opacity=0.55)
        for points in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
            yield Line(points, CREAM, ground.scaled(0.08))


def opened(
    ground: AnyGround, sides: Iterable[tuple[Cell, int]], colour: Colour, ink: Colour
) -> Iterator[Box]:
    """A bar at each port where a feature is open."""
    width = max(1, ground.scaled(0.025))
    for cell, port in sides:
        yield Box(_gap(ground, cell, port), colour, ink, width=width, radius=4)


def _gap(ground: AnyGround, cell: Cell, port: int) -> Rect:
    """A bar across the side of a tile, along the part of it that a port is on."""
    side, place = divmod(port, 3)
    start, end = ((0.03, 0.5), (0.3, 0.7), (0.5, 0.97))[place]
    if side in (2, 3):
        start, end = 1 - end, 1 - start
    across = 0.07
    left, top, right, bottom = (
        (start, -across, end, across),
        (1 - across, start, 1 + across, end),
        (start, 1 - across, end, 1 + across),
        (-across, start, across, end),
    )[side]
    x, y = ground.layout.cell_origin(cell)
    size = ground.cell
    return (
        x + round(left * size),
        y + round(top * size),
        x + round(right * size),
        y + round(bottom * size),
    )


def numbered(ground: AnyGround, cell: Cell, segments: Sequence[int]) -> list[Badge]:
    """A number where a follower would stand on each of these segments of a tile."""
    size = ground.sized(NUMBER)
    places = [ground.standing(PlacedSegment(cell, segment)) for segment in segments]
    return [seat_badge(str(number), at, size, None) for number, at in enumerate(places, 1)]


def _by_cell(
    ground: AnyGround, pieces: Iterable[PlacedSegment]
) -> list[tuple[Cell, tuple[int, ...]]]:
    """The segments of a feature on each cell of the board."""
    found: dict[Cell, list[int]] = {}
    for cell, segment in sorted(pieces):
        if cell in ground.inside:
            found.setdefault(cell, []).append(segment)
    return [(cell, tuple(segments)) for cell, segments in found.items()]


def _joined(
    ground: AnyGround, pieces: frozenset[PlacedSegment], cell: Cell, segments: Sequence[int]
) -> tuple[int, ...]:
    """The ports at which a feature continues beyond a side of a cell."""
    tile = ground.tiles[cell]
    ports = [port for segment in segments for port in tile.segments[segment].ports]
    return tuple(sorted(port for port in ports if piece_beyond(ground.tiles, cell, port) in pieces))


def piece_on(pieces: Iterable[PlacedSegment], cell: Cell) -> PlacedSegment:
    """The first of these segments on one of their cells."""
    return min(piece for piece in pieces if piece.cell == cell)


def central(cells: Sequence[Cell]) -> Cell:
    """The cell nearest to the middle of all."""
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
