"""Twelve ports, numbered clockwise, and how those of two neighbouring tiles correspond."""

import pytest

from engine.tiles.tile import CHANNELS, FACING, PORT_NAMES, PORTS, SIDES, STEPS, opposite, turn_port


def test_a_side_has_a_half_a_channel_and_a_half() -> None:
    assert (PORTS, SIDES, CHANNELS) == (12, "NESW", (1, 4, 7, 10))
    assert [PORT_NAMES[port] for port in CHANNELS] == list(SIDES)
    assert len(set(PORT_NAMES)) == len(PORT_NAMES) == PORTS
    assert PORT_NAMES[:3] == ("NNW", "N", "NNE")
    assert PORT_NAMES[9:] == ("WSW", "W", "WNW")


@pytest.mark.parametrize(("port", "other"), [(0, 8), (1, 7), (2, 6), (3, 11), (4, 10), (5, 9)])
def test_two_tiles_that_touch_meet_mirrored(port: int, other: int) -> None:
    assert (FACING[port], FACING[other]) == (other, port)


@pytest.mark.parametrize("port", range(PORTS))
def test_a_quarter_turn_clockwise_moves_a_port_by_three(port: int) -> None:
    assert turn_port(port, 1) == (port + 3) % 12
    assert turn_port(turn_port(port, 1), 3) == turn_port(port, 0) == turn_port(port, 4) == port


def test_a_turned_side_faces_as_the_side_it_became() -> None:
    for port in range(PORTS):
        assert FACING[turn_port(port, 2)] == turn_port(FACING[port], 2)


def test_the_way_beyond_a_side_and_back() -> None:
    assert STEPS == ((0, -1), (1, 0), (0, 1), (-1, 0))
    for side, (dx, dy) in enumerate(STEPS):
        assert STEPS[opposite(side)] == (-dx, -dy)
