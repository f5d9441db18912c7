"""The constraints on this project's own catalogue, as docs/catalogue.md lists them."""

from collections import Counter
from itertools import pairwise

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import Tile

CATALOGUE = standard_catalogue()
TILES = CATALOGUE.tiles


def face(tile: Tile, rotation: int) -> tuple[object, ...]:
    """What can be seen on a tile: kinds, ports and marks, in no order."""
    return tuple(sorted(CATALOGUE.turned[tile.id][rotation].segments))


def paths(tile: Tile) -> list[tuple[int, ...]]:
    return [segment.ports for segment in tile.segments if segment.kind == "path"]


def path_sides(tile: Tile) -> int:
    return sum(len(ports) for ports in paths(tile))


def whole_sides(kind: str) -> int:
    """Sides that carry a path; or both halves of which one segment owns, without a path."""
    if kind == "path":
        return sum(map(path_sides, TILES))
    count = 0
    for tile in TILES:
        owners = CATALOGUE.turned[tile.id][0].owners
        for first in (0, 3, 6, 9):
            left, channel, right = owners[first : first + 3]
            if channel is None and left is not None and left == right:
                count += tile.segments[left].kind == kind
    return count


def halves(kind: str) -> int:
    segments = [segment for tile in TILES for segment in tile.segments]
    return sum(len(segment.ports) for segment in segments if segment.kind == kind)


def test_no_two_tiles_are_equal_under_rotation() -> None:
    faces = {face(tile, rotation): tile.id for tile in TILES for rotation in range(4)}
    for tile in TILES:
        for rotation in range(4):
            assert faces[face(tile, rotation)] == tile.id
    assert len(TILES) == 60


def test_the_tiles_carry_all_four_kinds_including_mixed_sides() -> None:
    assert {segment.kind for tile in TILES for segment in tile.segments} == {
        "path",
        "tower",
        "house",
        "court",
    }
    mixed = 0
    for tile in TILES:
        kinds = [
            None if owner is None else tile.segments[owner].kind
            for owner in CATALOGUE.turned[tile.id][0].owners
        ]
        mixed += sum(
            kinds[port + 1] is None and kinds[port] != kinds[port + 2] for port in (0, 3, 6, 9)
        )
    assert mixed == 26


def test_35_to_45_percent_of_the_sides_carry_a_path() -> None:
    assert 0.35 <= sum(map(path_sides, TILES)) / 240 <= 0.45
    by_sides = Counter(map(path_sides, TILES))
    assert by_sides[0] >= 6
    assert by_sides[4] >= 4


def test_squares_fountains_markets_and_branches() -> None:
    squares = sum(len(paths(tile)) >= 3 for tile in TILES)
    fountains = [s.marks for tile in TILES for s in tile.segments if s.kind == "path" and s.marks]
    markets = [s.marks for tile in TILES for s in tile.segments if s.kind == "court" and s.marks]
    branches = sum(len(ports) >= 3 for tile in TILES for ports in paths(tile))
    assert 6 <= squares <= 9
    assert 5 <= len(fountains) <= 8
    assert 12 <= len(markets) <= 16
    assert set(markets) == {1}
    assert branches >= 8


def test_every_kind_is_a_whole_side_on_at_least_20_sides() -> None:
    for kind in ("path", "tower", "house", "court"):
        assert whole_sides(kind) >= 20, kind
    three = [tile for tile in TILES if len({segment.kind for segment in tile.segments}) >= 3]
    assert len(three) >= 25


def test_towers_are_rarer_than_houses_and_houses_than_courts() -> None:
    assert halves("tower") < halves("house") < halves("court")


def test_start_spaces_show_their_kinds_and_no_equal_neighbours() -> None:
    kinds = [
        tuple(sorted((s.kind, s.marks) for s in space.tile.segments))
        for space in CATALOGUE.start_spaces
    ]
    assert Counter(kinds) == {
        (("court", 0), ("court", 0), ("path", 0)): 2,
        (("tower", 0),): 2,
        (("house", 0),): 1,
        (("court", 1),): 1,
        (("court", 0), ("house", 0)): 1,
    }
    assert all(before != after for before, after in pairwise([*kinds, kinds[0]]))
