"""The shapes of segments are where the tile has its segments in each rotation."""

from collections.abc import Iterable
from typing import get_args

import pytest
from PIL import Image, ImageChops

from engine.castle.catalogue import standard_catalogue
from engine.tiles.tile import CHANNELS, PORTS
from render.castle.art.shapes import segments_mask
from render.picture.palette import SEATS, Pattern
from render.tiles.segment_shapes import TileSprites, pattern_mask
from render.tiles.sprites import BorderShape, SegmentsShape

SIZE = 60
TURNED = standard_catalogue().turned


def place(port: int) -> tuple[int, int]:
    """A pixel on the border of a tile, in the stretch of a port."""
    side, step = divmod(port, 3)
    along = (10, 30, 49)[step]
    far = SIZE - 2
    return ((along, 1), (far, along), (far + 1 - along, far), (1, far + 1 - along))[side]


@pytest.fixture(scope="module")
def shapes() -> TileSprites:
    return TileSprites({}, standard_catalogue(), segments_mask)


def white(mask: Image.Image, ports: Iterable[int]) -> tuple[int, ...]:
    return tuple(port for port in ports if mask.getpixel(place(port)) == 255)


@pytest.mark.parametrize("rotation", range(4))
def test_a_segment_covers_the_border_at_its_ports(shapes: TileSprites, rotation: int) -> None:
    for name, four in TURNED.items():
        owned = [port for port in range(PORTS) if four[rotation].owners[port] is not None]
        for number, segment in enumerate(four[rotation].segments):
            mask = shapes.shape(SegmentsShape((name, rotation), (number,)), SIZE)
            assert white(mask, owned) == segment.ports, (name, number)


@pytest.mark.parametrize("rotation", range(4))
def test_a_border_is_open_where_its_feature_continues(shapes: TileSprites, rotation: int) -> None:
    for side in range(4):
        joined = tuple(range(3 * side, 3 * side + 3))
        border = shapes.shape(BorderShape(("town-block", rotation), (0,), joined, 6), SIZE)
        closed = tuple(port for port in CHANNELS if port not in joined)
        assert white(border, CHANNELS) == closed


def test_another_name_is_refused(shapes: TileSprites) -> None:
    with pytest.raises(KeyError):
        shapes.shape("town-block", SIZE)


@pytest.mark.parametrize("rim", [False, True])
@pytest.mark.parametrize("pattern", get_args(Pattern))
def test_a_pattern_goes_on_from_tile_to_tile(pattern: Pattern, rim: bool) -> None:
    """As it repeats within a tile: cut off at its sides, a mark would be missing somewhere."""
    tile = pattern_mask(pattern, 60, rim=rim)
    for across, down in ((20, 0), (0, 60 if pattern == "stripes" else 30)):
        assert ImageChops.offset(tile, across, down).tobytes() == tile.tobytes()


@pytest.mark.parametrize("pattern", get_args(Pattern))
def test_most_of_a_tile_shows_between_the_marks_of_a_pattern(pattern: Pattern) -> None:
    shown = pattern_mask(pattern, 60, rim=True).histogram()[0]
    assert shown > 0.5 * 60 * 60


def test_the_patterns_of_the_seats_differ() -> None:
    masks = {pattern_mask(seat.pattern, 60, rim=False).tobytes() for seat in SEATS}
    assert len(masks) == len(SEATS)
