"""Pieces are drawn whole, with the pale rim that makes them visible on any ground."""

from itertools import product

import pytest
from PIL import Image

from engine.castle.moves import ROLES
from render.castle.art.drawing.pieces import draw_follower, draw_keep, draw_marker

PIECES = {
    **{
        f"{role} {seat}": draw_follower(seat, role, 92)
        for seat, role in product(range(2), ROLES.values())
    },
    **{f"keep {seat}": draw_keep(seat, 92) for seat in range(2)},
    **{
        f"marker {seat} {lapped}": draw_marker(seat, lapped, 92)
        for seat, lapped in product(range(2), (False, True))
    },
}
OPAQUE = 128
PALE = 150


def border(piece: Image.Image) -> list[tuple[int, ...]]:
    """The pixels along the four sides of its square."""
    right = piece.width - 1
    bottom = piece.height - 1
    places = [(x, y) for x in range(right + 1) for y in range(bottom + 1)]
    along = [(x, y) for x, y in places if x in (0, right) or y in (0, bottom)]
    return [piece.getpixel(place) for place in along]  # type: ignore[misc]


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_only_the_rim_of_a_piece_reaches_its_squares_border(
    piece: Image.Image,
) -> None:
    opaque = [pixel for pixel in border(piece) if pixel[3] > OPAQUE]
    assert [pixel for pixel in opaque if min(pixel[:3]) < PALE] == []
