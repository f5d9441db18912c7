"""The twelve ports of a square tile, named like the points of a compass.

            NNW  N  NNE
       WNW               ENE
        W                 E
       WSW               ESE
            SSW  S  SSE

Numbered clockwise from NNW: side N 0 1 2, E 3 4 5, S 6 7 8, W 9 10 11. The middle port of a side is
its channel, the outer two are its halves.
"""

PORTS = 12
SIDES = "NESW"
PORT_NAMES = ("NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW")
CHANNELS = (1, 4, 7, 10)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The step to the neighbour beyond each side; x grows east, y grows south."""

FACING = tuple((8 - port) % PORTS if port // 3 % 2 == 0 else 14 - port for port in range(PORTS))
"""The neighbour's port that each port touches."""


def turned(port: int, quarters: int) -> int:
    """Where a port ends up after this many quarter turns clockwise."""
    return (port + 3 * quarters) % PORTS


def opposite(side: int) -> int:
    """The neighbour's side that meets this side."""
    return (side + 2) % 4
