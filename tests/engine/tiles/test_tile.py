"""A tile, rotated and prepared: its segments, the owners of its ports, and the labels of its
sides."""

import pytest

from engine.tiles.tile import Segment, Tile, turn_tile

TILE = Tile(
    "tile",
    (Segment("red", (0, 11), 2), Segment("blue", (1, 2, 3)), Segment("green", (9, 10))),
)
# The kinds on each side of the unrotated tile, clockwise.
SIDES = [
    ("red", "blue", "blue"),
    ("blue", None, None),
    (None, None, None),
    ("green", "green", "red"),
]


@pytest.mark.parametrize("rotation", range(4))
def test_a_side_label_combines_its_three_ports_clockwise(rotation: int) -> None:
    turned = turn_tile(TILE, rotation, SIDES.index)
    assert turned.edges == tuple((side - rotation) % 4 for side in range(4))


def test_turning_moves_every_port_and_keeps_kinds_and_marks() -> None:
    turned = turn_tile(TILE, 1, lambda _: 0)
    assert turned.segments == (
        Segment("red", (2, 3), 2),
        Segment("blue", (4, 5, 6)),
        Segment("green", (0, 1)),
    )
    assert turned.owners == (2, 2, 0, 0, 1, 1, 1, None, None, None, None, None)
    assert (turned.tile, turned.rotation) == (TILE, 1)
