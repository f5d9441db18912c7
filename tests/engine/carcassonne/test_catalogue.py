"""The land tiles, and what a set of tiles must be like."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.carcassonne.catalogue import TileData, build_catalogue, standard_catalogue
from engine.errors import DataError
from engine.tiles.grid import bits
from tests.engine.carcassonne.oracle.pictures import DRAWN, PICTURES
from tests.engine.carcassonne.oracle.table import Table, segments_of

FIELD = {"kind": "field", "ports": list(range(12))}


def test_there_are_24_types_and_72_tiles() -> None:
    catalogue = standard_catalogue()
    assert len(catalogue.tiles) == 24
    assert sum(catalogue.counts.values()) == 72
    assert len(catalogue.stack) == 71
    pennants = {tile.id: sum(s.marks for s in tile.segments) for tile in catalogue.tiles}
    assert Counter(pennants.values()) == {0: 18, 1: 6}
    assert sum(pennants[tile] * count for tile, count in catalogue.counts.items()) == 10


def test_a_set_has_the_name_that_stored_states_know_it_by() -> None:
    assert standard_catalogue().fingerprint == "7fb0d0b2988c6cc9"


def test_a_thing_on_a_tile_makes_another_set() -> None:
    catalogue = standard_catalogue()
    first, *others = catalogue.tiles
    well = frozenset(["well"])
    other = replace(first, things=tuple(well for _ in first.segments))
    assert replace(catalogue, tiles=(other, *others)) != catalogue


@pytest.mark.parametrize("tile", list(DRAWN))
def test_a_type_is_what_the_picture_drawn_by_hand_shows(tile: str) -> None:
    """Segments, what they are named by, and which cities a field touches."""
    catalogue = standard_catalogue()
    for rotation, picture in enumerate(PICTURES[tile]):
        alone = Table({(0, 0): picture})
        drawn = {port: alone.feature(square) for port, square in segments_of(picture).items()}
        turned = catalogue.turned[tile][rotation]
        deployments = catalogue.deployments[tile][rotation]
        names = [
            None if deployment.port is None else _name(deployment.port)
            for deployment in deployments
        ]
        assert sorted(names, key=str) == sorted(drawn, key=str)
        for name, segment, cities in zip(names, turned.segments, turned.tile.beside, strict=True):
            feature = drawn[name]
            assert (segment.kind, segment.marks) == (feature.kind, feature.pennants)
            touched = {
                other
                for other, city in drawn.items()
                if city.kind == "city" and alone.touches(feature, city)
            }
            if segment.kind == "field":
                assert {names[city] for city in bits(cities)} == touched


def _name(port: int) -> str:
    return ["NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW"][port]


@pytest.mark.parametrize(
    ("segments", "problem"),
    [
        ([{"kind": "field", "ports": list(range(11))}], "port 11 (WNW) belongs to no segment"),
        ([FIELD, {"kind": "road", "ports": [1]}], "port 1 (N) is owned twice"),
        ([FIELD, {"kind": "road", "ports": []}], "a cloister has no ports"),
        ([FIELD, {"kind": "cloister", "ports": [1]}], "a cloister has no ports"),
        ([{**FIELD, "pennants": 1}], "only a city can have pennants"),
        ([{**FIELD, "cities": [0]}], "segment 0 is not a city"),
        ([{**FIELD, "cities": [7]}], "segment 7 is not a city"),
        ([{"kind": "road", "ports": [0]}], "a road cannot own port 0 (NNW)"),
        ([{"kind": "city", "ports": list(range(12)), "cities": [0]}], "only a field can touch"),
        ([FIELD, {"kind": "cloister", "ports": []}, {"kind": "cloister", "ports": []}], "one cl"),
        (
            [{"kind": "city", "ports": [0]}, {"kind": "field", "ports": list(range(1, 12))}],
            "side N is neither",
        ),
    ],
)
def test_a_tile_that_cannot_be_is_refused(segments: list[dict[str, Any]], problem: str) -> None:
    data = TileData.model_validate({"count": 2, "segments": segments})
    with pytest.raises(DataError) as refused:
        build_catalogue({"tile": data}, "tile")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("counts", "start"),
    [({"a": 1}, "a"), ({"a": 2}, "b"), ({"a": 1, "A": 1}, "a"), ({"a": 199, "b": 2}, "a")],
)
def test_a_set_that_cannot_be_is_refused(counts: dict[str, int], start: str) -> None:
    tiles = {
        name: TileData.model_validate({"count": count, "segments": [FIELD]})
        for name, count in counts.items()
    }
    with pytest.raises(DataError):
        build_catalogue(tiles, start)
