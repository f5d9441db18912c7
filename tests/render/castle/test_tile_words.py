"""The names of tiles, and how they look in words, over the whole catalogue."""

from collections import Counter

import pytest

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import Segment, Tile, TurnedTile, turn_tile
from render.castle.tiles import describe_tile, family, tile_name
from render.locale import Words, languages, texts_of, words_of
from tests.render.castle.games import ENGLISH

TURNED = standard_catalogue().turned


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


@pytest.mark.parametrize("rotation", range(4))
def test_different_tiles_are_described_differently(words: Words, rotation: int) -> None:
    described = Counter(describe_tile(words, turned[rotation]) for turned in TURNED.values())
    assert [text for text, count in described.items() if count > 1] == []


def test_everything_that_can_be_claimed_is_named(words: Words) -> None:
    for turned in TURNED.values():
        parts = describe_tile(words, turned[0]).replace(", ", ",").split(",")
        for kind in ("tower", "house", "court"):
            name = words(f"castle.kind.{kind}")
            areas = sum(segment.kind == kind for segment in turned[0].segments)
            assert sum(part.split()[0] == name for part in parts) == areas, turned[0].tile.id


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ("street-3", "path north–south, tower west, court half north and half south, court east"),
        ("street-7", "path north–south, tower west, court east"),
        ("bend-2", "path east–south, tower north and west, court south-east, court half east and"),
        ("bend-8", "path east–south, tower north and west, house south-east"),
        ("house-door-3", "path ending south, house north and east, court south and west with a ma"),
        ("square-6", "square with paths north, east, south and west, house north-east, house so"),
        ("fork-6", "path east–south–west with a fountain, court south-east, house north, court"),
    ],
)
def test_a_tile_is_described_by_its_paths_and_their_surroundings(tile: str, expected: str) -> None:
    assert describe_tile(ENGLISH, TURNED[tile][0]).startswith(expected)


def test_a_tile_is_described_as_it_lies() -> None:
    assert describe_tile(ENGLISH, TURNED["bend-8"][1]) == (
        "path south–west, tower north and east, house south-west"
    )


def test_two_markets_are_told(words: Words) -> None:
    assert "2" in describe_tile(words, plain(Segment("court", (0, 2, 3, 5, 6, 8, 9, 11), 2)))


def test_every_tile_has_a_name_of_its_own(words: Words) -> None:
    names = [tile_name(words, tile) for tile in TURNED]
    assert len(set(names)) == len(names)
    assert [tile for tile in TURNED if "-" in tile and tile in names] == []


@pytest.mark.parametrize("language", languages())
def test_each_language_names_each_family_and_no_other(language: str) -> None:
    start = "castle.tile_name."
    named = {key.removeprefix(start) for key in texts_of(language) if key.startswith(start)}
    assert named == {family(tile)[0] for tile in TURNED}


def test_a_tile_of_another_catalogue_goes_by_its_id() -> None:
    assert tile_name(ENGLISH, "pigsty-4") == "pigsty-4"


def plain(*segments: Segment) -> TurnedTile:
    return turn_tile(Tile("plain", segments), 0, lambda kinds: 0)
