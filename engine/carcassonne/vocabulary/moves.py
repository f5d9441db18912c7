"""What a player can do: play a turn."""

from typing import Literal, NamedTuple

from engine.tiles.grid import Cell
from engine.tiles.ports import CHANNELS

Role = Literal["knight", "highwayman", "monk", "farmer"]

ROLES: dict[str, Role] = {
    "city": "knight",
    "road": "highwayman",
    "cloister": "monk",
    "field": "farmer",
}
"""The role of a follower by the kind of feature that it stands on."""


class Spot(NamedTuple):
    """The port by which a segment on a cell is named; a cloister has none."""

    cell: Cell
    port: int | None


class Posting(NamedTuple):
    """A follower to be placed on the segment, named by this port, of the tile just placed."""

    role: Role
    port: int | None


class Placement(NamedTuple):
    """Where the drawn tile is laid, and its quarter turns clockwise."""

    cell: Cell
    rotation: int


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    placement: Placement
    follower: Posting | None = None


Move = Turn


def naming_port(ports: tuple[int, ...]) -> int | None:
    """The port by which people name a segment: the first of its ports in the middle of a side,
    otherwise its first port."""
    return next((port for port in ports if port in CHANNELS), min(ports, default=None))
