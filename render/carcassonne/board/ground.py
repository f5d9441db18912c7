"""What every part of a board scene of Carcassonne is made from."""

from dataclasses import replace

from engine.carcassonne.seen.view import LaidTile, StandingFollower, View
from engine.carcassonne.vocabulary.moves import Spot, Turn
from render.carcassonne.art.standing import follower_spot
from render.carcassonne.board.layout import Layout
from render.picture.colours.palette import Theme
from render.picture.scene import Rect, Size
from render.tiles.board.camera import CELL
from render.tiles.board.features import Lying, Piece, connected, piece_at
from render.tiles.board.ground import Ground as AnyGround

Ground = AnyGround[View, Layout]


def ground_of(
    view: View, layout: Layout, theme: Theme, window: Rect, strips: Size = (0, 0)
) -> Ground:
    tiles, zoom = lying(view), layout.cell / CELL
    return Ground(view, tiles, tiles, layout, theme, follower_spot, window, zoom, strips)


def lying(view: View) -> Lying:
    """The tile on each cell."""
    turned = view.catalogue.turned
    return {tile.cell: turned[tile.tile][tile.rotation] for tile in view.laid}


def piece_named(tiles: Lying, spot: Spot) -> Piece:
    """The segment that a spot names: a cloister has no port."""
    if spot.port is not None:
        piece = piece_at(tiles, spot.cell, spot.port)
        assert piece is not None, f"no segment of {spot.cell} owns port {spot.port}"
        return piece
    kinds = [segment.kind for segment in tiles[spot.cell].segments]
    return Piece(spot.cell, kinds.index("cloister"))


def feature_at(tiles: Lying, spot: Spot) -> frozenset[Piece]:
    """The whole feature that a spot names."""
    return connected(tiles, [piece_named(tiles, spot)])


def with_turn(view: View, turn: Turn | None) -> View:
    """The view with one more tile on the table, and its follower, for previewing a turn."""
    if turn is None or view.drawn is None:
        return view
    placement, posting = turn
    laid = (*view.laid, LaidTile(placement.cell, view.drawn, placement.rotation))
    shown = replace(view, laid=laid)
    if posting is None or view.to_act is None:
        return shown
    spot = Spot(placement.cell, posting.port)
    segment = piece_named(lying(shown), spot).segment
    follower = StandingFollower(view.to_act, posting.role, spot, segment)
    return replace(shown, followers=(*view.followers, follower))
