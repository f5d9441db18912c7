"""The segments on the board, and which of them form one feature.

Pictures need this at segment level, where a view describes a feature by its cells. Knows no points.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.castle.material.catalogue import Catalogue, StartSpace
from engine.castle.seen.view import LaidTile, View
from engine.castle.vocabulary.moves import Placement, Spot
from engine.tiles.grid import Cell
from engine.tiles.ports import FACING, STEPS
from engine.tiles.tile import TurnedTile

COURT = "court"
"""The kind that is never complete."""
Lying = Mapping[Cell, TurnedTile]
"""The tile on each cell. A start space stands for the wall cell it is set into."""


class Piece(NamedTuple):
    """One segment of one tile on the board."""

    cell: Cell
    segment: int


def beyond(cell: Cell, side: int) -> Cell:
    """The cell next to this one on that side."""
    (x, y), (dx, dy) = cell, STEPS[side]
    return x + dx, y + dy


def start_cell(start: StartSpace) -> Cell:
    """The wall cell that a start space is set into."""
    return beyond(start.cell, start.side)


def lying(view: View) -> Lying:
    """The tiles laid so far, and the start spaces."""
    catalogue = view.catalogue
    return start_spaces(catalogue) | {
        tile.cell: catalogue.turned[tile.tile][tile.rotation] for tile in view.laid
    }


def start_spaces(catalogue: Catalogue) -> dict[Cell, TurnedTile]:
    first = len(catalogue.wall.inside)
    return {
        start_cell(start): catalogue.board.laid[number]
        for number, start in enumerate(catalogue.start_spaces, first)
    }


def with_tile(view: View, tile: str, placement: Placement) -> View:
    """The view with one more tile on the board, for previewing a placement."""
    return replace(view, laid=(*view.laid, LaidTile(placement.cell, tile, placement.rotation)))


def neighbours(tiles: Lying, cell: Cell) -> tuple[TurnedTile | None, ...]:
    return tuple(tiles.get(beyond(cell, side)) for side in range(len(STEPS)))


def feature_at(tiles: Lying, spot: Spot) -> frozenset[Piece]:
    """The whole feature that owns the port of a tile, on that tile and on others."""
    owner = tiles[spot.cell].owners[spot.port]
    if owner is None:
        return frozenset()
    return frozenset(_connected(tiles, {Piece(spot.cell, owner)}))


def _connected(tiles: Lying, pieces: set[Piece]) -> set[Piece]:
    """These pieces and everything connected with them."""
    found, edge = set(pieces), list(pieces)
    while edge:
        for near in _joined_to(tiles, edge.pop()):
            if near not in found:
                found.add(near)
                edge.append(near)
    return found


def _joined_to(tiles: Lying, piece: Piece) -> Iterable[Piece]:
    tile = tiles[piece.cell].segments[piece.segment]
    for port in tile.ports:
        cell = beyond(piece.cell, port // 3)
        other = tiles.get(cell)
        owner = None if other is None else other.owners[FACING[port]]
        if other is not None and owner is not None and other.segments[owner].kind == tile.kind:
            yield Piece(cell, owner)


def complete_segments(tiles: Lying, inside: Container[Cell]) -> dict[Cell, tuple[int, ...]]:
    """On each cell the segments of complete features: paths, towers and houses that face no empty
    cell within the wall."""
    pieces = [
        Piece(cell, number)
        for cell, tile in tiles.items()
        for number, segment in enumerate(tile.segments)
        if segment.kind != COURT
    ]
    growing = _connected(tiles, {piece for piece in pieces if _faces_empty(tiles, inside, piece)})
    found: dict[Cell, tuple[int, ...]] = {}
    for piece in pieces:
        if piece not in growing:
            found[piece.cell] = (*found.get(piece.cell, ()), piece.segment)
    return found


def _faces_empty(tiles: Lying, inside: Container[Cell], piece: Piece) -> bool:
    ports = tiles[piece.cell].segments[piece.segment].ports
    around = (beyond(piece.cell, port // 3) for port in ports)
    return any(cell in inside and cell not in tiles for cell in around)
