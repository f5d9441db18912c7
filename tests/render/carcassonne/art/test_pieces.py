"""Pieces show their seat by more than colour."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.carcassonne.art.drawing.pieces import draw_follower, draw_marker
from render.carcassonne.art.sprites import MOST_LAPS
from render.picture.palette import GOLD, SEATS

CELL = 92
EVERYBODY = range(len(SEATS))


def draw(seat: int, *, farmer: bool = False, large: bool = False) -> Image.Image:
    piece = draw_follower(seat, farmer, CELL, large=large)
    return piece.crop(piece.getbbox())


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_farmer_lies_and_others_stand(seat: int) -> None:
    standing = draw(seat)
    lying = draw(seat, farmer=True)
    assert standing.height > standing.width
    assert lying.width > lying.height


@pytest.mark.parametrize("farmer", [False, True])
def test_the_large_follower_is_known_by_its_size_and_crown(farmer: bool) -> None:
    small = draw(1, farmer=farmer)
    large = draw(1, farmer=farmer, large=True)
    assert min(large.size) > 1.2 * min(small.size)
    upright = large.transpose(Image.Transpose.ROTATE_270) if farmer else large
    crown = upright.crop((0, 0, upright.width, upright.height // 5))
    assert crown.convert("RGB").tobytes().count(bytes(GOLD)) > 20


@pytest.mark.parametrize(("first", "second"), list(combinations(EVERYBODY, 2)))
def test_followers_differ_by_pattern_and_badge_alone(first: int, second: int) -> None:
    """Where one picture is lighter or darker than its own mean, the other often is not."""
    shapes = []
    for seat in (first, second):
        grey = draw(seat).convert("L")
        mean = ImageStat.Stat(grey).mean[0]
        shapes.append(grey.point([255 * (v > mean) for v in range(256)]))
    assert ImageStat.Stat(ImageChops.difference(*shapes)).mean[0] > 0.06 * 255


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_marker_shows_its_laps_within_the_same_outline(seat: int) -> None:
    markers = [draw_marker(seat, laps, CELL) for laps in range(MOST_LAPS + 1)]
    assert len({marker.tobytes() for marker in markers}) == len(markers)
    assert draw_marker(seat, MOST_LAPS + 3, CELL).tobytes() == markers[-1].tobytes()
    assert {marker.getbbox() for marker in markers} == {markers[0].getbbox()}
