"""Fields, roads, cities and cloisters can be told apart by people who do not see all colours."""

import pytest

from render.carcassonne.art.drawing import palette
from render.carcassonne.art.sprites import added_palette, load_sprites, shared_palette
from render.picture import palette as art_palette
from render.picture.palette import SEATS
from render.picture.scene import Colour
from render.tiles.sprites import TileSprite
from tests.render.picture.colour_vision import MATRICES, Sight, lightness

# The smallest difference of L* that is seen at a glance.
APART = 15
SIGHTS = pytest.mark.parametrize("sight", list(MATRICES))
GRASSES = pytest.mark.parametrize("grass", [art_palette.GRASS, palette.MOWN])
SPRITES = load_sprites()


def in_pictures(colour: Colour) -> Colour:
    """The common colour that represents it."""
    shared = shared_palette()
    return shared.colours[shared.number(colour)]


def light(sight: Sight, colour: Colour) -> float:
    return lightness(sight, in_pictures(colour))


@SIGHTS
@GRASSES
def test_a_road_is_lighter_than_the_fields_it_divides(sight: Sight, grass: Colour) -> None:
    assert light(sight, palette.ROAD) >= light(sight, grass) + 10


@SIGHTS
@GRASSES
def test_a_hedge_is_darker_than_the_field_it_stands_in(sight: Sight, grass: Colour) -> None:
    assert light(sight, art_palette.LEAF_DARK) <= light(sight, grass) - 2 * APART


@SIGHTS
@pytest.mark.parametrize("roof", [*palette.ROOFS, palette.SLATE], ids=str)
def test_a_roof_is_darker_than_streets_and_fields(sight: Sight, roof: palette.Roof) -> None:
    for ground in (palette.STREET, palette.YARD, art_palette.GRASS):
        assert light(sight, roof.lit) <= light(sight, ground) - APART


@SIGHTS
@pytest.mark.parametrize("rotation", range(4))
def test_a_dark_and_a_pale_line_separate_a_city_from_a_field(sight: Sight, rotation: int) -> None:
    """From a house in the middle of a city outwards, across its wall."""
    picture = SPRITES.picture(TileSprite(("E", rotation)))
    back = picture.rotate(90 * rotation)
    column = [back.getpixel((back.width // 2, y)) for y in range(18, 36)]
    seen = [lightness(sight, colour) for colour in column]  # type: ignore[arg-type]
    field = lightness(sight, art_palette.GRASS)
    assert min(seen) <= field - 2 * APART
    assert max(seen) >= field + 10


@SIGHTS
def test_the_pale_badge_is_seen_on_every_seat(sight: Sight) -> None:
    """All but three seats are dark; on those three the badge has a dark line around it."""
    dark = [seat for seat in SEATS if lightness(sight, seat.main) < 60]
    assert len(dark) == 3
    assert all(lightness(sight, art_palette.WOOL) - lightness(sight, s.main) > 30 for s in dark)


@SIGHTS
@GRASSES
def test_the_shore_of_a_river_is_darker_than_the_field(sight: Sight, grass: Colour) -> None:
    added = added_palette()
    line, field = (added.colours[added.number(colour)] for colour in (palette.WATER_LINE, grass))
    assert lightness(sight, line) <= lightness(sight, field) - 2 * APART


@SIGHTS
def test_the_roofs_of_a_cathedral_are_darker_than_its_place(sight: Sight) -> None:
    added = added_palette()
    roof, place = (
        added.colours[added.number(colour)] for colour in (palette.SLATE.lit, palette.PLACE)
    )
    assert lightness(sight, roof) <= lightness(sight, place) - 2 * APART
