"""Houses, courts and towers can be told apart by people who do not see all colours."""

import pytest
from PIL import Image

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import Segment, Tile, turn_tile
from render.castle.art import palette
from render.castle.art.drawing.tiles import CAST, draw_tile
from render.castle.art.edges import draw_edge
from render.castle.art.sprites import shared_palette
from render.drawing.ground import SHADE
from render.picture import palette as tile_palette
from render.picture.palette import mix
from render.picture.scene import Colour
from tests.render.picture.colour_vision import Sight, lightness

# The smallest difference of L* that is seen at a glance.
APART = 15
RED_GREEN: tuple[Sight, ...] = ("protanopia", "deuteranopia")
ROOFS = (palette.ROOF_LIGHT, palette.ROOF, palette.ROOF_DARK)
SHADED_GRASS = mix(palette.GRASS, SHADE, CAST)
CELL = 92


def in_pictures(colour: Colour) -> Colour:
    """The common colour that represents it."""
    shared = shared_palette()
    return shared.colours[shared.number(colour)]


def apart(sight: Sight, first: Colour, second: Colour) -> float:
    return abs(
        lightness(sight, in_pictures(first)) - lightness(sight, in_pictures(second)),
    )


@pytest.mark.parametrize("sight", RED_GREEN)
@pytest.mark.parametrize("roof", ROOFS)
def test_a_roof_is_told_from_a_court_without_red_or_green(sight: Sight, roof: Colour) -> None:
    assert apart(sight, roof, palette.GRASS) >= APART


@pytest.mark.parametrize("sight", RED_GREEN)
def test_shaded_roofs_are_distinguishable_from_shaded_courts(sight: Sight) -> None:
    assert apart(sight, palette.ROOF_DARK, SHADED_GRASS) >= APART


@pytest.mark.parametrize("stone", [palette.WALKWAY, palette.STONE_DARK])
def test_a_tower_is_told_from_a_court_without_blue(stone: Colour) -> None:
    assert apart("tritanopia", stone, palette.GRASS) >= APART


@pytest.mark.parametrize("sight", [*RED_GREEN, "tritanopia"])
def test_a_path_is_lighter_than_the_court_beside_it(sight: Sight) -> None:
    assert lightness(sight, tile_palette.PATH) >= lightness(sight, palette.GRASS) + 10


@pytest.mark.parametrize("sight", RED_GREEN)
@pytest.mark.parametrize("rotation", range(4))
def test_a_dark_eave_separates_a_house_from_a_court_on_its_tile(
    sight: Sight, rotation: int
) -> None:
    """The court of this tile is a cap on the south side, which is rotated with it."""
    image = draw_tile(standard_catalogue().turned["great-hall"][rotation], CELL)
    across = image.rotate(90 * rotation).crop((CELL // 2, CELL // 2, CELL // 2 + 1, CELL))
    assert darkest(sight, across) <= lightness(sight, palette.ROOF_DARK) - 5


@pytest.mark.parametrize("sight", RED_GREEN)
@pytest.mark.parametrize("side", range(4))
def test_a_dark_eave_separates_a_house_from_a_neighbouring_court(sight: Sight, side: int) -> None:
    strip = draw_edge(("house", None, "house"), ("court", None, "court"), side, CELL)
    assert strip is not None
    ground = turn_tile(Tile("roof", (Segment("house", tuple(range(12))),)), 0, lambda kinds: 0)
    under = draw_tile(ground, CELL).resize(strip.image.size)
    under.paste(strip.image, (0, 0), strip.image)
    middle = CELL // 3
    wide, high = under.size
    line = (middle, 0, middle + 1, high) if side % 2 == 0 else (0, middle, wide, middle + 1)
    assert darkest(sight, under.crop(line)) <= lightness(sight, palette.ROOF_DARK) - 5


def darkest(sight: Sight, image: Image.Image) -> float:
    raw = image.tobytes()
    return min(lightness(sight, (raw[i], raw[i + 1], raw[i + 2])) for i in range(0, len(raw), 3))
