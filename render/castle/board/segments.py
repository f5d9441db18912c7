"""The tiles and start spaces on the board of The Castle, and the features they form.

Pictures need this information for each segment, whereas a view describes a feature by its cells.
"""

from dataclasses import replace

from engine.castle.material.catalogue import Catalogue, StartSpace
from engine.castle.seen.view import LaidTile, View
from engine.castle.vocabulary.moves import Placement, Spot
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.tiles.board.features import Lying, Piece, beyond, connected, piece_at

COURT = "court"
"""The kind of feature that is never complete."""


def start_cell(start: StartSpace) -> Cell:
    """The wall cell that a start space is set into."""
    return beyond(start.cell, start.side)


def lying(view: View) -> Lying:
    """The tiles laid so far, and the start spaces, each on the wall cell it is set into."""
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


def feature_at(tiles: Lying, spot: Spot) -> frozenset[Piece]:
    """The whole feature that owns the port of a tile, on that tile and on others."""
    piece = piece_at(tiles, spot.cell, spot.port)
    return frozenset() if piece is None else connected(tiles, [piece])
