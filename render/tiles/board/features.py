"""The tiles that lie on a board, and which of their segments form one feature."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.tiles.grid import Cell
from engine.tiles.tile import FACING, STEPS, TurnedTile

# The tile on each cell.
Lying = Mapping[Cell, TurnedTile]


class PlacedSegment(NamedTuple):
    cell: Cell
    segment: int


def beyond(cell: Cell, side: int) -> Cell:
    (x, y) = cell
    (dx, dy) = STEPS[side]
    return x + dx, y + dy


def piece_at(tiles: Lying, cell: Cell, port: int) -> PlacedSegment | None:
    tile = tiles.get(cell)
    owner = None if tile is None else tile.owners[port]
    return None if owner is None else PlacedSegment(cell, owner)


def piece_beyond(tiles: Lying, cell: Cell, port: int) -> PlacedSegment | None:
    """The segment on the next cell that touches a port of this one."""
    return piece_at(tiles, beyond(cell, port // 3), FACING[port])


def connect(tiles: Lying, pieces: Iterable[PlacedSegment]) -> frozenset[PlacedSegment]:
    found = set(pieces)
    edge = list(pieces)
    while edge:
        cell, number = edge.pop()
        segment = tiles[cell].segments[number]
        for port in segment.ports:
            near = piece_beyond(tiles, cell, port)
            if near is None or near in found:
                continue
            if tiles[near.cell].segments[near.segment].kind == segment.kind:
                found.add(near)
                edge.append(near)
    return frozenset(found)


def joined_features(
    tiles: Lying, cell: Cell, kinds: Collection[str]
) -> Iterator[frozenset[PlacedSegment]]:
    """The features of these kinds that were several before the tile on this cell was laid."""
    before = {place: tile for place, tile in tiles.items() if place != cell}
    found: set[frozenset[PlacedSegment]] = set()
    for number, segment in enumerate(tiles[cell].segments):
        if segment.kind not in kinds:
            continue
        near = (piece_beyond(tiles, cell, port) for port in segment.ports)
        parts = {connect(before, [piece]) for piece in near if piece is not None}
        whole = connect(tiles, [PlacedSegment(cell, number)])
        if len(parts) > 1 and whole not in found:
            found.add(whole)
            yield whole


def complete_segments(
    tiles: Lying, inside: Container[Cell], growing_kinds: Collection[str]
) -> dict[Cell, tuple[int, ...]]:
    """On each cell the segments of complete features: those that face no empty cell of the board
    and are not of a kind that is never complete."""
    open_pieces = {
        PlacedSegment(cell, owner)
        for cell, tile in tiles.items()
        for side in range(4)
        if (other := beyond(cell, side)) in inside and other not in tiles
        for owner in tile.owners[3 * side : 3 * side + 3]
        if owner is not None and tile.segments[owner].kind not in growing_kinds
    }
    growing = connect(tiles, open_pieces)
    found = {
        cell: tuple(
            number
            for number, segment in enumerate(tile.segments)
            if segment.kind not in growing_kinds and (cell, number) not in growing
        )
        for cell, tile in tiles.items()
    }
    return {cell: segments for cell, segments in found.items() if segments}
