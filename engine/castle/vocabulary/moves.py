"""What a player can do: play a turn, or answer the question "another turn?"."""

from typing import Literal, NamedTuple

from engine.tiles.grid import Cell

Role = Literal["herald", "knight", "squire", "merchant"]

ROLES: dict[str, Role] = {
    "path": "herald",
    "tower": "knight",
    "house": "squire",
    "court": "merchant",
}
"""The role of a follower by the kind of feature that it stands on."""


class Spot(NamedTuple):
    """A port of a cell; it names the feature that owns the port."""

    cell: Cell
    port: int


class Posting(NamedTuple):
    """A follower to be placed on the segment with this lowest port of the tile just placed."""

    role: Role
    port: int


class WallTilePlay(NamedTuple):
    """Wall tile 2 or 3 on a feature that the turn completes, or spent for nothing."""

    kind: int
    target: Spot | None


class Placement(NamedTuple):
    """Where the drawn tile is laid, and its quarter turns clockwise."""

    cell: Cell
    rotation: int


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    placement: Placement
    follower: Posting | None = None
    wall_tiles: tuple[WallTilePlay, ...] = ()
    """Wall tiles 2 and 3, by kind and then target."""
    order: tuple[Spot, ...] = ()
    """Every feature that scores, in order; given only where the order matters (R17)."""


class AnotherTurn(NamedTuple):
    """The answer to "another turn?" (wall tile 1)."""

    taken: bool


Move = Turn | AnotherTurn
