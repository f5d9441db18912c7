"""Tiles of a set of one's own, as a record can bring them."""

from engine.carcassonne.material.catalogue import SegmentData, TileData, build_catalogue
from engine.tiles.tile import TurnedTile


def own_tile(*segments: SegmentData) -> TurnedTile:
    catalogue = build_catalogue({"own": TileData(count=2, segments=list(segments))}, "own")
    return catalogue.turned["own"][0]
