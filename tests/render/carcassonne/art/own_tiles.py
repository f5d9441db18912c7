"""Tiles of a custom set, as a record can contain them."""

from engine.carcassonne.catalogue import SegmentData, TileData, build_catalogue
from engine.tiles.tile import TurnedTile


def own_tile(*segments: SegmentData) -> TurnedTile:
    catalogue = build_catalogue({"own": TileData(count=2, segments=list(segments))}, "own")
    return catalogue.turned["own"][0]
