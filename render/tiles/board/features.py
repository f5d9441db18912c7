"""Tiles that lie on a board, and which of their segments form one feature."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.tiles.grid import Cell
from engine.tiles.tile import FACING, STEPS, TurnedTile

# The tile on each cell.
LaidTiles = Mapping[Cell, TurnedTile]


class PlacedSegment(NamedTuple):
    cell: Cell
    segment: int


def beyond(cell: Cell, side: int) -> Cell:
    (x, y) = cell
    (dx, dy) = STEPS[side]
    return x + dx, y + dy


def piece_at(tiles: LaidTiles, cell: Cell, port: int) -> PlacedSegment | None:
    tile = tiles.get(cell)
    owner = None if tile is None else tile.owners[port]
    return None if owner is None else PlacedSegment(cell, owner)


def piece_beyond(tiles: LaidTiles, cell: Cell, port: int) -> PlacedSegment | None:
    """Find the segment on the next cell that touches a port of this one."""
    return piece_at(tiles, beyond(cell, port // 3), FACING[port])


def connect(tiles: LaidTiles, pieces: Iterable[PlacedSegment]) -> frozenset[PlacedSegment]:
    connected = set(pieces)
    to_follow = list(pieces)
    while to_follow:
        cell, number = to_follow.pop()
        segment = tiles[cell].segments[number]
        for port in segment.ports:
            neighbour = piece_beyond(tiles, cell, port)
            if neighbour is None or neighbour in connected:
                continue
            if tiles[neighbour.cell].segments[neighbour.segment].kind == segment.kind:
                connected.add(neighbour)
                to_follow.append(neighbour)
    return frozenset(connected)


def joined_features(
    tiles: LaidTiles, cell: Cell, kinds: Collection[str]
) -> Iterator[frozenset[PlacedSegment]]:
    """Find the features of these kinds that were several before the tile on this cell was laid."""
    before = {place: tile for place, tile in tiles.items() if place != cell}
    features: set[frozenset[PlacedSegment]] = set()
    for number, segment in enumerate(tiles[cell].segments):
        if segment.kind not in kinds:
            continue
        neighbours = (piece_beyond(tiles, cell, port) for port in segment.ports)
        parts = {connect(before, [piece]) for piece in neighbours if piece is not None}
        whole = connect(tiles, [PlacedSegment(cell, number)])
        if len(parts) > 1 and whole not in features:
            features.add(whole)
            yield whole


def complete_segments(
    tiles: LaidTiles, inside: Container[Cell], growing_kinds: Collection[str]
) -> dict[Cell, tuple[int, ...]]:
    """Find on each cell the segments of complete features: those that face no empty cell of the
    board and are not of a kind that is never complete."""
    open_pieces = {
        PlacedSegment(cell, owner)
        for cell, tile in tiles.items()
        for side in range(4)
        if (neighbour := beyond(cell, side)) in inside and neighbour not in tiles
        for owner in tile.owners[3 * side : 3 * side + 3]
        if owner is not None and tile.segments[owner].kind not in growing_kinds
    }
    growing = connect(tiles, open_pieces)
    complete = {
        cell: tuple(
            number
            for number, segment in enumerate(tile.segments)
            if segment.kind not in growing_kinds and (cell, number) not in growing
        )
        for cell, tile in tiles.items()
    }
    return {cell: segments for cell, segments in complete.items() if segments}
