"""Meadows, yards, walls, roofs and keeps are told apart by people who do not see all colours."""

from itertools import combinations

import pytest

from engine.castellan.cards import SEATS
from render.castellan.art.sprites import shared_palette
from render.castellan.board.castle import MARKS, TINT
from render.picture.palette import GRASS, mix
from render.picture.palette import SEATS as COLOURS
from render.picture.scene import Colour
from tests.render.picture.colour_vision import MATRICES, Sight, difference, lightness
from tools.art.castellan import palette
from tools.art.castellan.palette import Roof

# The smallest difference of L* between kinds of ground.
APART = 10
SIGHTS = pytest.mark.parametrize("sight", list(MATRICES))
ROOFS = pytest.mark.parametrize(
    "roof", [palette.SLATE, palette.TILES, palette.SHINGLES], ids=["slate", "tiles", "shingles"]
)


def in_pictures(colour: Colour) -> Colour:
    """The common colour that represents it."""
    shared = shared_palette()
    return shared.colours[shared.number(colour)]


def light(sight: Sight, colour: Colour) -> float:
    return lightness(sight, in_pictures(colour))


@SIGHTS
@pytest.mark.parametrize("yard", palette.YARDS)
@pytest.mark.parametrize("grass", [GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK])
def test_a_yard_is_lighter_than_the_meadow(sight: Sight, yard: Colour, grass: Colour) -> None:
    assert light(sight, yard) >= light(sight, grass) + APART


@SIGHTS
def test_a_walkway_is_darker_than_the_ground_on_both_sides(sight: Sight) -> None:
    for ground in (GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK, *palette.YARDS):
        assert light(sight, palette.WALKWAY) <= light(sight, ground) - APART


@SIGHTS
def test_merlons_are_lighter_than_any_ground_with_a_dark_outline(
    sight: Sight,
) -> None:
    for ground in (GRASS, *palette.YARDS):
        assert light(sight, palette.STONE_PALE) >= light(sight, ground) + 5
        assert light(sight, palette.LINE) <= light(sight, ground) - 4 * APART


@SIGHTS
@ROOFS
def test_a_roof_is_darker_than_all_ground(sight: Sight, roof: Roof) -> None:
    for ground in (GRASS, *palette.YARDS):
        assert light(sight, roof.lit) <= light(sight, ground) - APART
        assert light(sight, roof.shaded) <= light(sight, ground) - 3 * APART


@pytest.mark.parametrize("sight", [*MATRICES, None])
@pytest.mark.parametrize(("first", "second"), list(combinations(range(max(SEATS)), 2)))
def test_keeps_of_two_seats_differ(sight: Sight | None, first: int, second: int) -> None:
    colours = [in_pictures(COLOURS[seat].main) for seat in (first, second)]
    assert difference(sight, *colours) >= 2 * APART


@SIGHTS
@pytest.mark.parametrize("seat", range(max(SEATS)))
def test_the_edge_of_a_courtyard_is_darker_than_any_ground(sight: Sight, seat: int) -> None:
    for ground in (GRASS, palette.GRASS_LIGHT, palette.GRASS_DARK, *palette.YARDS):
        assert light(sight, COLOURS[seat].dark) <= light(sight, ground) - 2 * APART


@SIGHTS
@pytest.mark.parametrize("seat", [1, 2])
def test_the_pattern_of_a_dark_courtyard_is_seen(sight: Sight, seat: int) -> None:
    main = COLOURS[seat].main
    tinted = mix(palette.YARD, main, TINT)
    assert light(sight, mix(tinted, main, MARKS)) <= light(sight, tinted) - APART
