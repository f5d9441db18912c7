"""The land tiles, and what a set of tiles must be like."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.carcassonne.catalogue import (
    TileData,
    build_catalogue,
    read_catalogue,
    segments_data,
    standard_catalogue,
)
from engine.carcassonne.moves import naming_port
from engine.errors import DataError
from engine.tiles.grid import bits
from tests.engine.carcassonne.oracle.pictures import (
    DRAWN,
    DRAWN_INNS,
    DRAWN_RIVER,
    PICTURES,
)
from tests.engine.carcassonne.oracle.table import Table, segments_of

FIELD = {"kind": "field", "ports": list(range(12))}
EVERY = read_catalogue("inns", "river")


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


def test_expansions_add_18_tiles_and_12_tiles() -> None:
    base = standard_catalogue()
    inns = read_catalogue("inns")
    river = read_catalogue("river")
    assert sum(inns.counts.values()) - sum(base.counts.values()) == 18
    assert sum(river.counts.values()) - sum(base.counts.values()) == 12
    assert [tile.id for tile in EVERY.tiles] == [*DRAWN, *DRAWN_INNS, *DRAWN_RIVER]
    needed = [sorted(catalogue.expansions) for catalogue in (base, inns, river, EVERY)]
    assert needed == [[], ["inns"], ["river"], ["inns", "river"]]


def test_ic1_six_roads_have_an_inn_and_two_cities_a_cathedral() -> None:
    counts = Counter[str]()
    for tile in EVERY.tiles:
        for things in tile.things:
            counts += Counter(dict.fromkeys(things, EVERY.counts[tile.id]))
    assert counts == {"inn": 6, "cathedral": 2}
    assert not any(tile.things for tile in read_catalogue("river").tiles)


@pytest.mark.parametrize("tile", [*DRAWN, *DRAWN_INNS, *DRAWN_RIVER])
def test_a_type_is_what_the_picture_drawn_by_hand_shows(tile: str) -> None:
    """Segments, what they are named by and what is on them, and which cities a field touches."""
    catalogue = EVERY
    for rotation, picture in enumerate(PICTURES[tile]):
        alone = Table({(0, 0): picture})
        drawn = {port: alone.feature(square) for port, square in segments_of(picture).items()}
        turned = catalogue.turned[tile][rotation]
        names = [
            None if port is None else _name(port)
            for port in (naming_port(ports) for _, ports, _ in turned.segments)
        ]
        rivers = [
            name
            for name, segment in zip(names, turned.segments, strict=True)
            if segment.kind == "river"
        ]
        assert sorted({*names} - {*rivers}, key=str) == sorted(drawn, key=str)
        every_thing = turned.tile.things or (frozenset[str](),) * len(names)
        for name, segment, cities, things in zip(
            names, turned.segments, turned.tile.beside, every_thing, strict=True
        ):
            if segment.kind == "river":
                continue
            feature = drawn[name]
            assert (segment.kind, segment.marks) == (feature.kind, feature.pennants)
            assert things == feature.things
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
        ([{**FIELD, "inn": True}], "inn is possible on a road alone"),
        ([{**FIELD, "cathedral": True}], "cathedral is possible on a city alone"),
        (
            [FIELD, {"kind": "field", "ports": []}, {"kind": "cloister", "ports": []}],
            "without ports",
        ),
        ([{"kind": "river", "ports": [0]}], "a river cannot own port 0 (NNW)"),
        ([{"kind": "river", "ports": [1, 4, 7]}], "one river can cross a tile"),
    ],
)
def test_a_tile_that_cannot_be_is_refused(segments: list[dict[str, Any]], problem: str) -> None:
    data = TileData.model_validate({"count": 2, "segments": segments})
    with pytest.raises(DataError) as refused:
        build_catalogue({"tile": data}, "tile")
    assert problem in str(refused.value)


SPRING: list[dict[str, Any]] = [
    {"kind": "river", "ports": [4]},
    {"kind": "field", "ports": [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]},
]


@pytest.mark.parametrize(
    ("counts", "start", "problem"),
    [
        ({"spring": 1, "field": 1}, "spring", "ends with a single tile"),
        ({"spring": 1, "lake": 2}, "spring", "ends with a single tile"),
        ({"spring": 1, "lake": 1, "pond": 1}, "spring", "ends with a single tile"),
        ({"spring": 2, "lake": 1}, "spring", "begins with a single start tile"),
        ({"spring": 1, "lake": 1, "field": 1}, "field", "begins with a single start tile"),
    ],
)
def test_rv1_a_river_needs_one_spring_and_one_lake(
    counts: dict[str, int], start: str, problem: str
) -> None:
    tiles = {
        name: TileData.model_validate(
            {"count": count, "segments": [FIELD] if name == "field" else SPRING}
        )
        for name, count in counts.items()
    }
    with pytest.raises(DataError, match=problem):
        build_catalogue(tiles, start)


def test_rv2_the_start_tile_of_the_base_game_is_shuffled_in() -> None:
    piles = {pile.purpose: Counter(pile.tiles) for pile in EVERY.piles}
    assert list(piles) == ["river tiles", "lake", "land tiles"]
    assert [pile.total() for pile in piles.values()] == [10, 1, 72 + 18]
    assert piles["land tiles"]["D"] == 4
    assert piles["lake"] == {"river-2": 1}


def test_a_set_is_read_back_from_how_it_is_written() -> None:
    written = {
        tile.id: TileData.model_validate(
            {"count": EVERY.counts[tile.id], "segments": segments_data(tile)}
        )
        for tile in EVERY.tiles
    }
    assert build_catalogue(written, EVERY.start) == EVERY


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
